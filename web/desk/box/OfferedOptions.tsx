import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Paper from '@mui/material/Paper'
import { useEffect, useRef, type ReactNode } from 'react'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import type { Offer } from './useOffer.ts'

interface OfferedOptionsProps<Option> {
  offer: Offer<Option>
  label: string
  /** Announced with the number of options. */
  announcement: string
  renderOption: (option: Option) => ReactNode
}

// The listbox of the combobox pattern.
const asList = { role: 'listbox' }
const asOption = { role: 'option' }

/** Shown above the box, so that the typed text stays visible. */
export function OfferedOptions<Option extends { _id: string }>(props: OfferedOptionsProps<Option>) {
  const { offer, label, announcement, renderOption } = props
  const { listId, options, active, choose } = offer
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {options.length > 0 && `${options.length} ${announcement}`}
      </Box>
      {options.length > 0 && (
        <Paper
          ref={list}
          elevation={8}
          id={listId}
          {...asList}
          aria-label={label}
          sx={{
            position: 'absolute',
            zIndex: 'modal',
            insetBlockEnd: '100%',
            insetInlineStart: 0,
            width: 1,
            maxHeight: deskSizes.offered,
            overflowY: 'auto',
            mb: 0.5,
            py: 0.5,
            boxShadow: (theme) => theme.vars!.customShadows.dropdown,
          }}
        >
          {options.map((option, index) => (
            <ListItemButton
              key={option._id}
              id={`${listId}-${index}`}
              {...asOption}
              component="div"
              tabIndex={-1}
              selected={index === active}
              aria-selected={index === active}
              // A press must not take the focus from the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {renderOption(option)}
            </ListItemButton>
          ))}
        </Paper>
      )}
    </>
  )
}
