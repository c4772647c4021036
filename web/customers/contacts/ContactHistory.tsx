import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { HistoryEntry, RecordedValue } from '#contract/history.ts'
import { DateTime } from '#web/components/DateTime.tsx'

interface ContactHistoryProps {
  entries: HistoryEntry[]
}

/** The changes of colleagues to a customer, the latest first. */
export function ContactHistory({ entries }: ContactHistoryProps) {
  if (entries.length === 0) return null
  return (
    <Box component="section">
      <Typography variant="subtitle2" component="h3">
        History
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {entries.map((entry) => (
          <Box component="li" key={entry._id} sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
            <bdi>{entry.by.name}</bdi> {describe(entry)}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' · '}
              <DateTime value={entry.createdAt} detail="brief" />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const fieldNames: Record<string, string> = { name: 'the name', email: 'the address', language: 'the language' }

function describe({ action, changes }: HistoryEntry) {
  if (action === 'merged') return `merged ${shown(changes.merged?.[1])} into this customer`
  const { isBlocked, ...others } = changes
  const changed = Object.entries(others).map(
    ([field, [from, to]]) => `${fieldNames[field] ?? field} from ${shown(from)} to ${shown(to)}`,
  )
  const parts = changed.length > 0 ? [`changed ${new Intl.ListFormat('en').format(changed)}`] : []
  if (isBlocked) parts.push(isBlocked[1] ? 'blocked the customer' : 'unblocked the customer')
  return parts.join(' and ')
}

function shown(value: RecordedValue | undefined) {
  return String(value ?? '')
}
