import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { useId, useState } from 'react'
import { activeStatuses, type DeskSummary, type StatusCounts } from '#contract/desk.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses, statusLabels } from '#contract/enquiries/choices.ts'
import { limits } from '#contract/limits.ts'
import { SearchBox } from '#web/components/forms/SearchBox.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { DeskQuery } from '#web/desk/deskQuery.ts'
import { sizes } from '#web/theme/sizes.ts'

interface QueueFiltersProps {
  query: DeskQuery
  /** Undefined until it is loaded. */
  summary: DeskSummary | undefined
  userId: string | undefined
  onChanged: (changes: DeskQuery) => void
  /** Called on Enter in the search box. */
  onSearchEntered: (text: string) => void
}

const assigneeTabs = [
  ['mine', 'Mine'],
  ['unassigned', 'Unassigned'],
  ['all', 'All'],
] as const

/** The search and the filters of the queue. The tabs show no totals during a search, which would not be theirs. */
export function QueueFilters({ query, summary, userId, onChanged, onSearchEntered }: QueueFiltersProps) {
  const { assignee = 'all', enquiryStatus, search = '' } = query
  const filtersId = useId()
  const isKnown = assigneeTabs.some(([value]) => value === assignee)
  const [isOpen, setIsOpen] = useState(!isKnown || enquiryStatus !== undefined)
  const counted = (label: string, part: DeskQuery) =>
    search ? label : `${label} ${summary ? countOf(summary, part, userId).toLocaleString() : '…'}`
  const choose = (value: string) => onChanged({ assignee: value === 'all' ? undefined : value })
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', p: 1, pl: 1.5 }}>
        <SearchBox
          label="Search the queue"
          hint="Search the queue"
          value={search}
          maxLength={limits.search}
          onSearched={(text) => onChanged({ search: text })}
          onEntered={onSearchEntered}
        />
        <FiltersButton
          isOpen={isOpen}
          isFiltered={!isKnown || enquiryStatus !== undefined}
          controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Box>
      <AssigneeTabs
        chosen={isKnown && assignee}
        counted={(label, part) => counted(label, { ...part, enquiryStatus })}
        onChosen={choose}
      />
      <Box
        id={filtersId}
        sx={{ display: isOpen ? 'grid' : 'none', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1, p: 1.5 }}
      >
        <StatusFilter
          status={enquiryStatus}
          anyLabel={search ? 'Any status' : 'To do'}
          counted={(label, status) => counted(label, { ...query, ...status })}
          {...{ onChanged }}
        />
        <ColleagueFilter
          chosen={isKnown ? undefined : assignee}
          people={summary?.assignees.filter(({ _id }) => _id !== userId) ?? []}
          counted={(label, part) => counted(label, { ...part, enquiryStatus })}
          onChosen={choose}
        />
      </Box>
    </Box>
  )
}

interface AssigneeTabsProps {
  /** False if the queue is filtered by a colleague. */
  chosen: string | false
  counted: (label: string, part: DeskQuery) => string
  onChosen: (assignee: string) => void
}

function AssigneeTabs({ chosen, counted, onChosen }: AssigneeTabsProps) {
  return (
    <Tabs
      value={chosen}
      onChange={(_event, value: string) => onChosen(value)}
      variant="fullWidth"
      aria-label="Assignee"
      sx={{ minHeight: sizes.finger }}
    >
      {assigneeTabs.map(([value, label]) => (
        <Tab
          key={value}
          value={value}
          label={counted(label, { assignee: value === 'all' ? undefined : value })}
          sx={{ flexBasis: 'auto', minWidth: 0, minHeight: sizes.finger, px: 0.5, whiteSpace: 'nowrap' }}
        />
      ))}
    </Tabs>
  )
}

interface FiltersButtonProps {
  isOpen: boolean
  isFiltered: boolean
  /** The id of the filters that it shows. */
  controls: string
  onClick: () => void
}

function FiltersButton({ isOpen, isFiltered, controls, onClick }: FiltersButtonProps) {
  return (
    <Tooltip title="Filters">
      <IconButton
        aria-label={isFiltered ? 'Filters, in use' : 'Filters'}
        aria-expanded={isOpen}
        aria-controls={controls}
        color={isFiltered ? 'primary' : 'default'}
        onClick={onClick}
      >
        <Icon name="list-filter" />
      </IconButton>
    </Tooltip>
  )
}

interface ColleagueFilterProps {
  /** Undefined if the queue is not filtered by a colleague. */
  chosen: string | undefined
  people: DeskSummary['assignees']
  counted: (label: string, part: DeskQuery) => string
  onChosen: (assignee: string) => void
}

const anyone = 'anyone'

function ColleagueFilter({ chosen = anyone, people, counted, onChosen }: ColleagueFilterProps) {
  return (
    <TextField
      select
      size="small"
      id={useId()}
      label="Colleague"
      value={chosen}
      onChange={({ target }) => onChosen(target.value === anyone ? 'all' : target.value)}
    >
      <MenuItem value={anyone}>Anyone</MenuItem>
      {people.map(({ _id, name, canAnswer }) => (
        <MenuItem key={_id} value={_id}>
          {counted(canAnswer ? name : `${name} (cannot reply)`, { assignee: _id })}
        </MenuItem>
      ))}
      {chosen !== anyone && !people.some(({ _id }) => _id === chosen) && (
        <MenuItem value={chosen}>Someone else</MenuItem>
      )}
    </TextField>
  )
}

interface StatusFilterProps {
  status: EnquiryStatus | undefined
  /** The name of the statuses that are shown without a filter: a search finds them all. */
  anyLabel: string
  counted: (label: string, part: DeskQuery) => string
  onChanged: (changes: DeskQuery) => void
}

const active = 'active'

function StatusFilter({ status, anyLabel, counted, onChanged }: StatusFilterProps) {
  return (
    <TextField
      select
      size="small"
      id={useId()}
      label="Status"
      value={status ?? active}
      onChange={({ target }) =>
        onChanged({ enquiryStatus: target.value === active ? undefined : (target.value as EnquiryStatus) })
      }
      // Without a count: the tabs above show it.
      slotProps={{ select: { renderValue: () => (status ? statusLabels[status] : anyLabel) } }}
    >
      <MenuItem value={active}>{counted(anyLabel, { enquiryStatus: undefined })}</MenuItem>
      {enquiryStatuses.map((value) => (
        <MenuItem key={value} value={value}>
          {counted(statusLabels[value], { enquiryStatus: value })}
        </MenuItem>
      ))}
    </TextField>
  )
}

const emptyCounts = Object.fromEntries(enquiryStatuses.map((status) => [status, 0])) as StatusCounts

/** How many enquiries a part of the queue has; without a status, as many as the queue shows. */
function countOf(summary: DeskSummary, { assignee, enquiryStatus }: DeskQuery, userId: string | undefined) {
  return totalOf(countsOf(summary, assignee === 'mine' ? userId : assignee), enquiryStatus)
}

function countsOf({ byStatus, unassigned, assignees }: DeskSummary, assignee: string | undefined) {
  if (assignee === undefined) return byStatus
  if (assignee === 'unassigned') return unassigned
  return assignees.find(({ _id }) => _id === assignee)?.byStatus ?? emptyCounts
}

function totalOf(counts: StatusCounts, status: EnquiryStatus | undefined) {
  return (status ? [status] : activeStatuses).reduce((sum, each) => sum + counts[each], 0)
}
