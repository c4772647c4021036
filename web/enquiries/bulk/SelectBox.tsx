import { styled } from '@mui/material/styles'
import { listSizes } from '#web/theme/listSizes.ts'

interface SelectBoxProps {
  label: string
  isChecked: boolean
  /** Some of what it stands for. */
  isPartly?: boolean
  onToggled: (isRange: boolean) => void
}

/** The browser's own box, in a label of a size that a finger meets. */
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
        // Which keys are held, only the click tells.
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
  cursor: 'pointer',
  userSelect: 'none',
  '& input': { width: 18, height: 18, margin: 0, cursor: 'inherit', accentColor: theme.vars!.palette.primary.main },
  // In the dark a browser fills its empty boxes with a grey that says "not now".
  '& input:not(:checked, :indeterminate)': {
    appearance: 'none',
    border: `1px solid ${theme.vars!.palette.control}`,
    borderRadius: 3,
  },
}))
