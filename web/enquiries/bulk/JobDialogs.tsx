import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Job, JobResult } from '#contract/bulk.ts'
import { limits } from '#contract/limits.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useListJobResultsQuery } from './jobApi.ts'
import { describeOutcome } from './jobWords.ts'
import { UndoJobButton } from './UndoJobButton.tsx'

interface EarlierJobsDialogProps {
  open: boolean
  jobs: Job[]
  onClosed: () => void
}

/** Lists the bulk changes that can still be undone, newest first. */
export function EarlierJobsDialog({ open, jobs, onClosed }: EarlierJobsDialogProps) {
  return (
    <JobDialog open={open} title="Earlier bulk changes" maxWidth="sm" onClosed={onClosed}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {jobs.map((job) => (
          <Box component="li" key={job._id} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography variant="body2">{describeOutcome(job)}</Typography>
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

interface JobResultsDialogProps {
  open: boolean
  job: Job
  onClosed: () => void
}

const outcomes: Record<JobResult['outcome'], string> = {
  waiting: 'Waiting',
  changed: 'Changed',
  unchanged: 'Already up to date',
  'changed-since': 'Skipped: someone has changed it since',
  'not-possible': 'Skipped: this person can no longer be assigned',
  missing: 'Not found',
}

/** Lists the outcome of a bulk change for each enquiry. */
export function JobResultsDialog({ open, job, onClosed }: JobResultsDialogProps) {
  return (
    <JobDialog open={open} title="Results" maxWidth="xs" onClosed={onClosed}>
      <Box sx={{ minHeight: 180 }}>{open && <Results id={job._id} after={0} />}</Box>
    </JobDialog>
  )
}

interface ResultsProps {
  id: string
  /** Lists the results after this position. */
  after: number
}

function Results({ id, after }: ResultsProps) {
  const { data: results, error, refetch } = useListJobResultsQuery({ id, after }, { refetchOnMountOrArgChange: true })
  const [isMoreShown, setIsMoreShown] = useState(false)
  if (error) return <RetryAlert message="The results could not be loaded" onRetry={refetch} />
  if (!results) return <Skeleton variant="text" />
  const last = results.length === limits.page.maxSize ? results.at(-1) : undefined
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {results.map(({ _id, enquiryId, outcome }) => (
          <Box component="li" key={_id} sx={{ display: 'flex', gap: 2, mb: 1, typography: 'body2' }}>
            <Link component={RouterLink} to={paths.enquiry(_id)} sx={{ whiteSpace: 'nowrap' }}>
              {enquiryId}
            </Link>
            {outcomes[outcome]}
          </Box>
        ))}
      </Box>
      {last && !isMoreShown && <Button onClick={() => setIsMoreShown(true)}>Show more</Button>}
      {last && isMoreShown && <Results id={id} after={last.position} />}
    </>
  )
}

interface JobDialogProps extends Pick<DialogProps, 'open' | 'maxWidth' | 'children'> {
  title: string
  onClosed: () => void
}

/** A dialog with information on bulk changes. */
function JobDialog({ open, title, maxWidth, children, onClosed }: JobDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClosed} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent tabIndex={0}>{children}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClosed}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
