import { findBounced, noteBounce } from '#server/customers/mails/bounces.ts'
import { findMailThread } from '#server/customers/mails/customerMailStore.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { queueUnwritten } from '#server/mail/mailStore.ts'
import { idsWithin } from '#server/mail/messageIds.ts'
import { findSent, noteAnswered, noteReturned, type SentMail } from '#server/mail/sentMails.ts'
import { dropReasons } from './incomingStore.ts'
import type { ReadServices, ReceivedMail } from './readMail.ts'
import { unreadAnswerPurpose } from './unreadAnswer.ts'
import { isOwnAddress } from './writer/writer.ts'

export interface RecogniseServices extends ReadServices {
  recipients: Recipients
}

/** Why a mail is not filed, although it is for nobody to decide about, and what to note about it. */
export type Recognised = { companyId: string | null; reason: string; note?: (tx: Tx) => Promise<unknown> }

/** Mails that we have sent, and what came back or was answered to those that are not for customers. */
export async function recognise(services: RecogniseServices, mail: ReceivedMail): Promise<Recognised | undefined> {
  if (await isOurs(services, mail)) return { companyId: null, reason: dropReasons.own }
  return (await recogniseBounce(services, mail)) ?? recogniseAnswer(services, mail)
}

export function oursOf({ recipients, config: { mailFrom } }: RecogniseServices) {
  return { recipients, mailFrom }
}

/**
 * Anybody can write our address into `From`. Only the id of a mail that we have sent, or its address for answers,
 * proves it.
 */
async function isOurs(services: RecogniseServices, { from, replyTo, messageId }: ReceivedMail) {
  const { db, recipients, config } = services
  if (!from || !isOwnAddress(services, from.address)) return false
  const named = replyTo && recipients.read(replyTo.address)
  const [id] = messageId === null ? [] : idsWithin(messageId, config.mailFrom)
  for (const mailId of [named?.kind === 'mail' ? named.id : undefined, id]) {
    if (mailId !== undefined && (await findMailThread(db, mailId))) return true
  }
  return messageId !== null && (await findSent(db, [messageId], config.mailFrom)) !== undefined
}

async function recogniseBounce(services: RecogniseServices, mail: ReceivedMail): Promise<Recognised | undefined> {
  const { bounce } = mail
  if (!bounce) return undefined
  const bounced = await findBounced(services.db, oursOf(services), bounce, mail)
  if (bounced) {
    return {
      companyId: bounced.companyId,
      reason: dropReasons.bounce,
      note: (tx) => noteBounce(tx, bounced.id, bounce),
    }
  }
  const sent = await findSent(services.db, bounce.messageIds, services.config.mailFrom)
  if (!sent) return undefined
  const failure = bounce.status === null || bounce.status.startsWith('5.1') ? 'address' : 'content'
  const note = bounce.isFinal ? (tx: Tx) => noteReturned(tx, sent, failure) : undefined
  return { companyId: null, reason: dropReasons.bounce, ...(note && { note }) }
}

/** Notifications and other mails to users have no place for answers, so a user who answers one is told, once. */
async function recogniseAnswer(services: RecogniseServices, mail: ReceivedMail): Promise<Recognised | undefined> {
  const { db, config } = services
  const newest = mail.inReplyTo.at(-1) ?? mail.references.at(-1)
  const sent = newest === undefined ? undefined : await findSent(db, [newest], config.mailFrom)
  // Anybody else has something to say, such as a customer whom the form asked for a confirmation.
  if (!sent || mail.from?.address !== sent.recipient.toLowerCase() || !(await isUser(db, sent.recipient)))
    return undefined
  // Not every program marks its answers: one that answers what we tell it would do so for ever.
  const isByProgram = mail.isGenerated || sent.purpose === unreadAnswerPurpose
  return { companyId: null, reason: dropReasons.answer, ...(!isByProgram && { note: (tx: Tx) => tellUser(tx, sent) }) }
}

async function isUser(db: Queryable, address: string) {
  const rows =
    await db`select from app_user where lower(email) = ${address.toLowerCase()} and email_confirmed_at is not null`
  return rows.length > 0
}

async function tellUser(tx: Tx, sent: SentMail) {
  if (!(await noteAnswered(tx, sent))) return
  await queueUnwritten(tx, { to: sent.recipient, purpose: unreadAnswerPurpose, hours: 72, aboutId: sent.id })
}
