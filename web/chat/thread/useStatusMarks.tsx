import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { EnquiryStatus, statusLabels } from '#contract/enquiries.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { useGetHistoryInfiniteQuery } from '#web/enquiries/history/historyApi.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import type { Between } from './threadItems.ts'
import { TimeOfDay } from './TimeOfDay.tsx'

const refetchedOn: ChangeEvent['subject'][] = ['enquiry', 'thread']

/** The latest status changes of the enquiry, to be shown in the thread. */
export function useStatusMarks(enquiryId: string): Between[] {
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), history)
  const pages = history.data?.pages
  return useMemo(() => (pages ?? []).flatMap(({ docs }) => docs.flatMap(toMark)), [pages])
}

function toMark({ _id, action, by, changes, createdAt }: HistoryEntry): Between[] {
  const to = EnquiryStatus.safeParse(changes.status?.[1])
  if (!to.success || action === 'created') return []
  const change = action === 'reopened' ? 'reopened it' : `changed the status to ${statusLabels[to.data]}`
  return [
    { key: _id, at: createdAt, content: <StatusMark name={by.name} change={change} status={to.data} at={createdAt} /> },
  ]
}

interface StatusMarkProps {
  name: string
  change: string
  status: EnquiryStatus
  at: string
}

/** A line across the thread that shows a change of status. */
function StatusMark({ name, change, status, at }: StatusMarkProps) {
  return (
    <Divider
      sx={{
        pt: 2,
        '&::before, &::after': { minWidth: 8 },
        '& .MuiDivider-wrapper': { flexShrink: 0, maxWidth: 'calc(100% - 16px)', whiteSpace: 'normal' },
      }}
    >
      <Typography
        variant="caption"
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: 'text.secondary', textAlign: 'center' }}
      >
        <Icon name={statusLooks[status].icon} size="small" />
        <span>
          <bdi>{name}</bdi> {change} · <TimeOfDay value={at} />
        </span>
      </Typography>
    </Divider>
  )
}
