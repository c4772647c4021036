import type { DeskSummary } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'

/** The people who may reply, and the assignee even if they no longer may. */
export function assigneeChoices({ assignee }: Enquiry, summary: DeskSummary | undefined) {
  const people = summary?.assignees.filter(({ canAnswer }) => canAnswer) ?? []
  return !assignee || people.some(({ _id }) => _id === assignee._id) ? people : [...people, assignee]
}
