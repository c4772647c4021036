import { Enquiry } from '#contract/enquiries.ts'
import type { Failure } from '#web/api/errors.ts'

/** What can be changed of an enquiry. */
export type EnquiryChanges = Pick<Enquiry, 'comments' | 'enquiryStatus'>
export type ChangedField = keyof EnquiryChanges

const fields = ['comments', 'enquiryStatus'] as const
export const fieldLabels: Record<ChangedField, string> = { comments: 'Comments', enquiryStatus: 'Status' }

/** Two people's changes of one enquiry, brought together. */
export interface Merge {
  values: EnquiryChanges
  /** What both have changed, each to something else; `values` has ours. */
  conflicts: ChangedField[]
  /** What only they have changed. */
  theirs: ChangedField[]
}

/** What somebody else has made of an enquiry, when a change was refused for that. */
export function newerOf({ version }: Enquiry, { code, data }: Failure) {
  const current = code === 'stale' ? Enquiry.parse(data) : undefined
  // Merged onto the same once more, it would be refused once more.
  return current && current.version > version ? current : undefined
}

/** Brings together what two people have made of `base`, field by field. */
export function mergeChanges(base: EnquiryChanges, mine: EnquiryChanges, theirs: EnquiryChanges): Merge {
  const theirOwn = fields.filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field])
  const conflicts = theirOwn.filter((field) => mine[field] !== base[field])
  const taken = theirOwn.filter((field) => mine[field] === base[field])
  return { values: withTheirs(mine, theirs, taken), conflicts, theirs: taken }
}

/** Ours, but for these fields. */
export function withTheirs(mine: EnquiryChanges, theirs: EnquiryChanges, taken: ChangedField[]): EnquiryChanges {
  return {
    comments: taken.includes('comments') ? theirs.comments : mine.comments,
    enquiryStatus: taken.includes('enquiryStatus') ? theirs.enquiryStatus : mine.enquiryStatus,
  }
}

/** What is said of a change that was kept without asking. */
export function keptTheirs(taken: ChangedField[]) {
  return `Somebody else’s change of ${taken.map((field) => fieldLabels[field]).join(' and ')} was kept`
}
