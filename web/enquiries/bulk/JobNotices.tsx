import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Job } from '#contract/bulk.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { useStopJobMutation } from './jobApi.ts'
import { describeOutcome } from './jobWords.ts'
import { UndoJobButton } from './UndoJobButton.tsx'
import { shownMs } from './useJobs.ts'
import { WorkNotice } from './WorkNotice.tsx'

const EarlierJobsDialog = lazyPart(async () => (await import('./JobDialogs.tsx')).EarlierJobsDialog)
const JobResultsDialog = lazyPart(async () => (await import('./JobDialogs.tsx')).JobResultsDialog)

interface EarlierButtonProps {
  jobs: Job[]
}

/** Leads to the bulk changes that can still be undone. */
export function EarlierButton({ jobs }: EarlierButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
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

/** The progress of a bulk change, and its result for a while. */
export function JobNotice({ job, onDismissed }: JobNoticeProps) {
  const [stopJob, { isLoading: isStopping }] = useStopJobMutation()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { isFinished, done, total } = job
  useDismissal(isFinished && !isOpen, box, onDismissed)
  return (
    <Box ref={box}>
      <WorkNotice
        label="Bulk change"
        text={isFinished ? describeOutcome(job) : describeProgress(job)}
        isRunning={!isFinished}
        share={total ? done / total : undefined}
        isFloating
      >
        {job.canUndo && <UndoJobButton job={job} hasShortcut />}
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
    </Box>
  )
}

/** Dismisses the notice after a while. A notice that is pointed at or has the focus stays as long again. */
function useDismissal(isActive: boolean, box: RefObject<HTMLElement | null>, onDismissed: () => void) {
  const dismiss = useEffectEvent(onDismissed)
  useEffect(() => {
    if (!isActive) return
    const timer = window.setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) dismiss()
    }, shownMs)
    return () => window.clearInterval(timer)
  }, [isActive, box])
}

function describeProgress({ kind, field, enquiryStatus, assignee, done, total }: Job) {
  const assigning = assignee ? `Assigning to ${assignee.name}` : 'Unassigning'
  const change = field === 'status' ? `Changing to ${statusLabels[enquiryStatus!]}` : assigning
  const what = kind === 'undo' ? 'Undoing' : change
  return `${what}: ${done.toLocaleString()} of ${total.toLocaleString()}`
}
