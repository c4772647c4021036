import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Job } from '#contract/bulk.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { JobDialog } from './JobDialog.tsx'
import { howItEnded } from './jobWords.ts'
import { UndoJobButton } from './UndoJobButton.tsx'

interface EarlierJobsDialogProps {
  open: boolean
  jobs: Job[]
  onClosed: () => void
}

/** Every change of many that can still be taken back, the newest first. */
export function EarlierJobsDialog({ open, jobs, onClosed }: EarlierJobsDialogProps) {
  return (
    <JobDialog open={open} title="Earlier changes of many" maxWidth="sm" onClosed={onClosed}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {jobs.map((job) => (
          <Box component="li" key={job._id} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography variant="body2">{howItEnded(job)}</Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                <DateTime value={job.createdAt} detail="minute" />
              </Typography>
            </Box>
            <UndoJobButton job={job} />
          </Box>
        ))}
      </Box>
    </JobDialog>
  )
}
