import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useMemo, type ReactNode } from 'react'
import { EnquiryStatus } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import type { ChangeEvent } from '#contract/events.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { describeChange } from '#web/enquiries/history/changeTexts.ts'
import { useGetHistoryInfiniteQuery } from '#web/enquiries/history/historyApi.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { threadSizes } from '#web/theme/threadSizes.ts'
import { MessageText } from './MessageText.tsx'
import type { Between } from './threadItems.ts'
import { TimeOfDay } from './TimeOfDay.tsx'

const refetchedOn: ChangeEvent['subject'][] = ['enquiry', 'thread']

/** The latest status changes and ratings of the enquiry, to be shown in the thread. */
export function useHistoryMarks(enquiryId: string) {
  const history = useGetHistoryInfiniteQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'user' || (refetchedOn.includes(event.subject) && isAbout(event)), history)
  const pages = history.data?.pages
  const shown = useMemo(() => (pages ?? []).flatMap(({ docs }) => docs.flatMap(toMark)), [pages])
  return { name: 'changes of status', shown, hasFailed: history.isError, retry: history.refetch }
}

function toMark(entry: HistoryEntry): Between[] {
  const content = entry.action === 'rated' ? <RatingMark entry={entry} /> : statusMark(entry)
  return content ? [{ key: entry._id, at: entry.createdAt, content }] : []
}

function statusMark({ action, by, changes, createdAt }: HistoryEntry) {
  const to = EnquiryStatus.safeParse(changes.status?.[1])
  if (!to.success || action === 'created') return undefined
  const change = action === 'reopened' ? 'reopened it' : `changed the status to ${statusLabels[to.data]}`
  return <MarkLine name={by.name} change={change} icon={statusLooks[to.data].icon} at={createdAt} />
}

interface RatingMarkProps {
  entry: HistoryEntry
}

/** A line with the rating, and the customer's comment below it. */
function RatingMark({ entry: { action, by, changes, createdAt } }: RatingMarkProps) {
  const comment = changes.ratingComment?.[1]
  return (
    <MarkLine name={by.name} change={describeChange(action, changes, by.name)} icon="star" at={createdAt}>
      {comment && (
        <Box
          component="blockquote"
          sx={{
            width: 'fit-content',
            maxWidth: threadSizes.bubble,
            mx: 'auto',
            my: 0,
            pt: 0.5,
            paddingInlineStart: 1.5,
            borderInlineStart: '3px solid',
            borderColor: 'divider',
          }}
        >
          <MessageText text={String(comment)} />
        </Box>
      )}
    </MarkLine>
  )
}

interface MarkLineProps {
  name: string
  change: string
  icon: IconName
  at: string
  /** Below the line. */
  children?: ReactNode
}

/** A line across the thread that shows a change. */
function MarkLine({ name, change, icon, at, children }: MarkLineProps) {
  return (
    <>
      <Divider
        sx={{
          pt: 2,
          '&::before, &::after': { minWidth: 8 },
          '& .MuiDivider-wrapper': {
            display: 'flex',
            flexShrink: 0,
            maxWidth: 'calc(100% - 16px)',
            whiteSpace: 'normal',
          },
        }}
      >
        <Typography
          variant="caption"
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: 'text.secondary', textAlign: 'center' }}
        >
          <Icon name={icon} size="small" />
          <span>
            <bdi>{name}</bdi> {change}{' '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              · <TimeOfDay value={at} />
            </Box>
          </span>
        </Typography>
      </Divider>
      {children}
    </>
  )
}
