import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailsOf, raiseAsCustomer, sendMailsNow } from '#server/test/customers.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { header, mailServer, sendingTo, type ReceivedMails } from '#server/test/mail/mailServer.ts'
import { confirmedOwner, join } from '#server/test/people.ts'
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
await acceptMails(owner)

async function raise() {
  const email = addressIn(newCustomer())
  return { email, ...(await raiseAsCustomer(owner, { email })) }
}

/** Replies, and returns the mail that the customer is sent. */
async function reply(
  mails: ReceivedMails,
  { enquiryId, email }: { enquiryId: string; email: string },
  message: string,
) {
  const before = mails.to(email).length
  await agent.post('/chat', { enquiry: enquiryId, message, side: 'host' })
  await sendMailsNow(owner)
  await waitFor(() => expect(mails.to(email)).toHaveLength(before + 1))
  await waitFor(async () => {
    const rows =
      await app.db`select 1 from customer_mail where enquiry_id = ${enquiryId} and state in ('waiting', 'sending')`
    expect(rows).toHaveLength(0)
  })
  return mails.to(email).at(-1)!
}

type Report = { recipient: string; status?: string; action?: string; original: string }

/** A report of a mail server that a mail could not be delivered (RFC 3464). */
function report({ recipient, status = '5.1.1', action = 'failed', original }: Report) {
  return [
    'From: Mail Delivery System <mailer-daemon@mx.kunde.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Your mail could not be delivered.',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.kunde.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${original}`,
    'Subject: Re: Where is my order?',
    '--part--',
    '',
  ].join('\r\n')
}

async function undelivered(enquiry: string) {
  return (await agent.get(`/undelivered-mails?enquiryId=${enquiry}`)).body.data.docs
}

async function bounce(to: string, content: Report) {
  await deliver(lmtpPort, { to, from: '', raw: report(content) })
  await allFiled(app)
}

test('a report that a mail did not arrive marks exactly the replies in it, and the address [D11.5]', async () => {
  const mails = await mailServer(smtpPort)
  const raised = await raise()
  await reply(mails, raised, 'Arrives')
  const sent = await reply(mails, raised, 'Comes back')
  await bounce(header(sent, 'reply-to')!, { recipient: raised.email, original: '<unknown@x.example>' })
  expect(await undelivered(raised.enquiryId)).toMatchObject([
    { fromSeq: 2, toSeq: 2, address: raised.email, reason: 'There is no such mailbox' },
  ])
  const [enquiry] = (await agent.get(`/enquiry?_id=${raised.enquiryId}`)).body.data.docs
  expect(enquiry.messageCount).toBe(2)
  expect((await agent.get(`/contacts/${enquiry.user._id}`)).body.data).toMatchObject({ isUndeliverable: true })
})

test('a report to the sender’s own address finds the mail by the Message-ID in it [D11.5]', async () => {
  const mails = await mailServer(smtpPort)
  const raised = await raise()
  const original = header(await reply(mails, raised, 'Comes back'), 'message-id')!
  await bounce('support@desk.example', { recipient: raised.email, status: '5.2.2', original })
  expect(await undelivered(raised.enquiryId)).toMatchObject([{ fromSeq: 1, toSeq: 1, reason: 'The mailbox is full' }])
  const [enquiry] = (await agent.get(`/enquiry?_id=${raised.enquiryId}`)).body.data.docs
  expect((await agent.get(`/contacts/${enquiry.user._id}`)).body.data).toMatchObject({ isUndeliverable: false })
})

test('a report that a mail is late changes nothing [D11.5]', async () => {
  const mails = await mailServer(smtpPort)
  const raised = await raise()
  const original = header(await reply(mails, raised, 'Is late'), 'message-id')!
  await bounce('support@desk.example', { recipient: raised.email, status: '4.4.1', action: 'delayed', original })
  expect(await undelivered(raised.enquiryId)).toEqual([])
})

test('“Try again” sends the replies to the corrected address, once [D11.5]', async () => {
  const mails = await mailServer(smtpPort)
  const raised = await raise()
  const sent = await reply(mails, raised, 'Comes back')
  await bounce(header(sent, 'reply-to')!, { recipient: raised.email, original: header(sent, 'message-id')! })
  const [failed] = await undelivered(raised.enquiryId)
  const [enquiry] = (await agent.get(`/enquiry?_id=${raised.enquiryId}`)).body.data.docs
  const corrected = addressIn(newCustomer())
  await agent.patch(`/contacts/${enquiry.user._id}`, { email: corrected })
  expect((await agent.post(`/undelivered-mails/${failed._id}/retry`, {})).status).toBe(200)
  await waitFor(() => expect(mails.to(corrected)).toHaveLength(1))
  expect(mails.to(corrected)[0]).toContain('Comes back')
  expect(await undelivered(raised.enquiryId)).toEqual([])
  expect((await agent.post(`/undelivered-mails/${failed._id}/retry`, {})).status).toBe(404)
})

test('a reply that the mail server refuses at once is marked as not delivered, too [D11.5]', async () => {
  const raised = await raise()
  await mailServer(smtpPort, { refuses: raised.email })
  await agent.post('/chat', { enquiry: raised.enquiryId, message: 'Refused', side: 'host' })
  await sendMailsNow(owner)
  await waitFor(async () =>
    expect(await undelivered(raised.enquiryId)).toMatchObject([{ reason: 'The mail server rejects this address' }]),
  )
})

test('a report about a mail that this server has not sent becomes an enquiry, so that it is not lost, and is not answered [D11.6]', async () => {
  const company = await acceptMails(owner)
  await bounce(company, { recipient: 'x@kunde.example', original: '<theirs@kunde.example>' })
  const { docs } = (await agent.get('/enquiry?search=Undelivered')).body.data
  expect(docs).toHaveLength(1)
  expect(await mailsOf(app, docs[0]._id)).toEqual([])
})
