import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Backup } from '#contract/operator.ts'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { TaskButton } from './TaskButton.tsx'
import { RunningTask, TaskOutcome } from './TaskNotice.tsx'
import type { Tasks } from './useTasks.ts'

interface IntegrityCardProps {
  isLoaded: boolean
  tasks: Tasks
  backups: Backup[]
}

/** The last check of the live system. */
export function IntegrityCard({ isLoaded, tasks, backups }: IntegrityCardProps) {
  const reasonId = useId()
  const { running, starting } = tasks
  const last = tasks.lastOf('check')
  return (
    <SectionCard
      title="Integrity"
      description="Database and files in use."
      action={
        <TaskButton
          icon="scan-eye"
          isBusy={(running ?? starting)?.kind === 'check'}
          isBlocked={!isLoaded || (running ?? starting) !== undefined}
          reasonId={reasonId}
          onClick={() => tasks.start({ kind: 'check' })}
        >
          Check now
        </TaskButton>
      }
    >
      {!isLoaded && <CardSkeleton what="the last check" lines={3} />}
      {running && <RunningTask id={reasonId} task={running} backups={backups} isOwn={running.kind === 'check'} />}
      {last?.outcome && <TaskOutcome task={last} backups={backups} />}
      {isLoaded && !last && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Not checked yet. The check reads every row and every file, and may take minutes.
        </Typography>
      )}
    </SectionCard>
  )
}
