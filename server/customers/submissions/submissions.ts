import { v7 as uuidv7 } from 'uuid'
import type { Submission } from '#contract/customers/form.ts'
import type { Language } from '#contract/customers/languages.ts'
import { hashOf, type LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { takeContact } from '#server/customers/contacts/contacts.ts'
import { findContactByEmail } from '#server/customers/contacts/contactStore.ts'
import type { CustomerFormRow } from '#server/customers/form/customerForm.ts'
import { findFirstToken, openCustomerThread } from '#server/customers/links/customerLinks.ts'
import { CustomerMails } from '#server/customers/mails/customerMails.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { StoredDocument } from '#server/documents/documents.ts'
import { bytesOf, hasRoom } from '#server/documents/quota.ts'
import { createEnquiry } from '#server/enquiries/enquiries.ts'
import { takeNumber } from '#server/enquiries/enquiryStore.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { queueConfirmation } from './confirmationMail.ts'
import { hasRoomFor, heldFor, isFull, mayMail } from './submissionLimits.ts'
import {
  findByFormKey,
  type HeldFor,
  insertSubmission,
  lockSubmission,
  markAccepted,
  readMailed,
  readTraffic,
  type SubmissionRow,
  takeDocuments,
} from './submissionStore.ts'

/** Unconfirmed submissions are deleted after this time. */
const keptMs = 7 * 24 * 3600 * 1000

export type Deps = { config: Config; linkSecrets: LinkSecrets; mailer: Mailer }

export type Sent = Submission & {
  formKey: string
  language: Language
  source: Buffer
  isDecoyFilled: boolean
  hasProof: boolean
  images: StoredDocument[]
  /** The number of bytes that the company may store. */
  quota: number
}

/** The outcome of a form that was sent. `token` opens the customer's page; a repeated form never gets it. */
export type Received =
  | { kind: 'confirm' }
  | { kind: 'held' }
  | { kind: 'link'; token: string }
  | { kind: 'received' }
  | { kind: 'full' }
  | { kind: 'noRoom' }

/** The decision on a form that was sent. `earlier` is the same form, sent before. */
type Decision =
  | { kind: 'earlier'; earlier: SubmissionRow }
  | { kind: 'full' | 'noRoom' | 'accept' | 'confirm' }
  | { kind: 'hold'; reason: HeldFor }

async function decide(db: Queryable, deps: Deps, form: CustomerFormRow, sent: Sent): Promise<Decision> {
  const { companyId } = form
  const earlier = await findByFormKey(db, companyId, sent.formKey)
  if (earlier) return { kind: 'earlier', earlier }
  const fileBytes = bytesOf(sent.images)
  const traffic = await readTraffic(db, companyId, sent.source)
  if (!hasRoomFor(traffic, fileBytes) || !(await hasRoom(db, form, sent.quota, fileBytes))) return { kind: 'noRoom' }
  const contact = await findContactByEmail(db, form, sent.email)
  const reason = heldFor({ ...sent, traffic, isBlocked: contact !== undefined && contact.blockedAt !== null })
  const held = (why: HeldFor) =>
    isFull(traffic) ? ({ kind: 'full' } as const) : ({ kind: 'hold', reason: why } as const)
  if (reason) return held(reason)
  if (!deps.mailer.isOn) return { kind: 'accept' }
  return mayMail(await readMailed(db, sent.email)) ? { kind: 'confirm' } : held('recipient')
}

/** The outcome of a form of which nothing will be stored, so that nobody stores its images; undefined for others. */
export async function findRefusal(
  db: Db,
  deps: Deps,
  form: CustomerFormRow,
  sent: Sent,
): Promise<Received | undefined> {
  const decision = await decide(db, deps, form, sent)
  if (decision.kind === 'earlier') return outcomeOf(deps, decision.earlier)
  return decision.kind === 'full' || decision.kind === 'noRoom' ? { kind: decision.kind } : undefined
}

/**
 * Stores a form that was sent, whose images are stored already. It becomes an enquiry at once if the server
 * sends no mail; otherwise it waits for the confirmation of its address. A form that is sent again changes
 * nothing: its sender may have typed another person's address, and learns neither the link nor whether that
 * person has confirmed.
 */
export async function receiveSubmission(tx: Tx, deps: Deps, form: CustomerFormRow, sent: Sent): Promise<Received> {
  // Those who send images take turns, so that together they keep within what may wait.
  if (sent.images.length > 0) await tx`select 1 from company where id = ${form.companyId} for no key update`
  const decision = await decide(tx, deps, form, sent)
  switch (decision.kind) {
    case 'earlier':
      return outcomeOf(deps, decision.earlier)
    case 'hold':
      return hold(tx, form, sent, decision.reason)
    case 'accept':
      return acceptAtOnce(tx, deps, form, sent)
    case 'confirm':
      return askForConfirmation(tx, deps, form, sent)
    default:
      return { kind: decision.kind }
  }
}

function outcomeOf({ mailer }: Deps, { state }: SubmissionRow): Received {
  if (state === 'held') return { kind: 'held' }
  return { kind: mailer.isOn ? 'confirm' : 'received' }
}

/** The token of the link that the submission got when it became an enquiry, unless that link has been revoked. */
export async function findPageToken(db: Queryable, secrets: LinkSecrets, { companyId, enquiryId }: SubmissionRow) {
  return enquiryId === null ? undefined : findFirstToken(db, secrets, { companyId, enquiryId })
}

async function hold(tx: Tx, form: CustomerFormRow, sent: Sent, reason: HeldFor): Promise<Received> {
  const row = { ...rowOf(form, sent), state: 'held' as const, heldFor: reason }
  await insertSubmission(tx, { ...row, tokenHash: null, expiresAt: 'infinity' }, sent.images)
  return { kind: 'held' }
}

async function askForConfirmation(
  tx: Tx,
  { config, linkSecrets, mailer }: Deps,
  form: CustomerFormRow,
  sent: Sent,
): Promise<Received> {
  const row = { ...rowOf(form, sent), state: 'unconfirmed' as const, heldFor: null }
  const token = linkSecrets.customerToken('confirm', row)
  const expiresAt = new Date(Date.now() + keptMs)
  await insertSubmission(tx, { ...row, tokenHash: hashOf(token), expiresAt }, sent.images)
  await queueConfirmation(tx, mailer, config, { ...sent, token, expiresAt, companyName: form.companyName })
  return { kind: 'confirm' }
}

async function acceptAtOnce(tx: Tx, deps: Deps, form: CustomerFormRow, sent: Sent): Promise<Received> {
  const row = { ...rowOf(form, sent), state: 'unconfirmed' as const, heldFor: null }
  await insertSubmission(tx, { ...row, tokenHash: null, expiresAt: new Date(Date.now() + keptMs) }, sent.images)
  const { token } = await accept(tx, deps.linkSecrets, (await lockSubmission(tx, row))!, null)
  return { kind: 'link', token }
}

function rowOf({ companyId }: CustomerFormRow, sent: Sent) {
  const { formKey, source, enquiryType, summery, description, name, email, language } = sent
  const texts = { enquiryType, summery, description, name, email, language }
  return { companyId, id: uuidv7(), formKey, source, ...texts, fileBytes: bytesOf(sent.images) }
}

/** Makes an enquiry of a locked submission that is none yet, and a link to its customer's page. */
export async function accept(tx: Tx, secrets: LinkSecrets, submission: SubmissionRow, confirmedAt: Date | null) {
  const { companyId, enquiryType, summery, description } = submission
  const contactId = await takeContact(tx, submission, confirmedAt)
  const documents = await takeDocuments(tx, submission)
  const author = { companyId, userId: contactId, isContact: true as const }
  const texts = { enquiryType, summery, description, comments: '' }
  const { id: enquiryId } = await createEnquiry(tx, author, texts, documents, await takeNumber(tx, author))
  await markAccepted(tx, submission, enquiryId)
  return { enquiryId, token: await openCustomerThread(tx, secrets, { companyId, enquiryId }, confirmedAt) }
}

/**
 * Confirms the address of a submission, which makes it an enquiry, and returns the token of its customer's page. Again, it
 * returns the same; undefined if that link has been revoked or replaced.
 */
export async function confirmSubmission(
  tx: Tx,
  { linkSecrets, mailer }: Deps,
  key: Pick<SubmissionRow, 'companyId' | 'id'>,
) {
  const submission = await lockSubmission(tx, key)
  if (!submission || submission.state === 'held') return undefined
  if (submission.state === 'accepted') return findPageToken(tx, linkSecrets, submission)
  const { enquiryId, token } = await accept(tx, linkSecrets, submission, new Date())
  await new CustomerMails(mailer).sendReceipt(tx, { companyId: submission.companyId, enquiryId })
  return token
}
