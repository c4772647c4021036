import { type CustomerFormRow, findForm, findFormOf, findOnlyForm } from '#server/customers/form/customerForm.ts'
import { findMailThread } from '#server/customers/mails/customerMailStore.ts'
import type { Recipients } from '#server/customers/mails/recipients.ts'
import type { Queryable } from '#server/database/database.ts'
import { idsWithin } from '#server/mail/messageIds.ts'
import type { ParsedMail } from '#server/mail/parsing/parsedMail.ts'

type Thread = { companyId: string; enquiryId: string }

/** The company that a mail is for and, if it answers one, the enquiry. */
export type Target = {
  companyId: string
  form: CustomerFormRow | undefined
  enquiryId: string | null
  /** Whether the mail came to the secret address for the answers to one of our mails, which only its reader knows. */
  hasToken: boolean
}

type Asked = Pick<ParsedMail, 'recipients' | 'inReplyTo' | 'references'>

/**
 * Finds where a mail belongs: by the token in a recipient, then by the ids of the mails that it answers, which this company
 * has sent or filed. Subjects decide nothing. Undefined if no recipient names a company.
 */
export async function findTarget(
  db: Queryable,
  { recipients, mailFrom }: { recipients: Recipients; mailFrom: string },
  mail: Asked,
): Promise<Target | undefined> {
  const named = mail.recipients.map((recipient) => recipients.read(recipient)).filter((each) => each !== undefined)
  for (const each of named) {
    const thread = each.kind === 'mail' ? await findMailThread(db, each.id) : undefined
    if (thread) return { ...thread, hasToken: true, form: await findFormOf(db, thread.companyId) }
  }
  const form = await findNamed(
    db,
    named.filter((each) => each.kind === 'company').map(({ slug }) => slug),
  )
  const answered = await findAnswered(db, mailFrom, mail, form?.companyId)
  if (answered) return { ...answered, hasToken: false, form: form ?? (await findFormOf(db, answered.companyId)) }
  // The mailbox's own address is enough where it can mean one company only.
  const only = form ?? (await findOnlyForm(db))
  return only && { companyId: only.companyId, form: only, enquiryId: null, hasToken: false }
}

async function findNamed(db: Queryable, slugs: string[]) {
  for (const slug of slugs) {
    const form = await findForm(db, slug)
    if (form) return form
  }
  return undefined
}

/** The thread of the newest mail that is answered. Without a company, only mails that this server has sent count. */
async function findAnswered(db: Queryable, mailFrom: string, { inReplyTo, references }: Asked, companyId?: string) {
  for (const messageId of new Set([...inReplyTo, ...references.toReversed()])) {
    const [id, enquiryId] = idsWithin(messageId, mailFrom)
    const sent = id === undefined ? undefined : await findMailThread(db, id)
    if (sent && (!companyId || sent.companyId === companyId)) return sent
    if (!companyId) continue
    const filed = await findFiled(db, companyId, messageId, enquiryId)
    if (filed) return filed
  }
  return undefined
}

/** The thread in which a mail was filed, or that has the id of a thread's root. */
async function findFiled(db: Queryable, companyId: string, messageId: string, enquiryId: string | undefined) {
  const [thread] = await db<Thread[]>`
    select company_id, enquiry_id from incoming_mail
    where company_id = ${companyId} and message_id = ${messageId} and state = 'filed'
    union all
    select company_id, enquiry_id from customer_thread
    where company_id = ${companyId} and enquiry_id = ${enquiryId ?? null}
    limit 1`
  return thread
}
