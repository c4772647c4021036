import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Requester } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { noFilter, type ListQuery } from './listQuery.ts'
import { describePeriod } from './periods.ts'
import { useListRequestersQuery } from './requesterApi.ts'

interface FilterChipsProps {
  open: boolean
  query: ListQuery
  onChanged: (changes: Partial<ListQuery>) => void
}

/** Shows each active filter; a press removes it. */
export function FilterChips({ open, query, onChanged }: FilterChipsProps) {
  const { raisedBy, assignee } = query
  const { data: requesters } = useListRequestersQuery({ ids: raisedBy }, { skip: !raisedBy && !assignee })
  const chips = filterChips(query, requesters)
  if (!open) return null
  return (
    <Box
      component="ul"
      aria-label="Filters"
      sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, px: { xs: 1.5, sm: 2.5 }, pb: 1.5 }}
    >
      {chips.map(({ id, label, without }) => (
        <Box component="li" key={id} sx={{ minWidth: 0 }}>
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            endIcon={<Icon name="x" size="small" />}
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChanged(without)}
            sx={{ maxWidth: 1, fontWeight: 500, overflowWrap: 'anywhere', textAlign: 'start' }}
          >
            {label}
          </Button>
        </Box>
      ))}
      <li>
        <Button size="small" onClick={() => onChanged({ ...noFilter, search: query.search })}>
          Clear all
        </Button>
      </li>
    </Box>
  )
}

/** An active filter, and the change that removes it. */
interface FilterChip {
  /** Unique, even if two people have the same name. */
  id: string
  label: string
  without: Partial<ListQuery>
}

/** The choice of enquiries that have no assignee. */
export const unassigned: Requester = { _id: 'unassigned', name: 'Unassigned' }

/** One chip for each filter. The search box shows the search. */
function filterChips(query: ListQuery, requesters: Requester[] = []): FilterChip[] {
  const { enquiryStatus = [], enquiryType = [], raisedBy = [], assignee = [], rating = [] } = query
  const { hasDocuments, unanswered, created, updated } = query
  const nameOf = (id: string) => [unassigned, ...requesters].find(({ _id }) => _id === id)?.name ?? '…'
  return [
    ...enquiryStatus.map((status) => ({
      id: status,
      label: `Status: ${statusLabels[status]}`,
      without: { enquiryStatus: others(enquiryStatus, status) },
    })),
    ...enquiryType.map((type) => ({
      id: `type ${type}`,
      label: `Type: ${type}`,
      without: { enquiryType: others(enquiryType, type) },
    })),
    ...raisedBy.map((id) => ({ id, label: `Raised by: ${nameOf(id)}`, without: { raisedBy: others(raisedBy, id) } })),
    ...assignee.map((id) => ({
      id: `assignee ${id}`,
      label: `Assignee: ${nameOf(id)}`,
      without: { assignee: others(assignee, id) },
    })),
    ...given(hasDocuments, { label: hasDocuments ? 'With documents' : 'Without documents' }, 'hasDocuments'),
    ...given(unanswered, { label: unanswered ? 'Waiting for a reply' : 'Not waiting for a reply' }, 'unanswered'),
    ...rating.map((each) => ({
      id: `rating ${each}`,
      label: `Rating: ${each} of 5`,
      without: { rating: others(rating, each) },
    })),
    ...given(created, { label: `Created: ${created && describePeriod(created)}` }, 'created'),
    ...given(updated, { label: `Updated: ${updated && describePeriod(updated)}` }, 'updated'),
  ]
}

function others<T>(values: T[], left: T) {
  const rest = values.filter((value) => value !== left)
  return rest.length ? rest : undefined
}

function given(value: unknown, { label }: { label: string }, name: keyof ListQuery): FilterChip[] {
  return value === undefined ? [] : [{ id: name, label, without: { [name]: undefined } }]
}
