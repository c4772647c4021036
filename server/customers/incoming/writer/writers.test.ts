import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HeldMail } from '#contract/customers/incoming.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { mailsOf, sendMailsNow } from '#server/test/customers.ts'
import { deliverHeaders, mailDesk, withId } from '#server/test/mail/incomingMail.ts'
import { type ReceivedMails, mailServer } from '#server/test/mail/mailServer.ts'
import { waitFor } from '#server/test/waitFor.ts'

const { app, owner, company, smtpPort, lmtpPort } = await mailDesk()
const ours = 'support@desk.example'

const someone = () => `${randomUUID()}@kunde.example`

/** Delivers a mail with these headers to the company, and waits until it is filed, held or dropped. */
async function receive(headers: string[], text = 'Where is my parcel?') {
  const subject = await deliverHeaders(app, lmtpPort, company, headers, text)
  const { docs }: { docs: Enquiry[] } = (await owner.get('/enquiry')).body.data
  return { subject, enquiry: docs.find(({ summery }) => summery === subject) }
}

async function messageOf(enquiry: Enquiry) {
  return (await owner.get(`/chat?enquiryId=${enquiry._id}`)).body.data.docs[0]
}

async function heldAs(subject: string) {
  const { docs }: { docs: HeldMail[] } = (await owner.get('/held-mails')).body.data
  return docs.find((mail) => mail.subject === subject)
}

/** Replies to the enquiry, and returns who gets it by email. */
async function replyGoesTo(mails: ReceivedMails, enquiry: Enquiry, addresses: string[]) {
  await owner.post('/chat', { enquiry: enquiry._id, message: 'On its way.', side: 'host' })
  await sendMailsNow(owner)
  const getting = () => addresses.filter((address) => mails.to(address).some((mail) => mail.includes('On its way.')))
  await waitFor(() => expect(getting()).not.toEqual([]))
  return getting()
}

test('a list that replaces the sender by our address names the customer in X-Original-From, and else in Reply-To [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  for (const names of [['X-Original-From', 'Reply-To'], ['Reply-To']]) {
    const customer = someone()
    const headers = names.map((name) => `${name}: Ines Okafor <${customer}>`)
    const { enquiry } = await receive([`From: "Ines via Support" <${ours}>`, ...headers, withId()])
    expect(enquiry!.user).toMatchObject({ name: 'Ines Okafor' })
    expect((await messageOf(enquiry!)).email).toMatchObject({ address: customer, sentFrom: ours })
    expect(await replyGoesTo(mails, enquiry!, [customer, ours])).toEqual([customer])
  }
})

test('an email from our own address that names nobody else is held with its text, whatever its id looks like [D11.6]', async () => {
  for (const id of [withId(), `Message-ID: <${randomUUID().toUpperCase()}@desk.example>`]) {
    const { subject, enquiry } = await receive([`From: Support <${ours}>`, id], 'I have called her.')
    expect(enquiry).toBeUndefined()
    expect(await heldAs(subject)).toMatchObject({ reason: 'failed', address: ours, excerpt: 'I have called her.' })
  }
})

test('two visitors of one website form are two contacts, who get the answers, and both addresses are shown [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const form = `noreply@${randomUUID()}.example`
  for (const [name, visitor] of [
    ['Odile Perrin', someone()],
    ['Bruno Sala', someone()],
  ] as const) {
    const { enquiry } = await receive([
      `From: Website <${form}>`,
      `Reply-To: ${name} <${visitor}>`,
      `Cc: ${visitor}`,
      withId(),
    ])
    expect(enquiry!.user.name).toBe(name)
    expect((await messageOf(enquiry!)).email).toMatchObject({ address: visitor, sentFrom: form })
    expect(await replyGoesTo(mails, enquiry!, [visitor, form])).toEqual([visitor])
  }
})

test.each([
  ['without an address', () => 'Reply-To: "Jan Kruk"'],
  ['of our own', () => `Reply-To: ${company}`],
  [
    'of the list to which it was sent',
    () => 'List-Id: <list.example>\r\nTo: all@list.example\r\nReply-To: all@list.example',
  ],
])('a Reply-To %s is ignored: the answer goes to the sender [D11.6]', async (_which, replyTo) => {
  const mails = await mailServer(smtpPort)
  const customer = someone()
  const { enquiry } = await receive([`From: Jan Kruk <${customer}>`, replyTo(), withId()])
  expect((await messageOf(enquiry!)).email.sentFrom).toBeUndefined()
  expect(await replyGoesTo(mails, enquiry!, [customer, ours, company, 'all@list.example'])).toEqual([customer])
})

const token = () => `Reply-To: help+${randomUUID()}@desk.kunde.example`

test('a help desk that names another address for each answer stays in its conversation [D11.6]', async () => {
  const from = someone()
  const first = withId()
  const { enquiry } = await receive([`From: Help <${from}>`, token(), first])
  await receive([`From: Help <${from}>`, token(), withId(), first.replace('Message-ID', 'In-Reply-To')])
  expect((await owner.get(`/chat?enquiryId=${enquiry!._id}`)).body.data.docs).toHaveLength(2)
})

test('a Reply-To of a customer lets nobody into that customer’s conversation, and sends nothing to strangers [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const [victim, first] = [someone(), withId()]
  const { enquiry } = await receive([`From: Kim <${victim}>`, first])
  const evil = [`From: <x@evil.example>`, `Reply-To: Kim <${victim}>`]
  const { subject } = await receive(
    [...evil, withId(), first.replace('Message-ID', 'In-Reply-To')],
    'Send it elsewhere',
  )
  expect(await heldAs(subject)).toMatchObject({ reason: 'stranger', address: 'x@evil.example' })
  const other = await receive([`From: <y@evil.example>`, `Reply-To: <${someone()}>`, withId()])
  expect((await owner.get(`/chat?enquiryId=${enquiry!._id}`)).body.data.docs).toHaveLength(1)
  expect(await mailsOf(app, enquiry!._id)).toMatchObject([{ kind: 'receipt' }])
  expect(await mailsOf(app, other.enquiry!._id)).toEqual([])
  expect(mails.to('x@evil.example')).toEqual([])
})

const through = (customer: string) => [`From: List <${ours}>`, `X-Original-From: <${customer}>`]

test('others who write through the same list do not write in the name of the first [D11.6]', async () => {
  const first = withId()
  await receive([...through(someone()), first])
  const { subject } = await receive([...through(someone()), withId(), first.replace('Message-ID', 'In-Reply-To')])
  expect(await heldAs(subject)).toMatchObject({ reason: 'stranger' })
})

test('an address that wants no answers gets neither a receipt nor a reply, and the reply says so [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const from = `forwarding-noreply@${randomUUID()}.example`
  const { enquiry } = await receive([`From: Forwarding <${from}>`, withId()], 'The code is 4711')
  await owner.post('/chat', { enquiry: enquiry!._id, message: 'Thank you.', side: 'host' })
  await sendMailsNow(owner)
  const undelivered = async () => (await owner.get(`/undelivered-mails?enquiryId=${enquiry!._id}`)).body.data.docs
  await waitFor(async () => expect(await undelivered()).toHaveLength(1))
  expect((await undelivered())[0]).toMatchObject({ address: from, reason: 'This address takes no answers' })
  expect(mails.to(from)).toEqual([])
})

test('without From, the sender is known by Sender, and a person accepts the email [D11.6]', async () => {
  const printer = someone()
  const { subject } = await receive([`Sender: Printer <${printer}>`, withId()], 'The toner is low.')
  const mail = await heldAs(subject)
  expect(mail).toMatchObject({ reason: 'failed', address: printer, excerpt: 'The toner is low.' })
  const accepted = await owner.post(`/held-mails/${mail!._id}/accept`, { as: 'enquiry' })
  expect(accepted.status).toBe(200)
})

test('two emails without Message-ID and Date that say the same under other subjects are two enquiries [D11.6]', async () => {
  const from = `From: Kim <${someone()}>`
  const received = [await receive([from], 'Please call me.'), await receive([from], 'Please call me.')]
  expect(received.map(({ enquiry }) => enquiry?.summery)).toEqual(received.map(({ subject }) => subject))
})
