import Button from '@mui/material/Button'
import type { Job } from '#contract/bulk.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { useUndoJobMutation } from './jobApi.ts'

interface UndoJobButtonProps {
  job: Job
  /** Whether the shortcut for undo presses this button. */
  hasShortcut?: boolean
}

export function UndoJobButton({ job, hasShortcut = false }: UndoJobButtonProps) {
  const [undoJob, { isLoading }] = useUndoJobMutation()
  const undo = () => void undoJob(job._id)
  useShortcut('undo', undo, hasShortcut && !isLoading)
  return (
    <Button
      size="small"
      startIcon={<Icon name="undo-2" size="small" />}
      aria-keyshortcuts={hasShortcut ? shortcuts.undo.key : undefined}
      disabled={isLoading}
      onClick={undo}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {`Undo ${job.changed.toLocaleString()}`}
    </Button>
  )
}
