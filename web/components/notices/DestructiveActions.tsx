import Button from '@mui/material/Button'

interface DestructiveActionsProps {
  /** Names the action, such as 'Delete email'. */
  label: string
  isLoading?: boolean
  onConfirmed: () => void
  onCancelled: () => void
}

/** The buttons of a dialog that asks before something is lost. */
export function DestructiveActions({ label, isLoading, onConfirmed, onCancelled }: DestructiveActionsProps) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- WAI-ARIA APG, dialog pattern: the focus starts at the least destructive action */}
      <Button color="inherit" autoFocus onClick={onCancelled}>
        Cancel
      </Button>
      <Button variant="contained" color="error" loading={isLoading} onClick={onConfirmed}>
        {label}
      </Button>
    </>
  )
}
