import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import { paletteSizes } from '#web/theme/sizes.ts'
import type { Command } from './useCommands.ts'

interface CommandOptionsProps {
  listId: string
  options: Command[]
  highlighted: Command | undefined
  onPointed: (command: Command) => void
  onRun: (command: Command) => void
}

// A listbox of the WAI-ARIA APG combobox pattern.
const asList = { role: 'listbox' }
const asOption = { role: 'option' }

/** The focus stays in the box above. Its `aria-activedescendant` refers to the highlighted option. */
export function CommandOptions({ listId, options, highlighted, onPointed, onRun }: CommandOptionsProps) {
  const highlightedId = highlighted && optionId(listId, highlighted)
  useEffect(() => {
    if (highlightedId) document.getElementById(highlightedId)?.scrollIntoView({ block: 'nearest' })
  }, [highlightedId])
  return (
    <Box
      component="ul"
      id={listId}
      {...asList}
      aria-label="Commands"
      onMouseDown={(event) => event.preventDefault()}
      sx={{ listStyle: 'none', m: 0, px: 0, py: 1, maxHeight: paletteSizes.list, overflow: 'auto' }}
    >
      {options.map((command) => (
        <CommandOption
          key={command.id}
          id={optionId(listId, command)}
          command={command}
          isHighlighted={command === highlighted}
          onPointed={() => onPointed(command)}
          onRun={() => onRun(command)}
        />
      ))}
    </Box>
  )
}

export function optionId(listId: string, { id }: Command) {
  return `${listId} ${id}`.replaceAll(/\s/g, '-')
}

interface CommandOptionProps {
  id: string
  command: Command
  isHighlighted: boolean
  onPointed: () => void
  onRun: () => void
}

function CommandOption({ id, command: { label, icon }, isHighlighted, onPointed, onRun }: CommandOptionProps) {
  return (
    <Box
      component="li"
      id={id}
      {...asOption}
      aria-selected={isHighlighted}
      // Not onMouseEnter: scrolling the list under a resting pointer must not highlight anything.
      onMouseMove={() => !isHighlighted && onPointed()}
      onClick={onRun}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 0.75,
        minHeight: { xs: paletteSizes.touchedOption, sm: 'auto' },
        cursor: 'pointer',
        '&[aria-selected=true]': { bgcolor: 'action.hover' },
        // Next to a long summary on a phone, the icon would shrink.
        '& > svg': { flexShrink: 0 },
      }}
    >
      <Icon name={icon} />
      <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
    </Box>
  )
}
