import type { heldReasons } from '#contract/customers/form.ts'
import type { Language } from '#contract/customers/languages.ts'
import type { ImageType } from '#contract/documents.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { StoredDocument } from '#server/documents/documents.ts'
import { noteFilesUsed } from '#server/documents/files.ts'

export type HeldFor = (typeof heldReasons)[number]

export type SubmissionRow = {
  companyId: string
  id: string
  state: 'unconfirmed' | 'held' | 'accepted'
  heldFor: HeldFor | null
  formKey: string
  enquiryType: string
  summery: string
  description: string
  name: string
  email: string
  language: Language
  enquiryId: string | null
  fileBytes: number
  createdAt: Date
}

const submissionColumns = (db: Queryable) => db`
  company_id, id, state, held_for, form_key, enquiry_type, summery, description, name, email, language, enquiry_id,
  file_bytes::float8 as file_bytes, created_at`

export type NewSubmissionRow = Omit<SubmissionRow, 'createdAt' | 'enquiryId'> & {
  source: Buffer
  tokenHash: Buffer | null
  expiresAt: Date | 'infinity'
}

/** Inserts a submission with its images, which must be stored already. */
export async function insertSubmission(tx: Tx, row: NewSubmissionRow, documents: StoredDocument[]) {
  await tx`insert into submission ${tx(row)}`
  if (documents.length === 0) return
  const { companyId, id: submissionId } = row
  noteFilesUsed(tx, companyId, documents)
  const rows = documents.map((document, position) => ({ ...document, companyId, submissionId, position }))
  await tx`insert into submission_document ${tx(rows)}`
}

export async function findByFormKey(db: Queryable, companyId: string, formKey: string) {
  const [row] = await db<SubmissionRow[]>`
    select ${submissionColumns(db)} from submission where company_id = ${companyId} and form_key = ${formKey}`
  return row
}

export async function findByToken(db: Queryable, tokenHash: Buffer) {
  const [row] = await db<SubmissionRow[]>`
    select ${submissionColumns(db)} from submission where token_hash = ${tokenHash} and expires_at > now()`
  return row
}

/** Loads a submission and locks it until the transaction ends. */
export async function lockSubmission(tx: Tx, { companyId, id }: Pick<SubmissionRow, 'companyId' | 'id'>) {
  const [row] = await tx<SubmissionRow[]>`
    select ${submissionColumns(tx)} from submission where company_id = ${companyId} and id = ${id} for update`
  return row
}

/** A company's submissions that are held, oldest first. */
export function listHeld(db: Db, companyId: string, limit: number) {
  return db<SubmissionRow[]>`
    select ${submissionColumns(db)} from submission
    where company_id = ${companyId} and state = 'held' order by created_at, id limit ${limit}`
}

/** Takes the images of a submission, for its enquiry. */
export async function takeDocuments(tx: Tx, { companyId, id }: SubmissionRow): Promise<StoredDocument[]> {
  const rows = await tx<(StoredDocument & { position: number; type: ImageType })[]>`
    delete from submission_document where company_id = ${companyId} and submission_id = ${id}
    returning name, type, size, width, height, sha256, position`
  return rows.toSorted((one, other) => one.position - other.position).map(({ position: _position, ...file }) => file)
}

/** Marks a submission as the enquiry that it has become, and empties its texts, which the enquiry has. */
export async function markAccepted(tx: Tx, { companyId, id }: SubmissionRow, enquiryId: string) {
  await tx`
    update submission set state = 'accepted', held_for = null, enquiry_id = ${enquiryId}, enquiry_type = '', summery = '',
      description = '', name = '', file_bytes = 0, expires_at = now() + interval '7 days'
    where company_id = ${companyId} and id = ${id}`
}

export async function deleteSubmission(tx: Tx, { companyId, id }: Pick<SubmissionRow, 'companyId' | 'id'>) {
  const { count } = await tx`delete from submission where company_id = ${companyId} and id = ${id} and state = 'held'`
  return count > 0
}

/** Counts of recent submissions to a company and from a network, at one moment. */
export type Traffic = {
  fromSourceInHour: number
  fromSourceInDay: number
  toCompanyInHour: number
  held: number
  waitingBytes: number
}

export async function readTraffic(db: Queryable, companyId: string, source: Buffer): Promise<Traffic> {
  const [traffic] = await db<Traffic[]>`
    select sent.from_source_in_hour, sent.from_source_in_day, (
        select count(*)::int from submission
        where company_id = ${companyId} and created_at > now() - interval '1 hour') as to_company_in_hour,
      waiting.held, waiting.waiting_bytes
    from (
      select count(*) filter (where created_at > now() - interval '1 hour')::int as from_source_in_hour,
        count(*)::int as from_source_in_day
      from submission where source = ${source} and created_at > now() - interval '1 day'
    ) sent, (
      select count(*) filter (where state = 'held')::int as held, coalesce(sum(file_bytes), 0)::float8 as waiting_bytes
      from submission where company_id = ${companyId} and state <> 'accepted'
    ) waiting`
  return traffic!
}

/** How many confirmation mails an address has got lately. */
export async function readMailed(db: Queryable, email: string) {
  const [mailed] = await db<{ inTenMinutes: number; inDay: number }[]>`
    select count(*) filter (where created_at > now() - interval '10 minutes')::int as in_ten_minutes,
      count(*)::int as in_day
    from submission where email = ${email} and token_hash is not null and created_at > now() - interval '1 day'`
  return mailed!
}
