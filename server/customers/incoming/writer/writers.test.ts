import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HeldMail } from '#contract/customers/incoming.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { countMails } from '#server/customers/incoming/countMails.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { sendForm, sendMailsNow } from '#server/test/customers.ts'
import { acceptMails, allFiled, deliver, receivingOn } from '#server/test/mail/incomingMail.ts'
import { header, type ReceivedMails, mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { ask, confirmAddress, confirmedOwner, join } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const [smtpPort, lmtpPort] = [await freePort(), await freePort()]
const app = await testApp({ ...sendingTo(smtpPort), ...receivingOn(lmtpPort) })
const owner = await confirmedOwner(app)
const company = await acceptMails(owner)
const ours = 'support@desk.example'

const someone = () => `${randomUUID()}@kunde.example`

/** Delivers a mail with these headers to the company, and waits until it is filed, held or dropped. */
async function receive(headers: string[], text = 'Where is my parcel?') {
  const subject = `About ${randomUUID()}`
  const raw = [`Subject: ${subject}`, ...headers, '', text, ''].join('\r\n')
  await deliver(lmtpPort, { to: company, raw })
  await allFiled(app)
  const { docs }: { docs: Enquiry[] } = (await owner.get('/enquiry')).body.data
  return { subject, enquiry: docs.find(({ summery }) => summery === subject) }
}

const withId = () => `Message-ID: <${randomUUID()}@kunde.example>`

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

test('an email that we have sent is recognised when it comes back to us, by its id or by its address for answers [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const customer = someone()
  const { enquiry } = await receive([`From: Kim <${customer}>`, withId()])
  await replyGoesTo(mails, enquiry!, [customer])
  const sent = mails.to(customer).at(-1)!
  const colleague = someone()
  await owner.post('/invitations', { email: colleague, role: 'agent' })
  await waitFor(() => expect(mails.to(colleague)).toHaveLength(1))
  const copies = [sent, sent.replace(/^Message-ID: .*$/im, withId()), mails.to(colleague)[0]!]
  const before = (await owner.get('/enquiry')).body.data.totalDocs
  for (const raw of copies) await deliver(lmtpPort, { to: company, raw })
  await allFiled(app)
  const reasons = await app.db`select reason from incoming_mail where state = 'dropped' order by id desc limit 3`
  expect(reasons.map(({ reason }) => reason)).toEqual(['own', 'own', 'own'])
  expect((await owner.get('/enquiry')).body.data.totalDocs).toBe(before)
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
  await receive([`From: <y@evil.example>`, `Reply-To: <${someone()}>`, withId()])
  expect((await owner.get(`/chat?enquiryId=${enquiry!._id}`)).body.data.docs).toHaveLength(1)
  expect(
    await app.db`select kind from customer_mail where enquiry_id <> ${enquiry!._id} and kind = 'receipt'
    and created_at > (select created_at from customer_mail where enquiry_id = ${enquiry!._id})`,
  ).toEqual([])
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

/** The mail with which the owner invites a colleague, and its id. */
async function invited(mails: ReceivedMails) {
  const colleague = someone()
  await owner.post('/invitations', { email: colleague, role: 'agent' })
  await waitFor(() => expect(mails.to(colleague)).toHaveLength(1))
  return { colleague, messageId: header(mails.to(colleague)[0]!, 'message-id')! }
}

const counts = () => app.db`
  select (select count(*)::int from enquiry) as enquiries, (select count(*)::int from message) as messages`

test('reports that a mail to a colleague came back change no enquiry, and the owner sees it once [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const { colleague, messageId } = await invited(mails)
  const before = await counts()
  for (let count = 0; count < 11; count++) {
    await deliver(lmtpPort, { to: ours, from: 'MAILER-DAEMON@mx.example', raw: report(colleague, messageId) })
  }
  await allFiled(app)
  expect(await counts()).toEqual(before)
  const { invitations } = (await owner.get('/team')).body.data
  expect(invitations.filter(({ email }: { email: string }) => email === colleague)).toMatchObject([
    { mailFailure: { isFinal: true } },
  ])
  expect(mails.to(colleague)).toHaveLength(1)
})

test('a user who answers a mail that is not for answers is told, once, and nothing reaches customers [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const agent = await join(owner, 'agent', 'Anna Agent')
  await confirmAddress(agent)
  const { user } = agent
  const about = (subject: string) => mails.to(user.email).filter((mail) => header(mail, 'subject')!.startsWith(subject))
  const one = (subject: string) => waitFor(() => expect(about(subject)).toHaveLength(1))
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email: user.email } })
  await one('Choose a new password')
  const messageId = header(about('Choose a new password')[0]!, 'message-id')!
  const before = await counts()
  const answers = (id: string, ...headers: string[]) => [
    `From: <${user.email}>`,
    withId(),
    `In-Reply-To: ${id}`,
    ...headers,
  ]
  await receive(answers(messageId), 'Do not tell them the price')
  await one('Nobody has read your answer')
  const [notice] = about('Nobody has read your answer')
  await receive(answers(messageId), 'Do you hear me?')
  // A program that answers everything would answer for ever.
  await receive(answers(header(notice!, 'message-id')!), 'I am away')
  await receive(answers(messageId, 'Auto-Submitted: auto-replied'))
  expect(await app.db`select from mail_outbox where recipient = ${user.email}`).toEqual([])
  expect(about('Nobody has read your answer')).toHaveLength(1)
  expect(await counts()).toEqual(before)
})

test('a customer who answers the mail that asks for a confirmation is heard [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const customer = someone()
  const { slug } = (await owner.get('/customer-form')).body.data
  await sendForm(app, slug, { fields: { email: customer } })
  await waitFor(() => expect(mails.to(customer)).toHaveLength(1))
  const id = header(mails.to(customer)[0]!, 'message-id')!
  const { enquiry } = await receive([`From: <${customer}>`, withId(), `In-Reply-To: ${id}`], 'The button does not work')
  expect(enquiry).toBeDefined()
})

test('each received email has one outcome, which the check of a server counts [D11.6]', async () => {
  const from = `From: Kim <${someone()}>`
  const [id, date] = [withId(), 'Date: Tue, 02 Jun 2026 09:14:31 +0000']
  const before = await app.db`select from incoming_mail`
  await receive([from, id, date], 'Once')
  const raw = [from, id, date, '', 'Twice', ''].join('\r\n')
  for (let count = 0; count < 2; count++) await deliver(lmtpPort, { to: company, raw })
  await allFiled(app)
  const { summary, faults } = await countMails(app.db)
  const numbers = [...summary!.matchAll(/\d+/g)].map(([number]) => Number(number))
  expect(numbers[0]).toBe(before.length + 3)
  expect(numbers.slice(1).reduce((sum, number) => sum + number)).toBe(numbers[0])
  expect(summary).toMatch(/^\d+ received emails: \d+ filed, \d+ held, \d+ ours or about our own, 1 repeats\.$/)
  expect(faults).toEqual([])
  await app.db`update incoming_mail set seq = 999 where message_id = ${id.slice('Message-ID: <'.length, -1)} and state = 'filed'`
  expect((await countMails(app.db)).faults).toHaveLength(1)
})

function report(recipient: string, messageId: string) {
  return [
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    `To: ${ours}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@mx.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    `<${recipient}>: 552 5.2.2 Mailbox full`,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.2.2',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '--b--',
    '',
  ].join('\r\n')
}
