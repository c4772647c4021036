import { ratings } from '#contract/customers/satisfaction.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { Config } from '#server/config.ts'
import { findNewestToken } from '#server/customers/links/customerLinks.ts'
import { privateLink } from '#server/customers/links/privateLink.ts'
import { withdrawQuestion } from '#server/customers/satisfaction/question.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { nameInMail } from '#server/mail/letter.ts'
import type { WriteLetter } from '#server/mail/mailer.ts'
import { queueUnwritten, type Threaded } from '#server/mail/mailStore.ts'
import { messageIdOf } from '#server/mail/messageIds.ts'
import { takesNoAnswers } from '#server/mail/noReply.ts'
import { type About, leftOutLetter, receiptLetter, replyLetter } from './customerLetters.ts'
import { customerMailPurpose } from './customerMails.ts'
import {
  type CustomerMailRow,
  endMail,
  listEarlierIds,
  listLeftOut,
  listMailed,
  lockMail,
  type MailedMessage,
  markSending,
  setUndeliverable,
} from './customerMailStore.ts'
import type { Recipients } from './recipients.ts'

interface MailServices {
  config: Config
  db: Db
  linkSecrets: LinkSecrets
  /** Undefined if the server receives no mail. */
  recipients: Recipients | undefined
}

/** RFC 5322 lets a mail name all earlier ones. Mail programs need the first and the newest. */
const referencesKept = 10
const retryHours = 72

/** Sentences without a full stop. */
const refusals = {
  address: 'The mail server rejects this address',
  content: 'The mail server rejects this email',
}

/**
 * Writes a mail to a customer when it is sent, unless the customer wants no mails, or has read the replies meanwhile and is
 * asked nothing.
 */
export function writeCustomerMail(services: MailServices): WriteLetter {
  return async ({ to, aboutId }) => {
    if (aboutId === null) return undefined
    const written = await services.db.begin((tx) => prepare(tx, services, to, aboutId))
    if (!written) return undefined
    const { mail, replies, token, references } = written
    const origin = services.config.publicUrl!
    const urls = {
      page: privateLink(origin, '/t', token),
      ratings: ratings.map((rating) => privateLink(origin, '/t', token, `?rating=${rating}`)),
      stop: privateLink(origin, '/s', token),
    }
    const letter = letterOf({ ...mail, urls, canAnswer: services.recipients !== undefined }, written)
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
  if (takesNoAnswers(mail.email)) {
    await endMail(tx, mail, replies.length > 0 ? 'refused' : 'dropped', 'This address takes no answers')
    return undefined
  }
  const earlier = await listEarlierIds(tx, mail, referencesKept)
  const references = [
    rootOf(mail, config),
    ...earlier.map(({ sent, received }) => (sent === null ? `<${received}>` : messageIdOf(sent, config.mailFrom))),
  ]
  const leftOut = mail.kind === 'reply' ? [] : await listLeftOut(tx, mail)
  return { mail: { ...mail, asksRating }, replies: isRead ? [] : replies, asked, leftOut, token, references }
}

/** Whether the mail asks for a rating. Withdraws the question if the enquiry is open again, and nobody has answered it. */
async function decideQuestion(tx: Tx, mail: CustomerMailRow) {
  if (!mail.asksRating || mail.isRated) return false
  if (!mail.canAsk) await withdrawQuestion(tx, mail)
  return mail.canAsk
}

type Written = NonNullable<Awaited<ReturnType<typeof prepare>>>

function letterOf(about: About, { replies, asked, leftOut }: Written) {
  if (about.kind === 'receipt') return receiptLetter(about, leftOut)
  if (about.kind === 'leftOut') return leftOutLetter(about, leftOut)
  return replyLetter({ ...about, replies, asked })
}

/** The id of a mail that was never sent, which holds the conversation together. */
function rootOf({ enquiryId }: CustomerMailRow, { mailFrom }: Config) {
  return messageIdOf(`enquiry-${enquiryId}`, mailFrom)
}

function threadedOf(
  { config, db, recipients }: MailServices,
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
      kind === 'reply'
        ? { 'x-auto-response-suppress': 'All' }
        : // RFC 3834, 5
          { 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' },
    answersTo: recipients?.ofMail(id),
    async onSent() {
      await endMail(db, mail, 'sent')
      await setUndeliverable(db, companyId, contactId, null)
    },
    async onRefused(failure) {
      await endMail(db, mail, 'refused', refusals[failure === 'address' ? 'address' : 'content'])
      if (failure === 'address') await setUndeliverable(db, companyId, contactId, new Date())
    },
  }
}
