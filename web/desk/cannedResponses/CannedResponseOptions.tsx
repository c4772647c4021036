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

// A listbox of the WAI-ARIA APG combobox pattern: the focus stays in the box, and the caret in the text.
const asList = { role: 'listbox' }
const asOption = { role: 'option' }

/** Shown above the box, so that the typed text stays visible. */
export function CannedResponseOptions({ id, slash: { options, active, choose } }: CannedResponseOptionsProps) {
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {options.length > 0 && `${options.length} canned responses. Choose with the arrow keys, insert with Enter`}
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
            maxHeight: deskSizes.cannedResponses,
            overflowY: 'auto',
            mb: 0.5,
            py: 0.5,
            boxShadow: (theme) => theme.vars!.customShadows.dropdown,
          }}
        >
          {options.map((response, index) => (
            <ListItemButton
              key={response._id}
              id={`${id}-${index}`}
              {...asOption}
              component="div"
              tabIndex={-1}
              selected={index === active}
              aria-selected={index === active}
              // A press must not take the focus from the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(response)}
              sx={{ display: 'block' }}
            >
              <Typography variant="subtitle2" component="div" noWrap>
                {response.name}
              </Typography>
              <Typography variant="caption" component="div" noWrap sx={{ color: 'text.secondary' }}>
                {response.answer}
              </Typography>
            </ListItemButton>
          ))}
        </Paper>
      )}
    </>
  )
}
