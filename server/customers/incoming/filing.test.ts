import { expect, test } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailsOf, raiseAsCustomer, sendMailsNow } from '#server/test/customers.ts'
import {
  acceptMails,
  addressIn,
  allFiled,
  deliver,
  newCustomer,
  receivingOn,
  type TestMail,
} from '#server/test/mail/incomingMail.ts'
import { header, mailServer, sendingTo, type ReceivedMails } from '#server/test/mail/mailServer.ts'
import { confirmedOwner, join, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const smtpPort = await freePort()
const lmtpPort = await freePort()
const app = await testApp({
  ...sendingTo(smtpPort),
  ...receivingOn(lmtpPort),
})
const owner = await confirmedOwner(app)
const agent = await join(owner, 'agent', 'Anna Agent')
const company = await acceptMails(owner)

/** Delivers a mail, and waits until it is filed, held or dropped. */
async function receive(mail: TestMail) {
  const messageId = await deliver(lmtpPort, mail)
  await allFiled(app)
  return messageId
}

async function enquiriesOf(from: string, person: Person = agent): Promise<Enquiry[]> {
  const { body } = await person.get(`/enquiry?search=${encodeURIComponent(addressIn(from))}`)
  return body.data.docs
}

/** A customer's first mail, and the enquiry that it has become. */
async function writtenBy(from: string, mail: Partial<TestMail> = {}) {
  const messageId = await receive({ to: company, from, ...mail })
  const [enquiry] = await enquiriesOf(from)
  return { enquiry: enquiry!, messageId }
}

async function messagesOf(enquiry: string) {
  return (await agent.get(`/chat?enquiryId=${enquiry}`)).body.data.docs
}

async function held(query = '') {
  return (await agent.get(`/held-mails${query}`)).body.data.docs
}

async function heldFrom(from: string) {
  return (await held()).find(({ address }: { address: string }) => address === addressIn(from))
}

/** Sends a reply, and returns the mail in which the customer gets it. */
async function answered(mails: ReceivedMails, enquiry: string, to: string) {
  const before = mails.to(addressIn(to)).length
  await agent.post('/chat', { enquiry, message: 'We look into it.', side: 'host' })
  await sendMailsNow(owner)
  await waitFor(() => expect(mails.to(addressIn(to))).toHaveLength(before + 1))
  return mails.to(addressIn(to)).at(-1)!
}

test('an email to the company becomes an enquiry of its sender, with the text as the first message [D11.6] [D11.1]', async () => {
  const from = newCustomer()
  const { enquiry } = await writtenBy(from, { subject: 'Broken lamp', text: 'My lamp is broken.\n\n-- \nKim' })
  expect(enquiry).toMatchObject({
    summery: 'Broken lamp',
    enquiryType: 'Question',
    messageCount: 1,
    enquiryStatus: 'open',
  })
  expect(enquiry.user).toMatchObject({ kind: 'contact', name: 'Kim Kunde' })
  const [message] = await messagesOf(enquiry._id)
  expect(message).toMatchObject({
    side: 'customer',
    message: 'My lamp is broken.\n\n-- \nKim',
    email: { address: addressIn(from), isAutomatic: false, leftOut: [] },
  })
})

test('the new enquiry is answered with one receipt, which is marked as automatic and opens the customer’s page [D11.5]', async () => {
  const mails = await mailServer(smtpPort)
  const from = newCustomer()
  const { messageId } = await writtenBy(from)
  await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
  const [receipt] = mails.to(addressIn(from))
  expect(header(receipt!, 'auto-submitted')).toBe('auto-replied')
  expect(header(receipt!, 'in-reply-to')).toBe(messageId)
  expect(receipt).toMatch(/https:\/\/desk\.example\/t#[\w-]{22}/)
  expect(receipt).toContain('Reply to this email or on the page.')
})

test('the answer to an email goes to an address of its own, and into the thread, whatever its subject says [D11.5] [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const from = newCustomer()
  const { enquiry } = await writtenBy(from)
  await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
  const reply = await answered(mails, enquiry._id, from)
  const answersTo = header(reply, 'reply-to')!
  expect(answersTo).toMatch(/^support\+[0-9a-v]{42}@desk\.example$/)
  await receive({ to: answersTo.toUpperCase(), from, subject: 'Something else', text: 'It still does not work.' })
  expect((await messagesOf(enquiry._id)).map(({ message }: { message: string }) => message)).toContain(
    'It still does not work.',
  )
  expect(await enquiriesOf(from)).toHaveLength(1)
})

test('an email that names an earlier one goes into its thread; a subject alone never does [D11.6]', async () => {
  const from = newCustomer()
  const { enquiry, messageId } = await writtenBy(from)
  await receive({
    to: company,
    from,
    subject: 'Re: Hello',
    text: 'By reference',
    references: [messageId, '<other@x.example>'],
  })
  expect((await messagesOf(enquiry._id)).map(({ message }: { message: string }) => message)).toContain('By reference')
  await receive({ to: company, from, subject: `Re: Hello [${enquiry.enquiryId}]`, text: 'By subject' })
  expect(await enquiriesOf(from)).toHaveLength(2)
  expect(await messagesOf(enquiry._id)).toHaveLength(2)
})

test('an address for answers that somebody made up is an unknown company [D11.6]', async () => {
  const from = newCustomer()
  const guessed = `support+${'0'.repeat(42)}@desk.example`
  await expect(deliver(lmtpPort, { to: guessed, from })).rejects.toMatchObject({ responseCode: 550 })
})

test('the same email is filed once, however often it arrives [D11.6]', async () => {
  const from = newCustomer()
  const messageId = '<same@kunde.example>'
  const date = { Date: 'Mon, 23 Nov 2026 10:00:00 +0000' }
  for (let time = 0; time < 3; time++) await receive({ to: company, from, messageId, headers: date })
  expect(await enquiriesOf(from)).toHaveLength(1)
})

test('a customer’s email reopens a closed enquiry; an automatic one is collapsed and does not [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const from = newCustomer()
  const { enquiry, messageId } = await writtenBy(from)
  await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
  await agent.post('/chat', { enquiry: enquiry._id, message: 'Done.', side: 'host', enquiryStatus: 'closed' })
  await receive({
    to: company,
    from,
    inReplyTo: messageId,
    text: 'I am away.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
  const [afterAutomatic] = await enquiriesOf(from)
  expect(afterAutomatic).toMatchObject({ enquiryStatus: 'closed', messageCount: 3, waitingSince: null })
  expect((await messagesOf(enquiry._id)).at(-1)).toMatchObject({ message: 'I am away.', email: { isAutomatic: true } })
  await receive({ to: company, from, inReplyTo: messageId, text: 'It broke again.' })
  expect((await enquiriesOf(from))[0]).toMatchObject({ enquiryStatus: 'open', messageCount: 4 })
})

test('an automatic email is never answered, and a mailing list gets no receipt [D11.6]', async () => {
  const { enquiry: fromRobot } = await writtenBy(newCustomer(), { headers: { Precedence: 'bulk' } })
  const { enquiry: fromList } = await writtenBy(newCustomer(), { headers: { 'List-Id': '<news.kunde.example>' } })
  for (const { _id } of [fromRobot, fromList]) expect(await mailsOf(app, _id)).toEqual([])
  const { enquiry } = await writtenBy(newCustomer())
  expect(await mailsOf(app, enquiry._id)).toMatchObject([{ kind: 'receipt' }])
})

test('images and files of an email are files of its message; the others are named, and the sender is informed [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const from = newCustomer()
  const { enquiry } = await writtenBy(from, {
    attachments: [
      { filename: 'notes.txt', content: 'Some notes' },
      { filename: 'setup.exe', content: 'MZ' },
    ],
  })
  const [message] = await messagesOf(enquiry._id)
  expect(message.files).toMatchObject([{ kind: 'file', name: 'notes.txt' }])
  expect(message.email.leftOut).toEqual([{ name: 'setup.exe', reason: 'kind' }])
  await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
  expect(mails.to(addressIn(from))[0]).toContain('setup exe: we cannot accept this kind of file')
})

test('people who may answer download the email as it was received; others cannot [D11.6]', async () => {
  const from = newCustomer()
  const { enquiry, messageId } = await writtenBy(from)
  const [message] = await messagesOf(enquiry._id)
  const original = await app.app.inject({ method: 'GET', url: message.email.originalUrl })
  expect(original.headers['content-disposition']).toContain('attachment')
  expect(original.body).toContain(messageId)
  const member = await join(owner, 'member', 'Mona Member')
  const [seen] = (await member.get(`/chat?enquiryId=${enquiry._id}`)).body.data.docs
  expect(seen.email.originalUrl).toBeNull()
})

test('an email of a stranger that answers an enquiry is held, and can be admitted to the conversation [D11.6]', async () => {
  const { enquiry, messageId } = await writtenBy(newCustomer())
  const stranger = newCustomer()
  const events = await messagesOf(enquiry._id)
  await receive({ to: company, from: stranger, inReplyTo: messageId, text: 'Let me in.' })
  await receive({ to: company, from: stranger, inReplyTo: messageId, text: 'And this.' })
  expect(await messagesOf(enquiry._id)).toEqual(events)
  const [mail, ...others] = await held(`?enquiryId=${enquiry._id}`)
  expect(others).toHaveLength(1)
  expect(mail).toMatchObject({ address: addressIn(stranger), reason: 'stranger', excerpt: 'Let me in.' })
  expect(mail.enquiry).toMatchObject({ enquiryId: enquiry.enquiryId })
  const seenByCustomer = (await agent.get(`/customer-view?enquiryId=${enquiry._id}`)).body.data
  expect(JSON.stringify(seenByCustomer)).not.toMatch(/Let me in|And this/)
  const admitted = await agent.post(`/held-mails/${mail._id}/accept`, { as: 'message' })
  expect(admitted.body.data).toEqual({ enquiry: enquiry._id })
  await allFiled(app)
  const messages = await messagesOf(enquiry._id)
  expect(messages.map(({ message }: { message: string }) => message)).toEqual([
    'Is anybody there?',
    'Let me in.',
    'And this.',
  ])
  expect(messages[1].sender.name).toBe('Kim Kunde')
  expect(await held(`?enquiryId=${enquiry._id}`)).toEqual([])
  const again = await agent.post(`/held-mails/${mail._id}/accept`, { as: 'message' })
  expect(again.status).toBe(404)
})

test('an email that is held can become an enquiry of its own, or be deleted [D11.6]', async () => {
  const { messageId } = await writtenBy(newCustomer())
  const [one, other] = [newCustomer(), newCustomer()]
  for (const from of [one, other]) await receive({ to: company, from, inReplyTo: messageId })
  const { body } = await agent.post(`/held-mails/${(await heldFrom(one))._id}/accept`, { as: 'enquiry' })
  expect((await enquiriesOf(one)).map(({ _id }) => _id)).toEqual([body.data.enquiry])
  expect((await agent.delete(`/held-mails/${(await heldFrom(other))._id}`)).status).toBe(200)
  expect(await heldFrom(other)).toBeUndefined()
  expect(await enquiriesOf(other)).toEqual([])
})

test('another company neither sees nor accepts what is held [D11.6]', async () => {
  const { messageId } = await writtenBy(newCustomer())
  await receive({ to: company, from: newCustomer(), inReplyTo: messageId })
  const [mail] = await held()
  const stranger = await confirmedOwner(app)
  expect((await stranger.get('/held-mails')).body.data).toEqual({ docs: [], totalDocs: 0 })
  expect((await stranger.post(`/held-mails/${mail._id}/accept`, { as: 'enquiry' })).status).toBe(404)
  expect((await stranger.delete(`/held-mails/${mail._id}`)).status).toBe(404)
})

test('more than ten emails in ten minutes from one sender are held [D11.6]', async () => {
  const from = newCustomer()
  for (let count = 0; count < 12; count++) await deliver(lmtpPort, { to: company, from, text: `Mail ${count}` })
  await allFiled(app)
  expect(await enquiriesOf(from)).toHaveLength(10)
  const mails = (await held()).filter((mail: { address: string }) => mail.address === addressIn(from))
  expect(mails.map(({ reason }: { reason: string }) => reason)).toEqual(['flood', 'flood'])
})

test('emails of a blocked contact, and to a form that is switched off, are held [D11.6]', async () => {
  const from = newCustomer()
  const { enquiry } = await writtenBy(from)
  await agent.patch(`/contacts/${enquiry.user._id}`, { isBlocked: true })
  await receive({ to: company, from, subject: 'Blocked' })
  expect((await held()).find((mail: { subject: string }) => mail.subject === 'Blocked').reason).toBe('blocked')
  const form = (await owner.get('/customer-form')).body.data
  await owner.patch('/customer-form', { ...form, isEnabled: false })
  await receive({ to: company, subject: 'Closed' })
  await owner.patch('/customer-form', form)
  expect((await held()).find((mail: { subject: string }) => mail.subject === 'Closed').reason).toBe('closed')
})

test('the answer to a mail of an enquiry that the form has raised goes into its thread [D11.5] [D11.6]', async () => {
  const mails = await mailServer(smtpPort)
  const from = newCustomer()
  const { enquiryId } = await raiseAsCustomer(owner, { email: addressIn(from) })
  const reply = await answered(mails, enquiryId, from)
  await receive({ to: company, from, references: [header(reply, 'message-id')!], text: 'Thank you.' })
  expect((await messagesOf(enquiryId)).at(-1)).toMatchObject({
    message: 'Thank you.',
    email: { address: addressIn(from) },
  })
})
