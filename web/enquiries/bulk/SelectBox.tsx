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
    <label className="select-box">
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
    </label>
  )
}

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
