import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import type { SlashResponsesShown } from './useSlashResponses.ts'

interface CannedResponseOptionsProps {
  id: string
  slash: SlashResponsesShown
}

// No select does this: the focus stays in the box, the caret in the text.
const asList = { role: 'listbox' }
const asOption = { role: 'option' }

/** Above the box, so that what is typed stays in sight. */
export function CannedResponseOptions({ id, slash: { options, active, choose } }: CannedResponseOptionsProps) {
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {options.length > 0 && `${options.length} canned responses. Arrow keys choose, Enter inserts`}
      </Box>
      {options.length > 0 && (
        <Paper
          elevation={8}
          id={id}
          {...asList}
          aria-label="Canned responses"
          sx={{
            position: 'absolute',
            zIndex: 'modal',
            insetBlockEnd: '100%',
            insetInlineStart: 0,
            width: 1,
            maxHeight: deskSizes.answers,
            overflowY: 'auto',
            mb: 0.5,
            py: 0.5,
            boxShadow: (theme) => theme.vars!.customShadows.dropdown,
          }}
        >
          {options.map((answer, index) => (
            <ListItemButton
              key={answer._id}
              id={`${id}-${index}`}
              {...asOption}
              component="div"
              tabIndex={-1}
              selected={index === active}
              aria-selected={index === active}
              // Pressed, it would take the focus from the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(answer)}
              sx={{ display: 'block' }}
            >
              <Typography variant="subtitle2" component="div" noWrap>
                {answer.name}
              </Typography>
              <Typography variant="caption" component="div" noWrap sx={{ color: 'text.secondary' }}>
                {answer.answer}
              </Typography>
            </ListItemButton>
          ))}
        </Paper>
      )}
    </>
  )
}
