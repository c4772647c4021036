import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Advice, Backup, BackupList, OperatorTask } from '#contract/operator.ts'
import { reported } from '#web/api/reporting.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { BackupsCard } from './BackupsCard.tsx'
import { DiskCard } from './DiskCard.tsx'
import { IntegrityCard } from './IntegrityCard.tsx'
import { NextCard } from './NextCard.tsx'
import {
  useCreateDownloadLinkMutation,
  useGetAdviceQuery,
  useGetInstallationQuery,
  useListBackupsQuery,
} from './operatorApi.ts'
import { UnownedMailsCard } from './UnownedMailsCard.tsx'
import { usePolling } from './usePolling.ts'
import { useTasks } from './useTasks.ts'
import { VersionsCard } from './VersionsCard.tsx'
import { JobsCard, MailCard } from './WaitingCards.tsx'
import { counted, outcomeText, runningText } from './words.ts'

const refreshMs = 30_000

/** The state of the whole installation, for the people who run it. */
export function OperatorPage() {
  const installation = useGetInstallationQuery(undefined, { refetchOnMountOrArgChange: true })
  const advice = useGetAdviceQuery()
  const backups = useListBackupsQuery(undefined, { refetchOnMountOrArgChange: true })
  const tasks = useTasks(installation.data?.lastTasks)
  const { download, linked } = useDownload()
  usePolling(refreshMs, () => void installation.refetch())
  const { data, error, isFetching } = installation
  const list = backups.data?.docs ?? []
  // While an earlier state is shown, the next attempt hides nothing.
  const hasFailed = error !== undefined && (data !== undefined || !isFetching)
  const isMissing = hasFailed && !data
  return (
    <>
      <PageTitle>Operator</PageTitle>
      <Heading />
      <Announcements task={tasks.running ?? tasks.watched} list={backups.data} advice={advice.data} />
      {hasFailed && (
        <Box sx={{ mb: 3 }}>
          <RetryAlert
            message={`The state of the installation could not be ${data ? 'refreshed' : 'loaded'}`}
            onRetry={installation.refetch}
          />
        </Box>
      )}
      <Box sx={isMissing ? column : columns}>
        <Box sx={column}>
          <NextCard
            advice={advice.data}
            isChecking={advice.isFetching}
            hasFailed={advice.isError}
            onCheck={() => void reported(advice.refetch())}
          />
          <UnownedMailsCard />
          <BackupsCard
            list={backups.data}
            hasFailed={backups.isError && !backups.isFetching}
            tasks={tasks}
            linked={linked}
            onDownload={download}
            onRetry={() => void reported(backups.refetch())}
          />
        </Box>
        {!isMissing && (
          <Box sx={column}>
            <IntegrityCard isLoaded={data !== undefined} tasks={tasks} backups={list} />
            <VersionsCard versions={data?.versions} />
            <DiskCard storage={data?.storage} />
            <JobsCard jobs={data?.jobs} />
            <MailCard mail={data?.mail} />
          </Box>
        )}
      </Box>
    </>
  )
}

const column = { display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }
const columns = { ...column, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 7fr) minmax(0, 5fr)' } }

function Heading() {
  return (
    <Box sx={{ mt: 2, mb: 3 }}>
      <Typography component="h1" variant="h4">
        Operator
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The state of the whole installation, with the data of every company.
      </Typography>
    </Box>
  )
}

/** Makes a link, which works for a minute, and lets the browser download what is behind it. */
function useDownload() {
  const [createLink, { isLoading, originalArgs }] = useCreateDownloadLinkMutation()
  const download = async ({ name }: Backup) => {
    const { data } = await createLink(name)
    if (!data) return
    const link = document.createElement('a')
    link.href = data.url
    // The server names the file.
    link.download = ''
    link.click()
  }
  return { download: (backup: Backup) => void download(backup), linked: isLoading ? originalArgs : undefined }
}

interface AnnouncementsProps {
  task: OperatorTask | undefined
  list: BackupList | undefined
  advice: Advice | undefined
}

/** Reports the progress of tasks and checks to screen readers. */
function Announcements({ task, list, advice }: AnnouncementsProps) {
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {task && `${task.finishedAt ? outcomeText(task, list?.docs ?? []) : runningText(task, list?.docs ?? [])}.`}
      </Box>
      <Box component="output" sx={visuallyHidden}>
        {advice && <span key={advice.checkedAt}>{checkedText(advice)}</span>}
      </Box>
    </>
  )
}

function checkedText({ problems, warnings }: Advice) {
  if (problems + warnings === 0) return 'The checks found nothing to do.'
  return `The checks found ${counted(problems, 'problem')} and ${counted(warnings, 'warning')}.`
}
