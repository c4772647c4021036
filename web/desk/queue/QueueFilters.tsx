import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { DeskSummary, StatusCounts } from '#contract/desk.ts'
import { enquiryStatuses, statusLabels, type EnquiryStatus } from '#contract/enquiries.ts'
import type { DeskQuery } from '#web/desk/deskQuery.ts'

interface QueueFiltersProps {
  query: DeskQuery
  /** Undefined until it is loaded. */
  summary: DeskSummary | undefined
  userId: string | undefined
  onChanged: (changes: DeskQuery) => void
}

const assigneeTabs = [
  ['all', 'All'],
  ['mine', 'Mine'],
  ['unassigned', 'Unassigned'],
] as const
const anyone = 'anyone'

export function QueueFilters({ query, summary, userId, onChanged }: QueueFiltersProps) {
  const { assignee = 'all', enquiryStatus } = query
  const isKnown = assigneeTabs.some(([value]) => value === assignee)
  const counted = (label: string, part: DeskQuery) =>
    `${label} ${summary ? countOf(summary, part, userId).toLocaleString() : '…'}`
  const choose = (value: string) => onChanged({ assignee: value === 'all' ? undefined : value })
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 1.5, pb: 1.5 }}>
      <Tabs
        value={isKnown ? assignee : false}
        onChange={(_event, value: string) => choose(value)}
        variant="fullWidth"
        aria-label="Assignee"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {assigneeTabs.map(([value, label]) => (
          <Tab
            key={value}
            value={value}
            label={counted(label, { assignee: value === 'all' ? undefined : value, enquiryStatus })}
            sx={{ flexBasis: 'auto', minWidth: 0, px: 0.5, whiteSpace: 'nowrap' }}
          />
        ))}
      </Tabs>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)', gap: 1, px: 1.5 }}>
        <StatusFilter
          status={enquiryStatus}
          counted={(label, status) => counted(label, { ...query, ...status })}
          {...{ onChanged }}
        />
        <TextField
          select
          size="small"
          id={useId()}
          label="Colleague"
          value={isKnown ? anyone : assignee}
          onChange={({ target }) => choose(target.value === anyone ? 'all' : target.value)}
        >
          <MenuItem value={anyone}>Anyone</MenuItem>
          {summary?.assignees
            .filter(({ _id }) => _id !== userId)
            .map(({ _id, name, canAnswer }) => (
              <MenuItem key={_id} value={_id}>
                {counted(canAnswer ? name : `${name} (cannot reply)`, { assignee: _id, enquiryStatus })}
              </MenuItem>
            ))}
          {!isKnown && !summary?.assignees.some(({ _id }) => _id === assignee) && (
            <MenuItem value={assignee}>Someone else</MenuItem>
          )}
        </TextField>
      </Box>
    </Box>
  )
}

interface StatusFilterProps {
  status: EnquiryStatus | undefined
  counted: (label: string, part: DeskQuery) => string
  onChanged: (changes: DeskQuery) => void
}

const notClosed = 'notClosed'

function StatusFilter({ status, counted, onChanged }: StatusFilterProps) {
  return (
    <TextField
      select
      size="small"
      id={useId()}
      label="Status"
      value={status ?? notClosed}
      onChange={({ target }) =>
        onChanged({ enquiryStatus: target.value === notClosed ? undefined : (target.value as EnquiryStatus) })
      }
      // Without a count: the tabs above show it.
      slotProps={{ select: { renderValue: () => (status ? statusLabels[status] : 'Not closed') } }}
    >
      <MenuItem value={notClosed}>{counted('Not closed', { enquiryStatus: undefined })}</MenuItem>
      {enquiryStatuses.map((value) => (
        <MenuItem key={value} value={value}>
          {counted(statusLabels[value], { enquiryStatus: value })}
        </MenuItem>
      ))}
    </TextField>
  )
}

const emptyCounts = Object.fromEntries(enquiryStatuses.map((status) => [status, 0])) as StatusCounts

/** How many enquiries a part of the queue has; without a status all but the closed ones count, as the queue shows. */
function countOf(summary: DeskSummary, { assignee, enquiryStatus }: DeskQuery, userId: string | undefined) {
  return totalOf(countsOf(summary, assignee === 'mine' ? userId : assignee), enquiryStatus)
}

function countsOf({ byStatus, unassigned, assignees }: DeskSummary, assignee: string | undefined) {
  if (assignee === undefined) return byStatus
  if (assignee === 'unassigned') return unassigned
  return assignees.find(({ _id }) => _id === assignee)?.byStatus ?? emptyCounts
}

function totalOf(counts: StatusCounts, status: EnquiryStatus | undefined) {
  if (status) return counts[status]
  return enquiryStatuses.reduce((sum, each) => (each === 'closed' ? sum : sum + counts[each]), 0)
}
