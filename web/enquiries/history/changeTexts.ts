import { EnquiryStatus } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import type { HistoryEntry } from '#contract/history.ts'

type Changes = HistoryEntry['changes']
type NameField = (field: string, change: Changes[string]) => string

/** Describes the action. Actions that only a newer server records are shown by name. */
export function describeChange(action: string, changes: Changes, by: string, nameField: NameField = fieldName) {
  if (action === 'created') return 'raised the enquiry'
  if (action === 'reopened') return 'reopened the enquiry with a new comment'
  if (action === 'admitted') return describeAdmission(changes)
  if (action === 'link made') return 'made a new link to the customer’s page'
  if (action === 'link shown') return 'made a new link to the customer’s page, and saw it'
  if (action === 'link revoked') return 'revoked the link to the customer’s page'
  if (action === 'link mailed') return 'was mailed a new link to the enquiry'
  if (action === 'imported') return 'imported the enquiry from a file'
  if (action === 'rated') return describeRating(changes)
  if (action !== 'changed' && action !== 'undone') return action
  const { assignee, ...others } = changes
  const fields = Object.entries(others).map(([field, change]) => nameField(field, change))
  const changed = fields.length > 0 ? [`changed ${new Intl.ListFormat('en').format(fields)}`] : []
  const assigned = assignee ? [describeAssignment(assignee, by)] : []
  const done = [...assigned, ...changed].join(' and ')
  return action === 'undone' ? `undid a bulk change: ${done}` : done
}

function describeAdmission({ sender }: Changes) {
  if (!sender) return 'accepted the enquiry that was held back'
  return sender[1] === null ? 'accepted an email' : `accepted an email from ${sender[1]}`
}

/** The server records what has changed, so a rating without a new number has a new comment. */
function describeRating({ rating }: Changes) {
  if (!rating || rating[0] === rating[1]) return 'changed the comment on the rating'
  const [from, to] = rating
  return from === null ? `rated ${to} of 5` : `changed the rating from ${from} to ${to} of 5`
}

function fieldName(field: string) {
  return field === 'status' ? 'the status' : `the ${field}`
}

function describeAssignment([from, to]: Changes[string], by: string) {
  if (to === null) return `unassigned the enquiry from ${from}`
  return to === by ? 'became the assignee' : `assigned the enquiry to ${to}`
}

/** One sentence about a change, with both statuses: `Ana Ruiz changed the status from Open to Closed`. */
export function describeSave({ action, changes, by }: HistoryEntry) {
  return `${by.name} ${describeChange(action, changes, by.name, withStatuses)}`
}

function withStatuses(field: string, change: Changes[string]) {
  const [from, to] = change.map((value) => EnquiryStatus.safeParse(value).data)
  if (field !== 'status' || !from || !to) return fieldName(field)
  return `the status from ${statusLabels[from]} to ${statusLabels[to]}`
}
