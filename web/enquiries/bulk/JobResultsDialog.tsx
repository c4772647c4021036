import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Job, JobResult } from '#contract/bulk.ts'
import { limits } from '#contract/limits.ts'
import { isFailure } from '#web/api/errors.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useListJobResultsQuery } from './jobApi.ts'
import { JobDialog } from './JobDialog.tsx'

interface JobResultsDialogProps {
  open: boolean
  job: Job
  onClosed: () => void
}

const outcomes: Record<JobResult['outcome'], string> = {
  waiting: 'Waits for its turn',
  changed: 'Changed',
  unchanged: 'Was so already',
  'changed-since': 'Left alone: somebody has changed it since',
  'not-possible': 'Left alone: this person cannot answer any more',
  missing: 'No longer there',
}

/** How each enquiry of a change of many came out. */
export function JobResultsDialog({ open, job, onClosed }: JobResultsDialogProps) {
  return (
    <JobDialog open={open} title="Results" maxWidth="xs" onClosed={onClosed}>
      <Box sx={{ minHeight: 180 }}>{open && <Results id={job._id} after={0} />}</Box>
    </JobDialog>
  )
}

interface ResultsProps {
  id: string
  /** Those behind this position. */
  after: number
}

function Results({ id, after }: ResultsProps) {
  const { data: results, error, refetch } = useListJobResultsQuery({ id, after }, { refetchOnMountOrArgChange: true })
  const [isMoreAsked, setIsMoreAsked] = useState(false)
  if (error) {
    const message = isFailure(error) ? error.message : 'The results could not be loaded'
    return <RetryAlert message={message} onRetry={() => void refetch()} />
  }
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
      {last && !isMoreAsked && <Button onClick={() => setIsMoreAsked(true)}>Show more</Button>}
      {last && isMoreAsked && <Results id={id} after={last.position} />}
    </>
  )
}
