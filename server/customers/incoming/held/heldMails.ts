import type { AcceptHeldMail, HeldMail, HeldMails } from '#contract/customers/incoming.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import { type Changes, record } from '#server/accounts/history.ts'
import { readForm } from '#server/customers/form/customerForm.ts'
import { describe, findInThread } from '#server/customers/incoming/decide.ts'
import {
  fileAsEnquiry,
  fileAsMessage,
  type FilingServices,
  type ReadyMail,
} from '#server/customers/incoming/fileMail.ts'
import { announceHeld } from '#server/customers/incoming/fileReceived.ts'
import {
  findHeld,
  type HeldRow,
  listHeld,
  lockIncoming,
  markDropped,
  markFiled,
  releaseStranger,
} from '#server/customers/incoming/incomingStore.ts'
import { readMail, type ReadServices, UnreadableMail } from '#server/customers/incoming/readMail.ts'
import type { Db, Tx } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'

/** Shown at once. The others follow as these are accepted or deleted. */
const shown = 50

export async function listHeldMails(
  db: Db,
  urls: FileUrls,
  { companyId }: Actor,
  { enquiryId }: { enquiryId?: string },
): Promise<HeldMails> {
  const { rows, total } = await listHeld(db, companyId, enquiryId, shown)
  return { docs: rows.map((row) => toHeldMail(row, urls)), totalDocs: total }
}

function toHeldMail({ id, receivedAt, sha256, heldFor, enquiry, ...texts }: HeldRow, urls: FileUrls): HeldMail {
  return {
    ...texts,
    _id: id,
    receivedAt: receivedAt.toISOString(),
    reason: heldFor,
    enquiry: enquiry && { _id: enquiry.id, enquiryId: toEnquiryId(enquiry.enquiryNo), summery: enquiry.summery },
    originalUrl: urls.download(sha256, 'email.eml'),
  }
}

type Write = (tx: Tx) => Promise<string>
type Thread = { companyId: string; enquiryId: string }

/**
 * Reads a held mail and lets `run` call the write that files it, which returns the id of the enquiry. Throws 404 if the mail
 * is not held any more, and 409 if it answers no enquiry, names no sender or cannot be read.
 */
export async function acceptHeldMail<T>(
  services: FilingServices & ReadServices,
  actor: Actor,
  { id, as }: AcceptHeldMail & { id: string },
  run: (write: Write) => Promise<T>,
) {
  const row = await findHeld(services.db, actor.companyId, id)
  if (!row) throw notFound('Email')
  if (as === 'message' && row.enquiryId === null)
    throw conflict('This email answers no enquiry. Make a new enquiry of it')
  const accepted = readMail(services, row.sha256, async (mail) => {
    if (!mail.parsed.writer) throw conflict('This email names no customer. Download the original')
    // Whoever accepts it has looked at its sender, but not at another address for answers.
    const source = { id, sha256: row.sha256, parsed: mail.parsed, isVerified: mail.parsed.sentFrom === null }
    const ready = { ...source, ...(await mail.checkFiles(actor.companyId)) }
    return run((tx) => accept(tx, services, actor, as, ready))
  })
  return accepted.catch((error: unknown) => {
    throw error instanceof UnreadableMail ? conflict('This email cannot be read. Download the original') : error
  })
}

async function accept(tx: Tx, services: FilingServices, actor: Actor, as: AcceptHeldMail['as'], mail: ReadyMail) {
  const { companyId } = actor
  const row = await lockHeld(tx, actor, mail.id)
  const filed =
    as === 'message'
      ? await admit(tx, services, { companyId, enquiryId: row.enquiryId! }, mail)
      : await fileAsEnquiry(tx, services, { companyId, ...(await readForm(tx, actor)) }, mail)
  const { enquiryId, seq } = filed
  await markFiled(tx, mail.id, describe({ parsed: mail.parsed, companyId }), { enquiryId, seq })
  const sender: Changes = { sender: [null, mail.parsed.writer!.address] }
  record(tx, actor, { subject: 'enquiry', subjectId: enquiryId }, 'admitted', sender)
  announceHeld(tx, companyId, row.enquiryId)
  return enquiryId
}

/** Adds a mail to the thread that it answers. From now on, its sender belongs to that thread. */
async function admit(tx: Tx, services: FilingServices, thread: Thread, mail: ReadyMail) {
  const known = await findInThread(tx, thread, mail.parsed)
  const filed = await fileAsMessage(tx, services, thread, mail)
  if (!known) {
    await tx`insert into customer_thread_guest ${tx({ ...thread, contactId: filed.author.userId })} on conflict do nothing`
    await releaseStranger(tx, thread, describe({ ...mail, companyId: thread.companyId }).address)
  }
  return filed
}

/** Throws 404 if the mail is not held any more. */
export async function refuseHeldMail(tx: Tx, actor: Actor, id: string) {
  const row = await lockHeld(tx, actor, id)
  await markDropped(tx, id, { companyId: actor.companyId, messageId: null, reason: 'deleted by a person' })
  announceHeld(tx, actor.companyId, row.enquiryId)
}

async function lockHeld(tx: Tx, { companyId }: Actor, id: string) {
  const row = await lockIncoming(tx, id)
  if (row?.companyId !== companyId || row.state !== 'held') throw notFound('Email')
  return row
}
