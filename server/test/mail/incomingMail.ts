import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Attachment } from 'nodemailer/lib/mailer'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { noteFilesUsed } from '#server/documents/files.ts'
import { keepMail } from '#server/mail/receiving/receivedMails.ts'
import { customerForm } from '#server/test/customers.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner, type Person } from '#server/test/people.ts'
import { type TestApp, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

/** The settings of a server that receives mail over LMTP on a port of this machine, which verifies no senders. */
export function receivingOn(lmtpPort: number) {
  return { INCOMING_ADDRESS: 'support@desk.example', LMTP_LISTEN: String(lmtpPort), UNVERIFIED_SENDERS: 'accept' }
}

/** A company that receives and sends mail, on a server of its own. */
export async function mailDesk() {
  const [smtpPort, lmtpPort] = [await freePort(), await freePort()]
  const app = await testApp({ ...sendingTo(smtpPort), ...receivingOn(lmtpPort) })
  const owner = await confirmedOwner(app)
  return { app, owner, smtpPort, lmtpPort, company: await acceptMails(owner) }
}

export type TestMail = {
  to: string
  from?: string
  subject?: string
  text?: string
  html?: string
  messageId?: string
  inReplyTo?: string
  references?: string[]
  headers?: Record<string, string> | { key: string; value: string }[]
  attachments?: Attachment[]
  raw?: string
  /** In bytes, as the mail server announces it. */
  size?: number
}

/** Delivers a mail as the mail server of this machine does. Returns its Message-ID once the server has stored it. */
export async function deliver(lmtpPort: number, { to, size, ...mail }: TestMail) {
  const { from = newCustomer(), messageId = `<${randomUUID()}@kunde.example>` } = mail
  const transport = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true })
  onTestFinished(() => transport.close())
  const envelope = { from: addressIn(from), to, size }
  await transport.sendMail({ subject: 'Hello', text: 'Is anybody there?', ...mail, from, messageId, to, envelope })
  return messageId
}

/** Delivers a mail with a subject of its own, and returns that once the mail is filed, held or dropped. */
export async function deliverHeaders(app: TestApp, lmtpPort: number, to: string, headers: string[], text: string) {
  const subject = `About ${randomUUID()}`
  const raw = [`Subject: ${subject}`, ...headers, '', text, ''].join('\r\n')
  await deliver(lmtpPort, { to, raw })
  await allFiled(app)
  return subject
}

/** The header with a new Message-ID. */
export function withId() {
  return `Message-ID: <${randomUUID()}@kunde.example>`
}

export function newCustomer() {
  return `Kim Kunde <${randomUUID()}@kunde.example>`
}

export function addressIn(from: string) {
  return /<(.+)>/.exec(from)?.[1] ?? from
}

/** Enables the form of a person's company. Customers write to the address that this returns. */
export async function acceptMails(owner: Person) {
  const form = customerForm()
  await owner.patch('/customer-form', form)
  return `support+${form.slug}@desk.example`
}

/** Waits until the server has filed, held or dropped every mail that it has received. */
export async function allFiled({ db }: TestApp) {
  await waitFor(async () => {
    const [waiting] = await db<{ count: number }[]>`
      select count(*)::int as count from incoming_mail where state = 'received'`
    expect(waiting!.count).toBe(0)
  })
}

/** A mail of a stranger that answers an enquiry of this person's company, and is held. */
export async function heldMail({ test, user }: Person, enquiryId: string) {
  const { sha256, size } = await storedMail(test)
  const id = randomUUID()
  await test.db.begin(async (tx) => {
    noteFilesUsed(tx, user.company._id, [{ sha256, size }])
    await tx`
      insert into incoming_mail ${tx({
        id,
        recipients: [],
        sha256,
        size,
        isInInbox: false,
        state: 'held',
        heldFor: 'stranger',
        companyId: user.company._id,
        enquiryId,
      })}`
  })
  return id
}

function storedMail({ storage }: Pick<TestApp, 'storage'>) {
  const raw = `From: ${newCustomer()}\r\nSubject: Held\r\n\r\nLet me in.\r\n`
  return keepMail(storage, Readable.from([Buffer.from(raw)]))
}

/** A held mail that names no company. */
export async function unownedMail({ db, storage }: TestApp) {
  const id = randomUUID()
  const { sha256, size } = await storedMail({ storage })
  const row = { sha256, size, id, recipients: [], isInInbox: false, state: 'held', heldFor: 'failed' }
  await db`insert into incoming_mail ${db(row)}`
  return id
}

/** A mail about an enquiry that has come back. */
export async function bouncedMail({ test, user }: Person, enquiryId: string) {
  const id = randomUUID()
  const key = { companyId: user.company._id, id, enquiryId }
  await test.db`insert into customer_mail ${test.db({ ...key, kind: 'reply', state: 'bounced', fromSeq: 1, toSeq: 1 })}`
  return id
}
