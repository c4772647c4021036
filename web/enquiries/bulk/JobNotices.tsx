import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { Job } from '#contract/bulk.ts'
import { statusLabels } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { useStopJobMutation } from './jobApi.ts'
import { howItEnded } from './jobWords.ts'
import { UndoJobButton } from './UndoJobButton.tsx'
import { useJobs } from './useJobs.ts'
import { WorkNotice } from './WorkNotice.tsx'

const EarlierJobsDialog = lazyPart(async () => (await import('./EarlierJobsDialog.tsx')).EarlierJobsDialog)
const JobResultsDialog = lazyPart(async () => (await import('./JobResultsDialog.tsx')).JobResultsDialog)

interface JobNoticesProps {
  /** The list is as the change of many has left it. */
  onFinished: () => void
}

export function JobNotices({ onFinished }: JobNoticesProps) {
  const { jobs, earlier, dismiss } = useJobs(onFinished)
  return (
    <>
      {jobs.map((job) => (
        <JobNotice key={job._id} job={job} onDismissed={() => dismiss(job._id)} />
      ))}
      {earlier.length > 0 && <EarlierButton jobs={earlier} />}
    </>
  )
}

interface EarlierButtonProps {
  jobs: Job[]
}

function EarlierButton({ jobs }: EarlierButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon name="undo-2" size="small" />}
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        {`Earlier changes of many (${jobs.length.toLocaleString()})`}
      </Button>
      <EarlierJobsDialog open={isAsked} jobs={jobs} onClosed={() => setIsAsked(false)} />
    </Box>
  )
}

interface JobNoticeProps {
  job: Job
  onDismissed: () => void
}

function JobNotice({ job, onDismissed }: JobNoticeProps) {
  const [stopJob, { isLoading: isStopping }] = useStopJobMutation()
  const [isAsked, setIsAsked] = useState(false)
  const { isFinished, done, total } = job
  return (
    <WorkNotice
      label="Change of many"
      text={isFinished ? howItEnded(job) : howFar(job)}
      isRunning={!isFinished}
      share={total ? done / total : undefined}
    >
      {job.canUndo && <UndoJobButton job={job} />}
      {!isFinished && (
        <Button size="small" color="inherit" disabled={isStopping} onClick={() => void stopJob(job._id)}>
          Stop
        </Button>
      )}
      <Button size="small" color="inherit" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Results
      </Button>
      {isFinished && (
        <IconButton size="small" aria-label="Dismiss" onClick={onDismissed}>
          <Icon name="x" size="small" />
        </IconButton>
      )}
      <JobResultsDialog open={isAsked} job={job} onClosed={() => setIsAsked(false)} />
    </WorkNotice>
  )
}

function howFar({ kind, field, enquiryStatus, assignee, done, total }: Job) {
  const assignment = assignee ? `Assigning to ${assignee.name}` : 'Unassigning'
  const change = field === 'status' ? `Changing to ${statusLabels[enquiryStatus!]}` : assignment
  const what = kind === 'undo' ? 'Giving back what was' : change
  return `${what}: ${done.toLocaleString()} of ${total.toLocaleString()}`
}
