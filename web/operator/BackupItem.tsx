import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { sizeText } from '#contract/documents.ts'
import type { Backup } from '#contract/operator.ts'
import { ProfileItem } from '#web/accounts/profile/ProfileCard.tsx'
import { RelativeTime } from '#web/accounts/RelativeTime.tsx'
import { DateTime } from '#web/components/DateTime.tsx'
import { LevelIcon } from './LevelIcon.tsx'
import { TaskButton } from './TaskButton.tsx'
import type { Tasks } from './useTasks.ts'
import { backupTitle } from './words.ts'

interface BackupItemProps {
  backup: Backup
  tasks: Tasks
  reasonId: string
  isLinked: boolean
  onDownload: () => void
}

export function BackupItem({ backup, tasks, reasonId, isLinked, onDownload }: BackupItemProps) {
  const task = tasks.running ?? tasks.starting
  return (
    <ProfileItem>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3">
          <DateTime value={backup.startedAt} detail="minute" />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <RelativeTime value={backup.startedAt} />
          {backup.content && ` · ${contentText(backup.content)}`}
        </Typography>
        {backup.content ? <Verification last={backup.lastVerification} /> : <Unreadable />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TaskButton
          icon="badge-check"
          aria-label={`Verify ${backupTitle(backup)}`}
          isBusy={task?.kind === 'verify' && task.backup === backup.name}
          isBlocked={task !== undefined}
          reasonId={reasonId}
          onClick={() => tasks.start({ kind: 'verify', backup: backup.name })}
        >
          Verify
        </TaskButton>
        <TaskButton
          icon="download"
          aria-label={`Download ${backupTitle(backup)}`}
          isBusy={isLinked}
          onClick={onDownload}
        >
          Download
        </TaskButton>
      </Box>
    </ProfileItem>
  )
}

function contentText({ rows, files, bytes, productVersion }: NonNullable<Backup['content']>) {
  const counts = `${counted(rows, 'row')} · ${counted(files, 'file')}`
  return `${sizeText(bytes)} · ${counts} · version ${productVersion}`
}

function counted(count: number, noun: string) {
  return `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
}

function Unreadable() {
  return (
    <Fault>The server cannot read this backup: it is damaged, or it was made with another BACKUP_PASSPHRASE.</Fault>
  )
}

interface VerificationProps {
  last: Backup['lastVerification']
}

function Verification({ last }: VerificationProps) {
  if (last?.finishedAt && last.outcome === 'failed')
    return (
      <Fault>
        Verification failed <RelativeTime value={last.finishedAt} />
      </Fault>
    )
  const isVerified = last?.finishedAt && last.outcome === 'succeeded'
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {isVerified ? (
        <>
          Verified <RelativeTime value={last.finishedAt!} />
        </>
      ) : (
        'Read back when it was made, not verified since'
      )}
    </Typography>
  )
}

interface FaultProps {
  children: ReactNode
}

function Fault({ children }: FaultProps) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, mt: 0.25 }}>
      <LevelIcon level="problem" />
      <Typography variant="body2">{children}</Typography>
    </Box>
  )
}
