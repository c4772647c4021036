import type { Job } from '#contract/bulk.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'

/** Describes the outcome of a bulk change. */
export function describeOutcome(job: Job) {
  return `${job.done < job.total ? 'Stopped: ' : ''}${describeChange(job)}`
}

function describeChange({ kind, field, enquiryStatus, assignee, changed, total }: Job) {
  const many = total === 1 ? 'enquiry' : 'enquiries'
  const count = `${changed.toLocaleString()} of ${total.toLocaleString()} ${many}`
  if (kind === 'undo') return `Undone: ${changed === total ? `${total.toLocaleString()} ${many}` : count} restored`
  return field === 'status'
    ? `${count} changed to ${statusLabels[enquiryStatus!]}`
    : `${count} ${assignee ? `assigned to ${assignee.name}` : 'unassigned'}`
}
