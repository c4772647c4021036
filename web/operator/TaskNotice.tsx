import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Backup, OperatorTask } from '#contract/operator.ts'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { outcomeText, runningText } from './words.ts'

interface RunningTaskProps {
  /** For the buttons that cannot be pressed meanwhile. */
  id: string
  task: OperatorTask
  backups: Backup[]
  /** Whether the task belongs to the card. */
  isOwn: boolean
}

/** The task that runs: its progress in the card to which it belongs, and in others the reason to wait. */
export function RunningTask({ id, task, backups, isOwn }: RunningTaskProps) {
  const text = runningText(task, backups)
  const since = new Date(task.startedAt).toLocaleTimeString(undefined, { timeStyle: 'short' })
  if (!isOwn) {
    return (
      <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
        {`${text}. Only one task runs at a time, so wait until it has finished.`}
      </Typography>
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {`${text}. Started at ${since} by ${task.requestedBy}.`}
      </Typography>
      <LinearProgress aria-label={text} sx={{ borderRadius: 1 }} />
    </Box>
  )
}

interface TaskOutcomeProps {
  task: OperatorTask
  backups: Backup[]
}

const severities = { succeeded: 'success', failed: 'error', interrupted: 'warning' } as const

/** How a task ended, by whom it was started and when, and what it reported. */
export function TaskOutcome({ task, backups }: TaskOutcomeProps) {
  const { outcome, finishedAt, requestedBy, lines } = task
  if (!outcome || !finishedAt) return null
  return (
    <Alert
      severity={severities[outcome]}
      // The page announces an outcome once, and not again when it opens later.
      role="note"
      sx={{ overflowWrap: 'anywhere', '& .MuiAlert-message': { minWidth: 0 } }}
    >
      <Typography variant="subtitle2" component="p">
        {outcomeText(task, backups)}.
      </Typography>
      <Lines lines={lines} first={outcome === 'succeeded' ? 1 : 3} />
      <Typography variant="body2">
        Finished <RelativeTime value={finishedAt} />, started by {requestedBy}
      </Typography>
    </Alert>
  )
}

interface LinesProps {
  lines: string[]
  /** How many are shown until the others are asked for. */
  first: number
}

/** The last lines have the result or the reason of a failure. */
function Lines({ lines, first }: LinesProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (lines.length === 0) return null
  const shown = isOpen ? lines : lines.slice(-first)
  return (
    <>
      <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
        {shown.map((line, index) => (
          // The lines of a finished task never change.
          <li key={index}>{line}</li>
        ))}
      </Box>
      {lines.length > first && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ ml: -0.5, mb: 0.5 }}
        >
          {isOpen ? 'Show less' : `Show all ${lines.length.toLocaleString()} lines`}
        </Button>
      )}
    </>
  )
}
