import type { HeldMailReason } from '#contract/customers/incoming.ts'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/database.ts'
import { noteFilesUsed } from '#server/documents/files.ts'
import { announce } from '#server/events/eventStore.ts'
import { roomFor } from '#server/mail/receiving/receivedMails.ts'
import { describe, isVerified, reasonToHold } from './decide.ts'
import { fileAsEnquiry, fileAsMessage, type FilingServices } from './fileMail.ts'
import {
  type Described,
  dropReasons,
  giveBack,
  type IncomingRow,
  isKnown,
  lockIncoming,
  markDropped,
  markFiled,
  markHeld,
  readHeldBytes,
} from './incomingStore.ts'
import { type ReadMail, readMail, type ReceivedMail } from './readMail.ts'
import { oursOf, type Recognised, recognise, type RecogniseServices } from './recognise.ts'
import { findTarget, type Target } from './target.ts'
import { describeUnread } from './unread.ts'

/** Of such a mail, only the beginning is stored. */
const tooLarge = 'There was no room for the whole email. It is still in the mailbox'

export interface FilerServices extends FilingServices, RecogniseServices {
  config: Pick<Config, 'mailFrom' | 'mailAuthHost' | 'unverifiedSenders'>
}

/**
 * Files a received mail: as a message, as an enquiry, or as held. Returns the company in which something has changed. Throws
 * if the mail cannot be read.
 */
export async function fileReceived(services: FilerServices, row: IncomingRow): Promise<string | undefined> {
  if (row.size > limits.incoming.bytes) return holdUnread(services, row, tooLarge)
  return readMail(services, row.sha256, async (mail) => {
    const recipients = [...row.recipients, ...mail.parsed.recipients]
    const parsed = { ...mail.parsed, recipients }
    const recognised = await recognise(services, parsed)
    if (recognised) return drop(services, row, parsed, recognised)
    const target = await findTarget(services.db, oursOf(services), parsed)
    if (!target) {
      const about = describe({ parsed, companyId: null })
      return hold(services, row, about, { heldFor: 'failed', reason: 'No recipient names a company', enquiryId: null })
    }
    return fileInCompany(services, row, { ...mail, parsed }, target)
  })
}

/** Holds a mail that could not be read. */
export async function holdUnread(services: FilerServices, row: IncomingRow, reason: string) {
  const about = await describeUnread(services, row)
  return hold(services, row, about, { heldFor: 'failed', reason, enquiryId: null })
}

async function fileInCompany(services: FilerServices, row: IncomingRow, mail: ReadMail, target: Target) {
  const { db, config } = services
  const { companyId, enquiryId, form } = target
  const { parsed } = mail
  const about = describe({ parsed, companyId })
  if (!parsed.writer || !parsed.from) {
    const reason = parsed.from ? 'It comes from our own address, and names nobody else' : 'It names no sender in `From`'
    return hold(services, row, about, { heldFor: 'failed', reason, enquiryId })
  }
  const heldFor = await reasonToHold(db, target, { parsed, about, row }, config)
  if (heldFor) return hold(services, row, about, { heldFor, reason: null, enquiryId })
  const source = { id: row.id, sha256: row.sha256, parsed, isVerified: await isVerified(parsed, target, config) }
  const ready = { ...source, ...(await mail.checkFiles(companyId)) }
  return inTurn(services, row, about, async (tx) => {
    const filed = enquiryId
      ? await fileAsMessage(tx, services, { companyId, enquiryId }, ready)
      : await fileAsEnquiry(tx, services, form!, ready)
    await markFiled(tx, row.id, about, { enquiryId: filed.enquiryId, seq: filed.seq })
  })
}

type Hold = { heldFor: HeldMailReason; reason: string | null; enquiryId: string | null }

/** How long a mail waits that has no room to be held. People have to decide about others first. */
const waitSeconds = 3600

async function hold(services: FilerServices, row: IncomingRow, about: Described, held: Hold) {
  if ((await readHeldBytes(services.db, about.companyId)) > roomFor(row.size)) {
    await giveBack(services.db, row.id, waitSeconds, 'There is no room to hold more emails')
    return undefined
  }
  return inTurn(services, row, about, async (tx) => {
    await markHeld(tx, row.id, about, held)
    const { companyId } = about
    if (companyId) announceHeld(tx, companyId, held.enquiryId)
  })
}

/** Tells the pages of a company that the mails held for an enquiry, or for none, have changed. */
export function announceHeld(tx: Tx, companyId: string, enquiryId: string | null) {
  const subject = enquiryId ? 'thread' : 'company'
  announce(tx, { companyId, userId: companyId }, { subject, id: enquiryId ?? companyId })
}

/** Runs `work` on a mail that nobody else has filed, unless the company has the same mail already. */
async function inTurn(services: FilerServices, row: IncomingRow, about: Described, work: (tx: Tx) => Promise<void>) {
  const { companyId } = about
  const change = async (tx: Tx) => {
    const current = await lockIncoming(tx, row.id)
    if (current?.state !== 'received') return undefined
    if (await isKnown(tx, about, row.id)) return markDropped(tx, row.id, { ...about, reason: dropReasons.repeat })
    if (companyId) noteFilesUsed(tx, companyId, [row])
    await work(tx)
    return companyId ?? undefined
  }
  return (await (companyId ? services.db.beginFor(companyId, change) : services.db.begin(change))) ?? undefined
}

async function drop({ db }: FilerServices, row: IncomingRow, { messageId }: ReceivedMail, recognised: Recognised) {
  const { companyId, reason, note } = recognised
  await db.begin(async (tx) => {
    const current = await lockIncoming(tx, row.id)
    if (current?.state !== 'received') return
    await markDropped(tx, row.id, { companyId, messageId, reason })
    await note?.(tx)
  })
  return companyId ?? undefined
}
