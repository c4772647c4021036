import type { UndeliveredMail } from '#contract/customers/incoming.ts'
import { requireThread } from '#server/chat/chatStore.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'
import { queueCustomerMail } from './customerMails.ts'
import { findAddress, findUndelivered, listUndelivered, lockWaitingMail, startEarlier } from './customerMailStore.ts'

/** The mails of replies to the customer of an enquiry that did not arrive. Throws the error of `requireThread`. */
export async function listUndeliveredMails(db: Db, actor: Actor, enquiryId: string): Promise<UndeliveredMail[]> {
  await requireThread(db, actor, enquiryId)
  const thread = { companyId: actor.companyId, enquiryId }
  const rows = await listUndelivered(db, thread)
  if (rows.length === 0) return []
  const address = await findAddress(db, thread)
  return rows.map(({ id, ...row }) => ({ _id: id, ...row, address }))
}

/** Sends the replies again, to the present address. Throws 404 if they need not be sent any more. */
export async function retryMail(tx: Tx, actor: Actor, id: string) {
  const failed = await findUndelivered(tx, { companyId: actor.companyId, id })
  if (!failed) throw notFound('Undelivered email')
  const { enquiryId, fromSeq } = failed
  const thread = { companyId: actor.companyId, enquiryId }
  const waiting = await lockWaitingMail(tx, thread)
  if (waiting) await startEarlier(tx, thread, fromSeq)
  else {
    const to = await findAddress(tx, thread)
    await queueCustomerMail(tx, thread, to, { kind: 'reply', fromSeq, toSeq: null, delaySeconds: 0 })
  }
  announce(tx, actor, { subject: 'thread', id: enquiryId })
}
