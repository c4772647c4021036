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
import { backupTitle, counted } from './words.ts'

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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
          <Typography variant="subtitle2" component="h3">
            <DateTime value={backup.startedAt} detail="minute" />
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <RelativeTime value={backup.startedAt} />
          </Typography>
        </Box>
        <Content backup={backup} />
        <Verification backup={backup} />
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

interface ContentProps {
  backup: Backup
}

function Content({ backup: { content, isEncrypted } }: ContentProps) {
  if (!content && !isEncrypted) return <Fault>The server cannot read this backup, because it is damaged.</Fault>
  return <Detail>{content ? contentText(content) : 'Encrypted'}</Detail>
}

function contentText({ rows, files, bytes }: NonNullable<Backup['content']>) {
  return `${sizeText(bytes)} · ${counted(rows, 'row')} · ${counted(files, 'file')}`
}

interface VerificationProps {
  backup: Backup
}

/** The version that made the backup, and when it was last found to be complete. */
function Verification({ backup: { content, isEncrypted, lastVerification } }: VerificationProps) {
  const { finishedAt, outcome } = lastVerification ?? {}
  const version = content && `Version ${content.productVersion}`
  if (finishedAt && outcome === 'failed')
    return (
      <>
        <Detail>{version}</Detail>
        <Fault>
          Verification failed <RelativeTime value={finishedAt} />
        </Fault>
      </>
    )
  if (!content && !isEncrypted) return null
  return (
    <Detail>
      {version && `${version} · `}
      {finishedAt && outcome === 'succeeded' ? (
        <>
          verified <RelativeTime value={finishedAt} />
        </>
      ) : (
        'read back when it was made'
      )}
    </Detail>
  )
}

interface DetailProps {
  children: ReactNode
}

function Detail({ children }: DetailProps) {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
      {children}
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
