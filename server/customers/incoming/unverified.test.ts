import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Recipients } from '#server/customers/mails/recipients.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailsOf, raiseAsCustomer } from '#server/test/customers.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { header, mailServer, sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const [smtpPort, lmtpPort] = [await freePort(), await freePort()]
const app = await testApp({
  ...sendingTo(smtpPort),
  ...receivingOn(lmtpPort),
  UNVERIFIED_SENDERS: 'hold',
  MAIL_AUTH_HOST: 'mx.desk.example',
})
const owner = await confirmedOwner(app)
const company = await acceptMails(owner)

function deliverWith(result: string | undefined, mail: Partial<Parameters<typeof deliver>[1]>) {
  const headers = result === undefined ? [] : [{ key: 'Authentication-Results', value: result }]
  return deliver(lmtpPort, { to: company, headers, ...mail })
}

async function heldFrom(from: string) {
  const docs: { address: string; reason: string }[] = (await owner.get('/held-mails')).body.data.docs
  return docs.filter(({ address }) => address === addressIn(from)).map(({ reason }) => reason)
}

test.each([
  ['mx.desk.example; dmarc=pass', true],
  ['mx.desk.example; spf=pass smtp.mailfrom=a@kunde.example; dmarc=none', true],
  ['mx.desk.example; dkim=pass header.d=mail.kunde.example', true],
  ['mx.desk.example; spf=fail smtp.mailfrom=kunde.example', false],
  ['mx.desk.example; dmarc=permerror; dkim=pass header.d=evil.example', false],
  ['mx.desk.example; spf=pass smtp.mailfrom=evil@notkunde.example', false],
  ['elsewhere.example; dmarc=pass', false],
  [undefined, false],
])(
  'with the result %s, a first mail and one into a known thread are filed: %s, and only then answered with a receipt [D11.6]',
  async (result, isFiled) => {
    const mails = await mailServer(smtpPort)
    const [from, writer] = [newCustomer(), newCustomer()]
    const inReplyTo = await deliverWith('mx.desk.example; dmarc=pass', { from: writer })
    await waitFor(() => expect(mails.to(addressIn(writer))).toHaveLength(1))
    const subject = 'Win a prize at evil.example'
    await deliverWith(result, { from, subject })
    await deliverWith(result, { from: writer, inReplyTo, text: 'Send it to another address' })
    await allFiled(app)
    expect([await heldFrom(from), await heldFrom(writer)]).toEqual(isFiled ? [[], []] : [['forged'], ['forged']])
    if (!isFiled) return expect(mails.to(addressIn(from))).toEqual([])
    await waitFor(() => expect(mails.to(addressIn(from))).toHaveLength(1))
    const [receipt] = mails.to(addressIn(from))
    expect(header(receipt!, 'subject')).toMatch(/^Acme \[ENQ-\d+\]$/)
    expect(receipt).not.toContain('evil.example')
  },
)

test('an answer to the secret address of a mail needs no other proof of its sender [D11.5] [D11.6]', async () => {
  const email = `${randomUUID()}@kunde.example`
  const { enquiryId } = await raiseAsCustomer(owner, { email })
  await owner.post('/chat', { enquiry: enquiryId, message: 'It is on its way.', side: 'host' })
  const [mail] = await mailsOf(app, enquiryId)
  const to = new Recipients('support@desk.example', app.linkSecrets).ofMail(mail!.id)
  await deliverWith(undefined, { to, from: email })
  await allFiled(app)
  expect((await owner.get(`/chat?enquiryId=${enquiryId}`)).body.data.docs).toHaveLength(2)
})
