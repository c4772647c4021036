import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import { sendForm, sendMailsNow } from '#server/test/customers.ts'
import { allFiled, deliver, deliverHeaders, mailDesk, withId } from '#server/test/mail/incomingMail.ts'
import { header, type ReceivedMails, mailServer } from '#server/test/mail/mailServer.ts'
import { ask, confirmAddress, join } from '#server/test/people.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { countMails } from './countMails.ts'

const { app, owner, company, smtpPort, lmtpPort } = await mailDesk()
const ours = 'support@desk.example'

const someone = () => `${randomUUID()}@kunde.example`

/** Delivers a mail with these headers to the company, and finds the enquiry that it has become. */
async function receive(headers: string[], text = 'Where is my parcel?') {
  const subject = await deliverHeaders(app, lmtpPort, company, headers, text)
  const { docs }: { docs: Enquiry[] } = (await owner.get('/enquiry')).body.data
  return docs.find(({ summery }) => summery === subject)
}

test('an email that we have sent is recognised when it comes back to us, by its id or by its address for answers [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const customer = someone()
  const enquiry = await receive([`From: Kim <${customer}>`, withId()])
  await owner.post('/chat', { enquiry: enquiry!._id, message: 'On its way.', side: 'host' })
  await sendMailsNow(owner)
  await waitFor(() => expect(mails.to(customer)).toHaveLength(2))
  const sent = mails.to(customer)[1]!
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
  const enquiry = await receive([`From: <${customer}>`, withId(), `In-Reply-To: ${id}`], 'The button does not work')
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
  expect(summary).toMatch(/^\d+ received emails: \d+ filed, \d+ ours or about our own, 1 repeats\.$/)
  expect(faults).toEqual([])
  const messageId = id.slice('Message-ID: <'.length, -1)
  await app.db`update incoming_mail set seq = 999 where message_id = ${messageId} and state = 'filed'`
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
