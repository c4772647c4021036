import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Backup, BackupList, TaskKind } from '#contract/operator.ts'
import { Notice } from '#web/components/notices/Notice.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { SectionCard } from '#web/components/SectionCard.tsx'
import { BackupItem } from './BackupItem.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { TaskButton } from './TaskButton.tsx'
import { RunningTask, TaskOutcome } from './TaskNotice.tsx'
import type { Tasks } from './useTasks.ts'
import { intervalText } from './words.ts'

interface BackupsCardProps {
  list: BackupList | undefined
  hasFailed: boolean
  tasks: Tasks
  /** The name of the backup whose link is being made. */
  linked: string | undefined
  onDownload: (backup: Backup) => void
  onRetry: () => void
}

const ownKinds: TaskKind[] = ['backup', 'verify']

/** How backups are made, what they contain, and the tasks with them. */
export function BackupsCard({ list, hasFailed, tasks, linked, onDownload, onRetry }: BackupsCardProps) {
  const reasonId = useId()
  const { running, starting } = tasks
  const isUsable = list !== undefined && list.folder !== null && list.isReachable
  const isLoading = !list && !hasFailed
  return (
    <SectionCard
      title="Backups"
      description="Copies of all companies’ data, to restore from."
      action={
        (isUsable || isLoading) && (
          <TaskButton
            variant="contained"
            icon="save"
            isBusy={(running ?? starting)?.kind === 'backup'}
            isBlocked={isLoading || (running ?? starting) !== undefined}
            reasonId={reasonId}
            onClick={() => tasks.start({ kind: 'backup' })}
          >
            Back up now
          </TaskButton>
        )
      }
    >
      <TaskNotices tasks={tasks} backups={list?.docs ?? []} reasonId={reasonId} />
      {hasFailed && <RetryAlert message="The backups could not be loaded" onRetry={onRetry} />}
      {list && <HowMade list={list} />}
      {isUsable && <Backups list={list} tasks={tasks} reasonId={reasonId} linked={linked} onDownload={onDownload} />}
      {isLoading && <CardSkeleton what="the backups" lines={8} />}
    </SectionCard>
  )
}

interface TaskNoticesProps {
  tasks: Tasks
  backups: Backup[]
  reasonId: string
}

/** The task that runs, the one that this page has seen finishing, and those that failed last. */
function TaskNotices({ tasks: { running, watched, lastOf }, backups, reasonId }: TaskNoticesProps) {
  const finished = ownKinds
    .map(lastOf)
    .filter((task) => task !== undefined)
    .filter((task) => task.outcome !== null && (task === watched || task.outcome !== 'succeeded'))
  return (
    <>
      {running && (
        <RunningTask id={reasonId} task={running} backups={backups} isOwn={ownKinds.includes(running.kind)} />
      )}
      {finished.map((task) => (
        <TaskOutcome key={task._id} task={task} backups={backups} />
      ))}
    </>
  )
}

interface HowMadeProps {
  list: BackupList
}

function HowMade({ list }: HowMadeProps) {
  const { folder, isReachable, isAutomatic } = list
  if (folder === null)
    return (
      <Alert severity="warning">
        No backups are made, because this server has no folder for them. Set BACKUP_DIR to a folder on another disk, and
        start the server again.
      </Alert>
    )
  return (
    <>
      {!isReachable && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {`The server cannot reach the folder ${folder}. Connect its disk, or let the server read and write it. Until then, no backups are made.`}
        </Alert>
      )}
      {isAutomatic ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {automaticText(list)}
        </Typography>
      ) : (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {`No backups are made automatically. Set BACKUP_DIR to a folder on another disk, and start the server again. Until then, “Back up now” makes them in ${folder}.`}
        </Alert>
      )}
    </>
  )
}

function automaticText({ folder, everyHours, kept, isEncrypted, archivesWal }: BackupList) {
  const made = `A backup is made every ${intervalText(everyHours)} in ${folder}, and the newest ${kept.toLocaleString()} are kept.`
  const sealed = isEncrypted
    ? 'New ones are encrypted.'
    : 'They are not encrypted: set BACKUP_PASSPHRASE to encrypt new ones.'
  const archived = archivesWal ? ' The log of the database is archived too, so that any moment can be restored.' : ''
  return `${made} ${sealed}${archived}`
}

/** Older ones are shown when somebody asks for them. */
const firstShown = 7

interface BackupsProps extends Pick<BackupsCardProps, 'tasks' | 'linked' | 'onDownload'> {
  list: BackupList
  reasonId: string
}

function Backups({ list, tasks, reasonId, linked, onDownload }: BackupsProps) {
  const { docs, total } = list
  const [isWhole, setIsWhole] = useState(false)
  const [wanted, setWanted] = useState<Backup>()
  if (docs.length === 0)
    return (
      <Notice icon="save" title="No backups yet" isInCard>
        {list.isAutomatic && 'The first one is made automatically. '}To have one now, press “Back up now”.
      </Notice>
    )
  return (
    <>
      <Box component="ul" aria-label="Backups, newest first" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {docs.slice(0, isWhole ? docs.length : firstShown).map((backup) => (
          <BackupItem
            key={backup.name}
            backup={backup}
            tasks={tasks}
            reasonId={reasonId}
            isLinked={backup.name === linked}
            onDownload={() => setWanted(backup)}
          />
        ))}
      </Box>
      {docs.length > firstShown && !isWhole && (
        <Button color="inherit" sx={{ justifySelf: 'start', ml: -1 }} onClick={() => setIsWhole(true)}>
          {`Show ${(docs.length - firstShown).toLocaleString()} older backups`}
        </Button>
      )}
      {total > docs.length && (isWhole || docs.length <= firstShown) && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`The newest ${docs.length.toLocaleString()} of ${total.toLocaleString()} backups are listed.`}
        </Typography>
      )}
      <DownloadDialog backup={wanted} onConfirmed={onDownload} onClosed={() => setWanted(undefined)} />
    </>
  )
}
