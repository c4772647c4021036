import type { DeskSummary, StatusCounts } from '#contract/desk.ts'
import { enquiryStatuses, type EnquiryStatus } from '#contract/enquiries.ts'
import type { DeskQuery } from '#web/desk/deskQuery.ts'

const none = Object.fromEntries(enquiryStatuses.map((status) => [status, 0])) as StatusCounts

/** How many enquiries a part of the queue has; without a status all but the closed ones count, as the queue shows. */
export function countOf(summary: DeskSummary, { assignee, enquiryStatus }: DeskQuery, userId: string | undefined) {
  return totalOf(countsOf(summary, assignee === 'mine' ? userId : assignee), enquiryStatus)
}

function countsOf({ byStatus, unassigned, assignees }: DeskSummary, assignee: string | undefined) {
  if (assignee === undefined) return byStatus
  if (assignee === 'unassigned') return unassigned
  return assignees.find(({ _id }) => _id === assignee)?.byStatus ?? none
}

function totalOf(counts: StatusCounts, status: EnquiryStatus | undefined) {
  if (status) return counts[status]
  return enquiryStatuses.reduce((sum, each) => (each === 'closed' ? sum : sum + counts[each]), 0)
}
