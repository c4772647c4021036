import type { Queryable, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import { idsWithin } from '#server/mail/messageIds.ts'
import type { Bounce, ParsedMail } from '#server/mail/parsing/parsedMail.ts'
import { findMailThread, lockMail, markBounced, setUndeliverable } from './customerMailStore.ts'
import type { Recipients } from './recipients.ts'

/** Sentences by the beginning of the status code (RFC 3463), the most specific first. */
const reasons = [
  ['5.1.2', 'The domain of this address does not receive email'],
  ['5.1.10', 'The domain of this address does not receive email'],
  ['5.1', 'There is no such mailbox'],
  ['5.2.2', 'The mailbox is full'],
  ['5.2.1', 'The mailbox is switched off'],
  ['5.2.3', 'The email is too large for this mailbox'],
  ['5.3.4', 'The email is too large for this mailbox'],
  ['5.4', 'The mail server of this address could not be reached'],
  ['4.4', 'The mail server of this address could not be reached'],
  ['5.7', 'The mail server of this address rejects our emails'],
] as const

/** A sentence without a full stop. */
export function explainBounce({ status }: Bounce) {
  return reasons.find(([code]) => status !== null && `${status}.`.startsWith(`${code}.`))?.[1] ?? 'The email came back'
}

/** The id of our mail that a report is about: by the address it came to, or by the mail that it contains. */
export async function findBounced(
  db: Queryable,
  { recipients, mailFrom }: { recipients: Recipients; mailFrom: string },
  bounce: Bounce,
  mail: Pick<ParsedMail, 'recipients'>,
) {
  const named = mail.recipients.map((recipient) => recipients.read(recipient))
  const ids = [
    ...named.map((each) => (each?.kind === 'mail' ? each.id : undefined)),
    ...bounce.messageIds.map((messageId) => idsWithin(messageId, mailFrom)[0]),
  ]
  for (const id of ids) {
    if (id === undefined) continue
    const thread = await findMailThread(db, id)
    if (thread) return { ...thread, id }
  }
  return undefined
}

/** Marks a mail as not delivered. A report that it is late changes nothing, because it may still arrive. */
export async function noteBounce(tx: Tx, id: string, bounce: Bounce) {
  const mail = bounce.isFinal ? await lockMail(tx, id) : undefined
  if (!mail || !(await markBounced(tx, mail, explainBounce(bounce)))) return
  const isAddressWrong = bounce.status === null || bounce.status.startsWith('5.1')
  // The address may have been corrected since.
  const isStillUsed = bounce.recipient === null || bounce.recipient === mail.email
  if (isAddressWrong && isStillUsed) await setUndeliverable(tx, mail.companyId, mail.contactId, new Date())
  announce(tx, { companyId: mail.companyId, userId: mail.companyId }, { subject: 'thread', id: mail.enquiryId })
}
