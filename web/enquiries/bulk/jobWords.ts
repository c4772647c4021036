import type { Job } from '#contract/bulk.ts'
import { statusLabels } from '#contract/enquiries.ts'

/** How a change of many came out. */
export function howItEnded(job: Job) {
  return `${job.done < job.total ? 'Stopped: ' : ''}${whatItDid(job)}`
}

function whatItDid({ kind, field, enquiryStatus, assignee, changed, total }: Job) {
  const many = total === 1 ? 'enquiry' : 'enquiries'
  const count = `${changed.toLocaleString()} of ${total.toLocaleString()} ${many}`
  if (kind === 'undo') return `${count} given back`
  if (field === 'status') return `${count} changed to ${statusLabels[enquiryStatus!]}`
  return assignee ? `${count} assigned to ${assignee.name}` : `${count} unassigned`
}
