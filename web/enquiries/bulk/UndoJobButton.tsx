import Button from '@mui/material/Button'
import type { Job } from '#contract/bulk.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useUndoJobMutation } from './jobApi.ts'

interface UndoJobButtonProps {
  job: Job
}

export function UndoJobButton({ job }: UndoJobButtonProps) {
  const [undoJob, { isLoading }] = useUndoJobMutation()
  return (
    <Button
      size="small"
      startIcon={<Icon name="undo-2" size="small" />}
      disabled={isLoading}
      onClick={() => void undoJob(job._id)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {`Undo ${job.changed.toLocaleString()}`}
    </Button>
  )
}
