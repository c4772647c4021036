import { v7 as uuidv7 } from 'uuid'
import type { MessageReporter } from '#server/chat/messages.ts'
import { askForRatings } from '#server/customers/satisfaction/question.ts'
import type { Tx } from '#server/database/database.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { queueUnwrittenLater, putOff } from '#server/mail/mailStore.ts'
import type { Notifier } from '#server/notifications/notifier.ts'
import {
  addQuestions,
  beginQuestions,
  countReceipts,
  type CustomerMailRow,
  findAddress,
  insertMail,
  isMailed,
  lockWaitingMail,
} from './customerMailStore.ts'

/** The mailer finds the function that writes the letters under this name. */
export const customerMailPurpose = 'customer mail'

/**
 * Replies, and the question for a rating, are gathered: their mail is sent so long after the last one, but not later than the
 * maximum after the first.
 */
const gatherSeconds = 60
const maxGatherSeconds = 5 * 60
/** Mails survive an outage of the mail server of this length. */
const retryHours = 72
/** The mails that the server writes by itself, to one address in a day. */
const maxReceipts = 5

type Thread = { companyId: string; enquiryId: string }

/** Queues the mails to customers, in the transaction of the event. */
export class CustomerMails {
  constructor(private readonly mailer: Pick<Mailer, 'isOn'>) {}

  /** Mails the customer of an enquiry a reply, with those that follow it soon. */
  async reportReply(tx: Tx, thread: Thread, seq: number) {
    if (!this.mailer.isOn || !(await isMailed(tx, thread, seq))) return
    const waiting = await lockWaitingMail(tx, thread)
    if (waiting) {
      const latest = new Date(waiting.createdAt.getTime() + maxGatherSeconds * 1000)
      return putOff(tx, { aboutId: waiting.id, seconds: gatherSeconds, latest })
    }
    const to = await findAddress(tx, thread)
    await queueCustomerMail(tx, thread, to, { kind: 'reply', fromSeq: seq, toSeq: null, delaySeconds: gatherSeconds })
  }

  /** Asks the customers of closed enquiries for a rating: on their page, and with a mail if they get any. */
  async reportClosed(tx: Tx, companyId: string, enquiryIds: string[]) {
    const asked = await askForRatings(tx, companyId, enquiryIds)
    const mailed = asked.filter(({ wantsMail }) => wantsMail && this.mailer.isOn).map(({ enquiryId }) => enquiryId)
    if (mailed.length === 0) return
    const added = new Set(await addQuestions(tx, companyId, mailed))
    const others = mailed.filter((id) => !added.has(id))
    const queued = { purpose: customerMailPurpose, delaySeconds: gatherSeconds, hours: retryHours }
    if (others.length > 0) await beginQuestions(tx, companyId, others, queued)
  }

  /** Mails a customer the link to the page of a new enquiry. `seq` is its first message, if it came by mail. */
  async sendReceipt(tx: Tx, thread: Thread, seq = 0) {
    await this.#sendAutomatic(tx, thread, 'receipt', seq)
  }

  /** Mails a customer which parts of a mail are not in its message. */
  async reportLeftOut(tx: Tx, thread: Thread, seq: number) {
    await this.#sendAutomatic(tx, thread, 'leftOut', seq)
  }

  async #sendAutomatic(tx: Tx, thread: Thread, kind: 'receipt' | 'leftOut', seq: number) {
    if (!this.mailer.isOn) return
    const to = await findAddress(tx, thread)
    if ((await countReceipts(tx, to)) >= maxReceipts) return
    await queueCustomerMail(tx, thread, to, { kind, fromSeq: seq, toSeq: seq, delaySeconds: 0 })
  }
}

type Queued = Pick<CustomerMailRow, 'kind' | 'fromSeq' | 'toSeq'> & { delaySeconds: number }

/** Queues a mail to a customer, in the state 'waiting'. */
export async function queueCustomerMail(tx: Tx, thread: Thread, to: string, { delaySeconds, ...mail }: Queued) {
  const id = uuidv7()
  await insertMail(tx, { ...thread, ...mail, id })
  await queueUnwrittenLater(tx, { to, purpose: customerMailPurpose, aboutId: id, delaySeconds, hours: retryHours })
}

/** Reports each message to colleagues and, if it is a reply, to the customer; and asks for a rating after a closing. */
export function reportingToCustomers(notifier: Notifier, mails: CustomerMails): MessageReporter {
  return {
    async reportMessage(tx, by, message) {
      notifier.reportMessage(tx, by, message)
      await mails.reportReply(tx, { companyId: by.companyId, enquiryId: message.enquiryId }, message.seq)
    },
    reportClosed: (tx, companyId, enquiryIds) => mails.reportClosed(tx, companyId, enquiryIds),
  }
}
