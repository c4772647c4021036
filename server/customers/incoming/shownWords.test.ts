import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { addressIn, allFiled, deliver, mailDesk, newCustomer } from '#server/test/mail/incomingMail.ts'

const { app, owner, company, lmtpPort } = await mailDesk()

type Mail = { from?: string; headers?: string[]; body: string }

async function receive({ from = newCustomer(), headers = [], body }: Mail) {
  const messageId = `<${randomUUID()}@kunde.example>`
  const raw = [`From: ${from}`, `Message-ID: ${messageId}`, ...headers, '', body, ''].join('\r\n')
  await deliver(lmtpPort, { to: company, raw })
  await allFiled(app)
  const found = await owner.get(`/enquiry?search=${encodeURIComponent(addressIn(from))}`)
  const [enquiry]: Enquiry[] = found.body.data.docs
  const { docs }: { docs: Message[] } = (await owner.get(`/chat?enquiryId=${enquiry!._id}`)).body.data
  return { enquiry: enquiry!, messages: docs, messageId, from }
}

/** A customer's enquiry that has been closed, and an email of the customer that answers it. */
async function answered({ headers = [], body }: Mail) {
  const { from, messageId, enquiry } = await receive({ body: 'The line stands still.' })
  await owner.post('/chat', { enquiry: enquiry._id, message: 'Done.', side: 'host', enquiryStatus: 'closed' })
  return receive({ from, headers: [`In-Reply-To: ${messageId}`, ...headers], body })
}

test.each([
  ['lines with “>”', 'This is the order:\n> 5 kg apples\n> 3 kg pears\nNot before 8 o’clock!'],
  ['the lines of a log', 'The printer says:\n\n> ERR 33 no paper path\n\n-- \nKim'],
  ['From, To and Date', 'From: the warehouse in Ulm\nTo: the shop in Bern\nDate: as soon as possible\n\nIt is urgent.'],
  [
    'an original with addresses',
    'See below.\n\nFrom: Eva <eva@kunde.example>\nSent: 2 May 2024 10:00\nTo: Kim\n\nPay.',
  ],
])('a first email with %s is shown whole [D11.6]', async (_what, body) => {
  const { messages } = await receive({ headers: ['Content-Type: text/plain; charset=utf-8'], body })
  expect(messages[0]).toMatchObject({ message: body, email: { collapsed: [] } })
})

test('an answer with lines From, To and Date of a person is shown whole, and one that repeats a mail is not [D11.6]', async () => {
  const order = await answered({ body: 'From: the warehouse\nTo: the shop\nDate: Friday\n\nIt is urgent.' })
  expect(order.messages.at(-1)!.email!.collapsed).toEqual([])
  const original = await answered({
    body: 'Thank you.\n\nFrom: Desk <desk@desk.example>\nSent: Friday\nTo: Kim\n\nHello',
  })
  expect(original.messages.at(-1)!.email!.collapsed).toEqual([[12, expect.any(Number)]])
})

test('what a person wrote in a program that marks all its emails as generated opens the enquiry again, unread [D11.6]', async () => {
  const { enquiry, messages } = await answered({
    headers: ['Auto-Submitted: auto-generated', 'Precedence: bulk'],
    body: 'Dora has added a comment: please phone me at once.',
  })
  expect(enquiry).toMatchObject({ enquiryStatus: 'open', unread: 1 })
  expect(messages.at(-1)!.email).toMatchObject({ isAutomatic: false })
})

test.each([
  [['Auto-Submitted: auto-replied']],
  [['Auto-Submitted: auto-generated', 'Subject: Automatic reply: your order']],
  [['Auto-Submitted: auto-generated', 'Subject: =?utf-8?Q?R=C3=A9ponse_automatique?= : absent']],
])('a notice of absence leaves the enquiry closed, and is shown as what it is: %s [D11.6]', async (headers) => {
  const { enquiry, messages } = await answered({ headers, body: 'I am away until Monday.' })
  expect(enquiry.enquiryStatus).toBe('closed')
  expect(messages.at(-1)!.email).toMatchObject({ isAutomatic: true })
})

test('an email by a program that begins a conversation is an enquiry like others, without a receipt [D11.6]', async () => {
  const { enquiry, messages } = await receive({ headers: ['Auto-Submitted: auto-generated'], body: 'Backup failed.' })
  expect(enquiry.enquiryStatus).toBe('open')
  expect(messages).toMatchObject([{ message: 'Backup failed.', email: { isAutomatic: false } }])
  expect(await app.db`select from customer_mail where enquiry_id = ${enquiry._id}`).toEqual([])
})

test('a reaction is its sign and the name, without a file, and leaves the enquiry closed [D11.6]', async () => {
  const parts = [
    ['text/plain; charset=utf-8', '👍🏽\n\nKim reacted via Gmail'],
    ['text/vnd.google.email-reaction+json', '{"emoji":"👍🏽","version":1}'],
    ['text/html; charset=utf-8', '<p>👍🏽</p>'],
  ].map(([type, content]) => `--b\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`)
  const { enquiry, messages } = await answered({
    headers: ['Content-Type: multipart/alternative; boundary=b'],
    body: `${parts.join('')}--b--`,
  })
  expect(enquiry.enquiryStatus).toBe('closed')
  expect(messages.at(-1)).toMatchObject({
    message: '👍🏽\n\nKim reacted via Gmail',
    files: [],
    email: { isAutomatic: false },
  })
})
