import type { Enquiry, NewerEnquiry } from '#contract/enquiries.ts'

/** The fields of an enquiry that can be changed. */
export type EnquiryChanges = Pick<Enquiry, 'comments' | 'enquiryStatus'>
export type ChangedField = keyof EnquiryChanges

const fields = ['comments', 'enquiryStatus'] as const
export const fieldLabels: Record<ChangedField, string> = { comments: 'Comments', enquiryStatus: 'Status' }

/** The merged changes of two people to one enquiry. */
export interface Merge {
  values: EnquiryChanges
  /** Fields that both have changed to different values; `values` holds ours. */
  conflicts: ChangedField[]
  /** Fields that only they have changed. */
  theirs: ChangedField[]
}

/** Merges the changes of two people to `base`, field by field. */
export function mergeChanges(base: EnquiryChanges, mine: EnquiryChanges, theirs: EnquiryChanges): Merge {
  const theirOwn = fields.filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field])
  const conflicts = theirOwn.filter((field) => mine[field] !== base[field])
  const taken = theirOwn.filter((field) => mine[field] === base[field])
  return { values: withTheirs(mine, theirs, taken), conflicts, theirs: taken }
}

/** Our changes, with their values for the `taken` fields. */
export function withTheirs(mine: EnquiryChanges, theirs: EnquiryChanges, taken: ChangedField[]): EnquiryChanges {
  return {
    comments: taken.includes('comments') ? theirs.comments : mine.comments,
    enquiryStatus: taken.includes('enquiryStatus') ? theirs.enquiryStatus : mine.enquiryStatus,
  }
}

/**
 * How sentences name the other version of these fields and the people who saved it: others, or the same person in
 * another window.
 */
export function otherVersion(
  { changedBy }: NewerEnquiry,
  changed: (keyof NewerEnquiry['changedBy'])[],
  ownId: string | undefined,
) {
  const people = new Map(changed.map((field) => [changedBy[field]?._id, changedBy[field]?.name ?? 'Someone']))
  if (people.size === 1 && people.has(ownId) && ownId !== undefined) {
    return {
      their: 'Your other',
      use: 'Use the other version',
      saved: 'You changed this in another window too',
    }
  }
  people.delete(ownId)
  const names = [...people.values()].join(' and ')
  return people.size === 1
    ? { their: `${names}’s`, use: `Use ${names}’s`, saved: `${names} changed this too` }
    : { their: 'Their', use: 'Use theirs', saved: `${names} changed this too` }
}

/** The message when the other version's changes were kept without a question. */
export function keptTheirs(taken: ChangedField[], newer: NewerEnquiry, ownId: string | undefined) {
  const fieldNames = taken.map((field) => fieldLabels[field]).join(' and ')
  return `${otherVersion(newer, taken, ownId).their} change to ${fieldNames} was kept`
}
