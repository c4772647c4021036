import { limits } from '#contract/limits.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import type { MessageEmailRow } from '#server/chat/messageEmails.ts'
import { lockThread, type MessageReporter, sendMessage } from '#server/chat/messages.ts'
import { takeContact } from '#server/customers/contacts/contacts.ts'
import type { CustomerFormRow } from '#server/customers/form/customerForm.ts'
import { openCustomerThread } from '#server/customers/links/customerLinks.ts'
import type { CustomerMails } from '#server/customers/mails/customerMails.ts'
import type { Tx } from '#server/database/database.ts'
import { createEnquiry } from '#server/enquiries/enquiries.ts'
import { takeNumber } from '#server/enquiries/enquiryStore.ts'
import type { Author } from '#server/http/actor.ts'
import { takesNoAnswers } from '#server/mail/noReply.ts'
import { cutText } from '#server/text/cutText.ts'
import { expanded, findInThread, isForOthers } from './decide.ts'
import type { CheckedFiles, ReceivedMail } from './readMail.ts'

export interface FilingServices {
  linkSecrets: LinkSecrets
  notifier: MessageReporter
  mails: CustomerMails
  quota: number
}

/** A mail that was read, with its files checked for the company. */
export type ReadyMail = CheckedFiles &
  Pick<MessageEmailRow, 'sha256' | 'isVerified'> & { id: string; parsed: ReceivedMail }

type Thread = { companyId: string; enquiryId: string }
type Filed = { enquiryId: string; seq: number }
/** The settings of a company's form that count for mails, too. */
type FormOfMails = Pick<CustomerFormRow, 'companyId' | 'types' | 'languages'>

/** Adds a mail to the thread of an enquiry, and reports to the customer who wrote it which parts are missing. */
export async function fileAsMessage(
  tx: Tx,
  services: FilingServices,
  thread: Thread,
  mail: ReadyMail,
): Promise<Filed & { author: Author }> {
  const known = await findInThread(tx, thread, mail.parsed)
  const author = await authorOf(tx, thread.companyId, known?.email, mail.parsed)
  const seq = await append(tx, services, author, thread.enquiryId, mail)
  const isReported = mail.leftOut.length > 0 && !(await isSilent(mail)) && (await isRequester(tx, thread, author))
  if (isReported) await services.mails.reportLeftOut(tx, thread, seq)
  return { enquiryId: thread.enquiryId, seq, author }
}

/** Whether the contact began the thread, rather than being admitted to it. */
async function isRequester(tx: Tx, { companyId, enquiryId }: Thread, { userId }: Author) {
  const [row] = await tx`
    select 1 from enquiry e
    join participant_profile r on r.company_id = e.company_id and r.id = e.created_by
    join participant_profile a on a.company_id = e.company_id and a.shown_id = r.shown_id
    where e.company_id = ${companyId} and e.id = ${enquiryId} and a.id = ${userId}`
  return row !== undefined
}

/** Makes an enquiry of a mail: its subject is the summary, and its text and files are the first message. */
export async function fileAsEnquiry(
  tx: Tx,
  services: FilingServices,
  form: FormOfMails,
  mail: ReadyMail,
): Promise<Filed> {
  const { companyId } = form
  const author = await authorOf(tx, companyId, undefined, mail.parsed, form)
  const texts = { enquiryType: form.types[0]!, summery: summaryOf(mail.parsed), description: '', comments: '' }
  const { id: enquiryId } = await createEnquiry(tx, author, texts, [], await takeNumber(tx, author))
  await openCustomerThread(tx, services.linkSecrets, { companyId, enquiryId }, new Date())
  const seq = await append(tx, services, author, enquiryId, mail, true)
  if (!(await isSilent(mail))) await services.mails.sendReceipt(tx, { companyId, enquiryId }, seq)
  return { enquiryId, seq }
}

/**
 * Nothing is sent to programs and mailing lists, which might answer, to people who may not have written the mail,
 * and to addresses that want no answers.
 */
async function isSilent({ isVerified, parsed }: ReadyMail) {
  const { isGenerated, isReaction, isList, writer } = parsed
  const wantsNone = isGenerated || isReaction || isList || takesNoAnswers(writer!.address)
  return !isVerified || wantsNone || (await isForOthers(parsed))
}

async function authorOf(
  tx: Tx,
  companyId: string,
  knownAddress: string | undefined,
  { writer }: ReceivedMail,
  form?: FormOfMails,
): Promise<Author> {
  const { address, name } = writer!
  const [local = address] = address.split('@')
  const shown = cutText(name.trim() || local, limits.name)
  const contact = { companyId, email: knownAddress ?? address, name: shown, language: form?.languages[0] ?? 'en' }
  return { companyId, userId: await takeContact(tx, contact, null), isContact: true }
}

function summaryOf(mail: ReceivedMail) {
  const [firstLine = ''] = expanded(mail).split('\n')
  return cutText(mail.subject.trim() || firstLine.trim(), limits.summery)
}

async function append(
  tx: Tx,
  services: FilingServices,
  author: Author,
  enquiry: string,
  mail: ReadyMail,
  isFirst = false,
) {
  const { id, sha256, isVerified, parsed, files, leftOut } = mail
  // In a new conversation it is what its writer has to say.
  const isAutomatic = parsed.isAutomatic && !isFirst
  const { collapsed } = parsed
  const isEmpty = parsed.text.trim() === '' && files.length === 0
  const input = {
    enquiry,
    side: 'customer' as const,
    message: isEmpty ? parsed.subject || '–' : parsed.text,
    files: [],
  }
  const { writer, sentFrom } = parsed
  const shown = { address: writer!.address, sentFrom, isVerified, isAutomatic, collapsed: isEmpty ? [] : collapsed }
  const email = { ...shown, leftOut, sha256 }
  const isReaction = parsed.isReaction && !isFirst
  const sending = {
    clientId: id,
    files,
    quota: services.quota,
    email,
    ...(isReaction && { isReaction: true as const }),
  }
  const thread = await lockThread(tx, author, input, id)
  const { row } = await sendMessage(tx, services.notifier, author, input, sending, thread)
  return row.seq
}
