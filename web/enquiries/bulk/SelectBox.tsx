import { styled } from '@mui/material/styles'
import { listSizes } from '#web/theme/listSizes.ts'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import type { Selection } from './useSelection.ts'

interface SelectBoxProps {
  label: string
  isChecked: boolean
  /** Some of the rows are selected. */
  isPartly?: boolean
  onToggled: (isRange: boolean) => void
}

/** The browser's own checkbox, in a label large enough for a finger. */
export function SelectBox({ label, isChecked, isPartly = false, onToggled }: SelectBoxProps) {
  return (
    <Target>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        // Only the click event has the state of the Shift key.
        onClick={({ shiftKey }) => onToggled(shiftKey)}
        onChange={() => {}}
      />
    </Target>
  )
}

const Target = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: listSizes.select,
  height: listSizes.select,
  [touched]: { width: sizes.finger, height: sizes.finger },
  cursor: 'pointer',
  userSelect: 'none',
  '& input': { width: 18, height: 18, margin: 0, cursor: 'inherit', accentColor: theme.vars!.palette.primary.main },
  // In dark mode browsers fill empty checkboxes with a grey that looks disabled.
  '& input:not(:checked, :indeterminate)': {
    appearance: 'none',
    border: `1px solid ${theme.vars!.palette.control}`,
    borderRadius: 3,
  },
}))

interface SelectPageProps {
  selection: Pick<Selection, 'onPage' | 'togglePage'>
}

export function SelectPage({ selection: { onPage, togglePage } }: SelectPageProps) {
  return (
    <SelectBox
      label="Select all on this page"
      isChecked={onPage === 'all'}
      isPartly={onPage === 'some'}
      onToggled={togglePage}
    />
  )
}
