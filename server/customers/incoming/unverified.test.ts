import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { Recipients } from '#server/customers/mails/recipients.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailsOf, raiseAsCustomer } from '#server/test/customers.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { header, mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const [smtpPort, lmtpPort, holdingPort] = [await freePort(), await freePort(), await freePort()]
const trusting = { ...sendingTo(smtpPort), MAIL_AUTH_HOST: 'mx.desk.example' }
// The default of UNVERIFIED_SENDERS counts.
const { INCOMING_ADDRESS, LMTP_LISTEN } = receivingOn(lmtpPort)
const app = await testApp({ ...trusting, INCOMING_ADDRESS, LMTP_LISTEN })
const owner = await confirmedOwner(app)
const company = await acceptMails(owner)
const proven = 'mx.desk.example; dmarc=pass'

function deliverWith(result: string | undefined, { to = company, port = lmtpPort, ...mail }: Delivery = {}) {
  const headers = result === undefined ? [] : [{ key: 'Authentication-Results', value: result }]
  return deliver(port, { to, headers, ...mail })
}

type Delivery = Partial<Parameters<typeof deliver>[1]> & { port?: number }

/** For each message of the sender's only thread, whether something proves who wrote it. */
async function threadOf(from: string) {
  const search = `/enquiry?search=${encodeURIComponent(addressIn(from))}`
  const [enquiry]: { _id: string }[] = (await owner.get(search)).body.data.docs
  const { docs } = (await owner.get(`/chat?enquiryId=${enquiry!._id}`)).body.data
  return docs.map(({ email }: Message) => email!.isVerified)
}

test.each([
  [proven, true],
  ['mx.desk.example; spf=pass smtp.mailfrom=a@kunde.example; dmarc=none', true],
  ['mx.desk.example; dkim=pass header.d=mail.kunde.example', true],
  ['mx.desk.example; spf=fail smtp.mailfrom=kunde.example', false],
  ['mx.desk.example; dmarc=permerror; dkim=pass header.d=evil.example', false],
  ['mx.desk.example; spf=pass smtp.mailfrom=evil@notkunde.example', false],
  ['elsewhere.example; dmarc=pass', false],
  [undefined, false],
])(
  'with the result %s, the sender of a first mail and of one into a known thread is verified: %s, and only then gets a receipt [D11.6]',
  async (result, isVerified) => {
    const mails = await mailServer(smtpPort)
    const [from, writer] = [newCustomer(), newCustomer()]
    const inReplyTo = await deliverWith(proven, { from: writer })
    await waitFor(() => expect(mails.to(addressIn(writer))).toHaveLength(1))
    await deliverWith(result, { from, subject: 'Win a prize at evil.example' })
    await deliverWith(result, { from: writer, inReplyTo, text: 'Send it to another address' })
    await allFiled(app)
    expect(await threadOf(from)).toEqual([isVerified])
    expect(await threadOf(writer)).toEqual([true, isVerified])
    if (!isVerified) return expect(mails.to(addressIn(from))).toEqual([])
    await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
    const [receipt] = mails.to(addressIn(from))
    expect(header(receipt!, 'subject')).toMatch(/^Acme \[ENQ-\d+\]$/)
    expect(receipt).not.toContain('evil.example')
  },
)

test('with UNVERIFIED_SENDERS=hold, a person decides about a mail whose sender nothing proves, which is then not marked [D11.6]', async () => {
  const holding = await testApp({ ...trusting, ...receivingOn(holdingPort), UNVERIFIED_SENDERS: 'hold' })
  const theirs = await confirmedOwner(holding)
  const delivery = { to: await acceptMails(theirs), port: holdingPort }
  await deliverWith(proven, delivery)
  await deliverWith(undefined, delivery)
  await allFiled(holding)
  const { docs } = (await theirs.get('/held-mails')).body.data
  expect(docs).toMatchObject([{ reason: 'forged' }])
  const accepted = await theirs.post(`/held-mails/${docs[0]._id}/accept`, { as: 'enquiry' })
  const thread = await theirs.get(`/chat?enquiryId=${accepted.body.data.enquiry}`)
  expect(thread.body.data.docs).toMatchObject([{ email: { isVerified: true } }])
})

test('an answer to the secret address of a mail needs no other proof of its sender [D11.5] [D11.6]', async () => {
  const email = `${randomUUID()}@kunde.example`
  const { enquiryId } = await raiseAsCustomer(owner, { email })
  await owner.post('/chat', { enquiry: enquiryId, message: 'It is on its way.', side: 'host' })
  const [mail] = await mailsOf(app, enquiryId)
  const to = new Recipients('support@desk.example', app.linkSecrets).ofMail(mail!.id)
  await deliverWith(undefined, { to, from: email })
  await allFiled(app)
  const { docs } = (await owner.get(`/chat?enquiryId=${enquiryId}`)).body.data
  expect(docs).toMatchObject([{}, { email: { isVerified: true } }])
})
