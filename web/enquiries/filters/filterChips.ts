import { statusLabels, type Requester } from '#contract/enquiries.ts'
import type { ListQuery } from './listQuery.ts'
import { describePeriod } from './periods.ts'

/** A filter that is on, and the change that takes it off. */
interface FilterChip {
  /** Its own, also where two people have one name. */
  id: string
  label: string
  without: Partial<ListQuery>
}

/** One for each filter. A search is told by its box. */
export function filterChips(query: ListQuery, requesters: Requester[] = []): FilterChip[] {
  const { enquiryStatus = [], enquiryType = [], raisedBy = [], hasDocuments, unanswered, created, updated } = query
  const nameOf = (id: string) => requesters.find(({ _id }) => _id === id)?.name ?? '…'
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
    ...given(hasDocuments, { label: hasDocuments ? 'With documents' : 'Without documents' }, 'hasDocuments'),
    ...given(unanswered, { label: unanswered ? 'Waiting for an answer' : 'Not waiting for an answer' }, 'unanswered'),
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
