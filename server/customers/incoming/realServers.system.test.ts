import { randomUUID } from 'node:crypto'
import { simpleParser } from 'mailparser'
import type { SendMailOptions } from 'nodemailer'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { customerForm, pageTokenIn, postLink, raiseAsCustomer, sendForm, sendMailsNow } from '#server/test/customers.ts'
import { dovecotPath, imapUrlOf, otherClient, startDovecot } from '#server/test/mail/dovecot.ts'
import { allFiled } from '#server/test/mail/incomingMail.ts'
import { postfixPath, sendFromOutside, startPostfix } from '#server/test/mail/postfix.ts'
import { confirmedOwner, join } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { Visitor } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'

const lmtpPort = await freePort()
const mailboxPort = await freePort()
const servers = dovecotPath && postfixPath ? await startServers(dovecotPath, postfixPath) : undefined
const desks = servers && {
  IMAP: await openDesk('desk.example', { IMAP_URL: inboxOf('support@desk.example') }),
  LMTP: await openDesk('lmtp.example', { LMTP_LISTEN: String(lmtpPort) }),
}

/** Postfix delivers to Dovecot's mailboxes, and the mails of one domain to the product. */
async function startServers(dovecot: string, postfix: string) {
  const smtp = await startPostfix(postfix, {
    'desk.example': mailboxPort,
    'lmtp.example': lmtpPort,
    'kunde.example': mailboxPort,
  })
  return smtp && { smtp, imap: await startDovecot(dovecot, mailboxPort) }
}

function inboxOf(account: string, mailbox = 'INBOX') {
  return imapUrlOf(servers!.imap.port, mailbox, '127.0.0.1', account)
}

/** A company with a form, and an agent, on a server of its own. */
async function openDesk(domain: string, settings: Record<string, string>, local = 'support') {
  const app = await testApp({
    SMTP_URL: `smtp://127.0.0.1:${servers!.smtp.port}`,
    PUBLIC_URL: `https://${domain}`,
    MAIL_FROM: `desk@${domain}`,
    INCOMING_ADDRESS: `${local}@${domain}`,
    UNVERIFIED_SENDERS: 'accept',
    ...settings,
  })
  const owner = await confirmedOwner(app)
  const form = customerForm()
  await owner.patch('/customer-form', form)
  const agent = await join(owner, 'agent', 'Anna Agent')
  return { app, owner, agent, slug: form.slug, address: `${local}+${form.slug}@${domain}` }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

/** A customer with a mailbox and a mail program. */
async function newCustomer() {
  const address = `kim-${randomUUID()}@kunde.example`
  const client = await otherClient(servers!.imap, address)
  await client.mailboxOpen('INBOX')
  let read = 0
  return {
    address,
    /** The next mail in the mailbox. */
    async nextMail() {
      read += 1
      const source = await waitFor(async () => {
        await client.noop()
        const mail = await client.fetchOne(String(read), { source: true })
        if (!mail) throw new Error('No mail has arrived')
        return mail.source!
      })
      return simpleParser(source)
    },
    send: (mail: SendMailOptions) =>
      sendFromOutside(servers!.smtp, { subject: 'Hello', from: `Kim Kunde <${address}>`, ...mail }),
  }
}

type Arrived = Awaited<ReturnType<Awaited<ReturnType<typeof newCustomer>>['nextMail']>>

/** An answer as mail programs write it: above the quoted mail, and naming all mails before it. */
function answerTo({ replyTo, subject, messageId, references = [], text }: Arrived, written: string): SendMailOptions {
  const quoted = text!.split('\n').map((line) => `> ${line}`)
  return {
    to: replyTo!.text,
    subject,
    inReplyTo: messageId,
    references: [references, messageId!].flat(),
    text: [written, '', 'On Mon, 23 Nov 2026 at 10:00, Anna Agent wrote:', ...quoted].join('\n'),
  }
}

async function enquiriesOf({ agent }: Desk, search: string): Promise<Enquiry[]> {
  return (await agent.get(`/enquiry?search=${encodeURIComponent(search)}`)).body.data.docs
}

async function messagesOf({ agent }: Desk, enquiry: string): Promise<Message[]> {
  return (await agent.get(`/chat?enquiryId=${enquiry}`)).body.data.docs
}

async function answer({ agent, owner }: Desk, enquiry: string, message: string, fields: object = {}) {
  await agent.post('/chat', { enquiry, message, side: 'host', ...fields })
  await sendMailsNow(owner)
}

function confirmationTokenIn({ text }: Arrived) {
  return /https:\/\/[a-z.]+\/c#([\w-]{22})/.exec(text!)![1]!
}

describe.skipIf(!desks).each(['IMAP', 'LMTP'] as const)('with Postfix, Dovecot and %s,', (way) => {
  test('an enquiry goes from the form to the rating: confirmed, answered, replied to by email, and closed [D11.3] [D11.5] [D11.6] [D11.7]', async () => {
    const desk = desks![way]
    const customer = await newCustomer()
    const summery = `Journey ${randomUUID()}`
    await sendForm(desk.app, desk.slug, { fields: { email: customer.address, summery } })
    const confirmation = await customer.nextMail()
    expect(await enquiriesOf(desk, summery)).toEqual([])
    const confirmed = await postLink(desk.app, '/c', confirmationTokenIn(confirmation))
    const [enquiry] = await enquiriesOf(desk, summery)
    expect((await customer.nextMail()).text).toContain('Acme has received your enquiry')

    await answer(desk, enquiry!._id, 'It leaves tomorrow.')
    const first = await customer.nextMail()
    expect(first.text).toContain('It leaves tomorrow.')
    await customer.send(answerTo(first, 'Thank you. Which carrier?'))
    await waitFor(async () => expect(await messagesOf(desk, enquiry!._id)).toHaveLength(2))
    const reply = (await messagesOf(desk, enquiry!._id))[1]!
    const [[start, end]] = reply.email!.collapsed as [[number, number]]
    expect(reply.message.slice(0, start).trim()).toBe('Thank you. Which carrier?')
    expect(reply.message.slice(start, end)).toContain('> It leaves tomorrow.')

    await answer(desk, enquiry!._id, 'The red one.', { enquiryStatus: 'closed' })
    const closing = await customer.nextMail()
    expect(closing.text).toContain('The red one.')
    expect([closing.references].flat()).toContain(first.messageId)
    const rated = /\/t\?rating=4#([\w-]{22})/.exec(closing.text!)!
    expect(rated[1]).toBe(pageTokenIn(confirmed.body))
    await new Visitor(desk.app, enquiry!._id, rated[1]!).rate(4)
    expect(await enquiriesOf(desk, summery)).toMatchObject([{ enquiryStatus: 'closed', rating: 4, messageCount: 3 }])
  })

  test('Postfix’s report of an unknown recipient marks the reply, and the corrected address gets it [D11.5]', async () => {
    const desk = desks![way]
    const { enquiryId } = await raiseAsCustomer(desk.owner, { email: `nobody-${randomUUID()}@kunde.example` })
    await answer(desk, enquiryId, 'It leaves tomorrow.')
    const undelivered = async () => (await desk.agent.get(`/undelivered-mails?enquiryId=${enquiryId}`)).body.data.docs
    await waitFor(async () => expect(await undelivered()).toMatchObject([{ reason: 'There is no such mailbox' }]))
    const [enquiry] = (await desk.agent.get(`/enquiry?_id=${enquiryId}`)).body.data.docs
    const contact = `/contacts/${enquiry.user._id}`
    expect((await desk.agent.get(contact)).body.data).toMatchObject({ isUndeliverable: true })

    const customer = await newCustomer()
    await desk.agent.patch(contact, { email: customer.address })
    await desk.agent.post(`/undelivered-mails/${(await undelivered())[0]._id}/retry`, {})
    expect((await customer.nextMail()).text).toContain('It leaves tomorrow.')
    await waitFor(async () => expect(await undelivered()).toEqual([]))
  })

  test('an email with an image and a PDF is an enquiry with both, and its sender gets a receipt [D11.6]', async () => {
    const desk = desks![way]
    const customer = await newCustomer()
    const subject = `Broken lamp ${randomUUID()}`
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await customer.send({
      to: desk.address,
      subject,
      text: 'See the photo.',
      attachments: [
        { filename: 'lamp.png', content: image },
        { filename: 'invoice.pdf', content: '%PDF-1.4\n%%EOF\n', contentType: 'application/pdf' },
      ],
    })
    const receipt = await customer.nextMail()
    expect(receipt.replyTo!.text).toMatch(/^support\+\w{42}@/)
    const [enquiry] = await enquiriesOf(desk, subject)
    const [message] = await messagesOf(desk, enquiry!._id)
    expect(message).toMatchObject({ message: 'See the photo.', email: { leftOut: [] } })
    expect(message!.files).toMatchObject([
      { kind: 'image', name: 'lamp.png' },
      { kind: 'file', name: 'invoice.pdf' },
    ])
  })
})

test.skipIf(!desks)(
  'Postfix refuses an email to a company that does not exist before it takes it [D11.6]',
  async () => {
    const customer = await newCustomer()
    const to = `support+${randomUUID()}@lmtp.example`
    await expect(customer.send({ to, text: 'Hello' })).rejects.toMatchObject({ responseCode: 550 })
  },
)

/** A mailbox beside the inbox, which can be deleted, and a desk that reads it. */
async function openMailbox() {
  const account = 'team@desk.example'
  const client = await otherClient(servers!.imap, account)
  await client.mailboxCreate('Support')
  const desk = await openDesk('desk.example', { IMAP_URL: inboxOf(account, 'Support') }, 'team')
  const customer = await newCustomer()
  return {
    client,
    desk,
    /** Sends an email, and moves it from the inbox to the mailbox. */
    async receive(subject: string) {
      await customer.send({ to: desk.address, subject, text: 'Hello' })
      await client.mailboxOpen('INBOX')
      await waitFor(async () => {
        await client.noop()
        expect(await client.messageMove('1', 'Support')).toBeTruthy()
      })
    },
    async done() {
      const status = await client.status('Done', { messages: true })
      return status && status.messages
    },
    async uidValidity() {
      const status = await client.status('Support', { uidValidity: true })
      return status && status.uidValidity
    },
  }
}

test.skipIf(!desks)(
  'a mailbox that is deleted, and made again with its old emails, has each of them filed once [D11.6]',
  async () => {
    const { client, desk, receive, done, uidValidity } = await openMailbox()
    const subjects = ['First', 'Second', 'Third'].map((name) => `${name} ${randomUUID()}`)
    for (const subject of subjects.slice(0, 2)) await receive(subject)
    await waitFor(async () => expect(await done()).toBe(2))
    await allFiled(desk.app)
    const before = await uidValidity()

    await client.mailboxDelete('Support')
    await waitFor(async () => {
      const [row] = await desk.app.db<{ failure: string | null }[]>`select failure from mailbox`
      expect(row!.failure).toBe('mailbox')
    })
    await client.mailboxCreate('Support')
    expect(await uidValidity()).not.toBe(before)
    await client.mailboxOpen('Done')
    await client.messageCopy('1:2', 'Support')
    await receive(subjects[2]!)
    await waitFor(async () => expect(await done()).toBe(5))
    await allFiled(desk.app)
    for (const subject of subjects) expect(await enquiriesOf(desk, subject)).toHaveLength(1)
    expect((await desk.agent.get('/held-mails')).body.data.docs).toEqual([])
  },
)
