import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { EnquiryStatus } from '#contract/enquiries.ts'
import type { HistoryEntry, RecordedValue } from '#contract/history.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { TextChange } from './TextChange.tsx'

interface HistoryItemProps {
  activity: HistoryEntry
  isLast: boolean
}

export function HistoryItem({ activity: { by, action, changes, createdAt }, isLast }: HistoryItemProps) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
      <Box aria-hidden sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center' }}>
        <PersonAvatar name={by.name} picture={by.profilePic} size="small" />
        {!isLast && <Box sx={{ flexGrow: 1, borderInlineStart: 2, borderColor: 'divider', my: 0.5 }} />}
      </Box>
      <Box sx={{ minWidth: 0, flexGrow: 1, pb: isLast ? 0 : 2.5, display: 'grid', gap: 0.75 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="bdi" sx={{ fontWeight: 600 }}>
            {by.name}
          </Box>{' '}
          {describeChange(action, changes, by.name)}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' · '}
            <DateTime value={createdAt} detail="brief" />
          </Box>
        </Typography>
        {Object.entries(changes).map(([field, change]) => (
          <Change key={field} field={field} change={change} />
        ))}
      </Box>
    </Box>
  )
}

/** Describes the action. Actions that only a newer server records are shown by name. */
function describeChange(action: string, { assignee, ...changes }: HistoryEntry['changes'], by: string) {
  if (action === 'created') return 'raised the enquiry'
  if (action === 'reopened') return 'reopened the enquiry with a new comment'
  if (action === 'imported') return 'imported the enquiry from a file'
  if (action !== 'changed' && action !== 'undone') return action
  const fields = Object.keys(changes).map((field) => (field === 'status' ? 'the status' : `the ${field}`))
  const changed = fields.length > 0 ? [`changed ${new Intl.ListFormat('en').format(fields)}`] : []
  const assigned = assignee ? [describeAssignment(assignee, by)] : []
  const done = [...assigned, ...changed].join(' and ')
  return action === 'undone' ? `undid a bulk change: ${done}` : done
}

function describeAssignment([from, to]: HistoryEntry['changes'][string], by: string) {
  if (to === null) return `unassigned the enquiry from ${from}`
  return to === by ? 'became the assignee' : `assigned the enquiry to ${to}`
}

interface ChangeProps {
  field: string
  change: HistoryEntry['changes'][string]
}

function Change({ field, change: [from, to] }: ChangeProps) {
  if (field === 'comments') return <TextChange from={String(from ?? '')} to={String(to ?? '')} />
  if (field !== 'status') return null
  return (
    <FromTo>
      <Status value={from} />
      <span>→</span>
      <Status value={to} />
    </FromTo>
  )
}

interface FromToProps {
  children: ReactNode
}

function FromTo({ children }: FromToProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}>{children}</Box>
  )
}

interface StatusProps {
  value: RecordedValue
}

function Status({ value }: StatusProps) {
  const status = EnquiryStatus.safeParse(value)
  return status.success ? <StatusChip status={status.data} /> : <span>{String(value ?? '')}</span>
}
