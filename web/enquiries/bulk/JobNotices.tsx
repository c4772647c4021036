import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { Job } from '#contract/bulk.ts'
import { statusLabels } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { useStopJobMutation } from './jobApi.ts'
import { describeOutcome } from './jobWords.ts'
import { UndoJobButton } from './UndoJobButton.tsx'
import { useJobs } from './useJobs.ts'
import { WorkNotice } from './WorkNotice.tsx'

const EarlierJobsDialog = lazyPart(async () => (await import('./JobDialogs.tsx')).EarlierJobsDialog)
const JobResultsDialog = lazyPart(async () => (await import('./JobDialogs.tsx')).JobResultsDialog)

interface JobNoticesProps {
  /** A bulk change has finished, so the list is out of date. */
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
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon name="undo-2" size="small" />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {`Earlier bulk changes (${jobs.length.toLocaleString()})`}
      </Button>
      <EarlierJobsDialog open={isOpen} jobs={jobs} onClosed={() => setIsOpen(false)} />
    </Box>
  )
}

interface JobNoticeProps {
  job: Job
  onDismissed: () => void
}

function JobNotice({ job, onDismissed }: JobNoticeProps) {
  const [stopJob, { isLoading: isStopping }] = useStopJobMutation()
  const [isOpen, setIsOpen] = useState(false)
  const { isFinished, done, total } = job
  return (
    <WorkNotice
      label="Bulk change"
      text={isFinished ? describeOutcome(job) : describeProgress(job)}
      isRunning={!isFinished}
      share={total ? done / total : undefined}
    >
      {job.canUndo && <UndoJobButton job={job} />}
      {!isFinished && (
        <Button size="small" color="inherit" disabled={isStopping} onClick={() => void stopJob(job._id)}>
          Stop
        </Button>
      )}
      <Button size="small" color="inherit" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Results
      </Button>
      {isFinished && (
        <IconButton size="small" aria-label="Dismiss" onClick={onDismissed}>
          <Icon name="x" size="small" />
        </IconButton>
      )}
      <JobResultsDialog open={isOpen} job={job} onClosed={() => setIsOpen(false)} />
    </WorkNotice>
  )
}

function describeProgress({ kind, field, enquiryStatus, assignee, done, total }: Job) {
  const assigning = assignee ? `Assigning to ${assignee.name}` : 'Unassigning'
  const change = field === 'status' ? `Changing to ${statusLabels[enquiryStatus!]}` : assigning
  const what = kind === 'undo' ? 'Undoing' : change
  return `${what}: ${done.toLocaleString()} of ${total.toLocaleString()}`
}
