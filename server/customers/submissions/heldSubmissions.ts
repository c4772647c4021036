import type { HeldSubmission } from '#contract/customers/form.ts'
import { record } from '#server/accounts/history.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'
import { accept } from './submissions.ts'
import { deleteSubmission, listHeld, lockSubmission, type SubmissionRow } from './submissionStore.ts'

/** Shown at once. The others follow as these are accepted or deleted. */
const shown = 50

export async function listHeldSubmissions(db: Db, { companyId }: Actor): Promise<HeldSubmission[]> {
  const rows = await listHeld(db, companyId, shown)
  return rows.map((row) => ({
    _id: row.id,
    enquiryType: row.enquiryType,
    summery: row.summery,
    description: row.description,
    name: row.name,
    email: row.email,
    heldFor: row.heldFor!,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Makes an enquiry of a held submission and returns its id. Throws 404 if it is not held any more. */
export async function acceptHeld(tx: Tx, secrets: LinkSecrets, actor: Actor, id: string) {
  const submission = await lockSubmission(tx, { companyId: actor.companyId, id })
  if (submission?.state !== 'held') throw notFound('Submission')
  const { enquiryId } = await accept(tx, secrets, submission, null)
  record(tx, actor, { subject: 'enquiry', subjectId: enquiryId }, 'admitted')
  return enquiryId
}

/** Throws 404 if it is not held any more. */
export async function refuseHeld(tx: Tx, actor: Actor, id: string) {
  const key: Pick<SubmissionRow, 'companyId' | 'id'> = { companyId: actor.companyId, id }
  if (!(await deleteSubmission(tx, key))) throw notFound('Submission')
}
