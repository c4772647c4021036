import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { findNewestToken } from '#server/customers/links/customerLinks.ts'
import { withdrawQuestion } from '#server/customers/satisfaction/question.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { nameInMail } from '#server/mail/letter.ts'
import { messageIdOf, type WriteLetter } from '#server/mail/mailer.ts'
import { queueUnwritten, type Threaded } from '#server/mail/mailStore.ts'
import { receiptLetter, replyLetter } from './customerLetters.ts'
import { customerMailPurpose } from './customerMails.ts'
import {
  type CustomerMailRow,
  endMail,
  listEarlierMails,
  listMailed,
  lockMail,
  type MailedMessage,
  markSending,
  setUndeliverable,
} from './customerMailStore.ts'

interface MailServices {
  config: Config
  db: Db
  linkSecrets: LinkSecrets
}

/** RFC 5322 lets a mail name all earlier ones. Mail programs need the first and the newest. */
const referencesKept = 10
const retryHours = 72

/**
 * Writes a mail to a customer when it is sent, unless the customer wants no mails, or has read the replies meanwhile and is
 * asked nothing.
 */
export function writeCustomerMail(services: MailServices): WriteLetter {
  return async ({ to, aboutId }) => {
    if (aboutId === null) return undefined
    const written = await services.db.begin((tx) => prepare(tx, services, to, aboutId))
    if (!written) return undefined
    const { mail, replies, asked, token, references } = written
    const origin = services.config.publicUrl!.replace(/\/$/, '')
    const urls = { page: `${origin}/t/${token}`, stop: `${origin}/s/${token}` }
    const about = { ...mail, urls }
    const letter = mail.kind === 'receipt' ? receiptLetter(about) : replyLetter({ ...about, replies, asked })
    return { ...letter, manageUrl: urls.stop, threaded: threadedOf(services, mail, replies, references) }
  }
}

/** Decides whether the mail is sent, and fixes what it contains. */
async function prepare(tx: Tx, { config, linkSecrets }: MailServices, to: string, id: string) {
  const mail = await lockMail(tx, id)
  if (!mail || (mail.state !== 'waiting' && mail.state !== 'sending')) return undefined
  if (mail.email !== to) {
    // The address has been corrected since.
    await queueUnwritten(tx, { to: mail.email, purpose: customerMailPurpose, aboutId: id, hours: retryHours })
    return undefined
  }
  const token = await findNewestToken(tx, linkSecrets, mail)
  const { replies, asked } = await listMailed(tx, mail)
  const newest = replies.at(-1)?.seq ?? 0
  const isRead = mail.kind === 'reply' && mail.seenSeq >= newest
  const asksRating = await decideQuestion(tx, mail)
  if (token === undefined || mail.isStopped || (isRead && !asksRating)) {
    await endMail(tx, mail, 'dropped')
    return undefined
  }
  if (mail.state === 'waiting') await markSending(tx, mail, newest)
  const earlier = await listEarlierMails(tx, mail, referencesKept)
  const references = [rootOf(mail, config), ...earlier.map((each) => messageIdOf(each, config.mailFrom))]
  return { mail: { ...mail, asksRating }, replies: isRead ? [] : replies, asked, token, references }
}

/** Whether the mail asks for a rating. Withdraws the question if the enquiry is open again, and nobody has answered it. */
async function decideQuestion(tx: Tx, mail: CustomerMailRow) {
  if (!mail.asksRating || mail.isRated) return false
  if (!mail.canAsk) await withdrawQuestion(tx, mail)
  return mail.canAsk
}

/** The id of a mail that was never sent, which holds the conversation together. */
function rootOf({ enquiryId }: CustomerMailRow, { mailFrom }: Config) {
  return messageIdOf(`enquiry-${enquiryId}`, mailFrom)
}

function threadedOf(
  { config, db }: MailServices,
  mail: CustomerMailRow,
  replies: MailedMessage[],
  references: string[],
): Threaded {
  const { id, companyId, companyName, contactId, kind } = mail
  const company = nameInMail(companyName)
  const writer = replies.at(-1)
  return {
    senderName: writer ? `${nameInMail(writer.name)}, ${company}` : company,
    messageId: messageIdOf(id, config.mailFrom),
    references,
    headers:
      kind === 'receipt'
        ? // RFC 3834, 5
          { 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' }
        : { 'x-auto-response-suppress': 'All' },
    async onSent() {
      await endMail(db, mail, 'sent')
      await setUndeliverable(db, companyId, contactId, null)
    },
    async onRefused(failure) {
      await endMail(db, mail, 'refused')
      if (failure === 'address') await setUndeliverable(db, companyId, contactId, new Date())
    },
  }
}
