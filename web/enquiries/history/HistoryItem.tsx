import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { EnquiryStatus } from '#contract/enquiries.ts'
import type { HistoryEntry, RecordedValue } from '#contract/history.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { PersonAvatar } from '#web/components/PersonAvatar.tsx'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { describeChange } from './changeTexts.ts'
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

interface ChangeProps {
  field: string
  change: HistoryEntry['changes'][string]
}

function Change({ field, change: [from, to] }: ChangeProps) {
  const texts = { from: String(from ?? ''), to: String(to ?? '') }
  if (field === 'comments') return <TextChange {...texts} />
  if (field === 'ratingComment') return texts.from !== texts.to && <TextChange {...texts} />
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
