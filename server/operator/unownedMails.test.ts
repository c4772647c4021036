import { expect, test } from 'vitest'
import type { UnownedMails } from '#contract/operator.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { appWithOperator } from '#server/test/operator/operator.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { expireUnownedMails } from './unownedMails.ts'

const lmtpPort = await freePort()
const { LMTP_LISTEN: _, ...receiving } = receivingOn(lmtpPort)
const lmtpListen = { host: '127.0.0.1', port: lmtpPort }
const { app, operator } = await appWithOperator(receiving, { lmtpListen })
const [owner, other] = [await confirmedOwner(app), await confirmedOwner(app)]
const company = await acceptMails(owner)
await acceptMails(other)
const slugOf = (address: string) => /\+(.*)@/.exec(address)![1]

async function listed() {
  return (await operator.get<UnownedMails>('/operator/mails')).body.data
}

/** An email to the mailbox itself, which could be for either company. */
async function deliverToNobody() {
  const from = newCustomer()
  await deliver(lmtpPort, { to: 'support@desk.example', from, subject: 'For whom?' })
  await allFiled(app)
  const mail = (await listed()).docs.find(({ address }) => address === addressIn(from))
  return { from, mail: mail! }
}

test('an email for no company is shown to operators, who give it to the company that files it [D11.6] [D13.5]', async () => {
  const { from, mail } = await deliverToNobody()
  expect(mail).toMatchObject({ subject: 'For whom?', recipients: ['support@desk.example'] })
  expect(mail.reason).toBe('No recipient names a company')
  const place = (slug: string) => operator.post(`/operator/mails/${mail._id}/place`, { company: slug })
  expect((await place('nobody-has-this')).status).toBe(409)
  expect((await place(slugOf(company)!)).status).toBe(200)
  await allFiled(app)
  expect((await place(slugOf(company)!)).status).toBe(404)
  const { docs } = (await owner.get(`/enquiry?search=${encodeURIComponent(addressIn(from))}`)).body.data
  expect(docs).toMatchObject([{ summery: 'For whom?' }])
})

test('an operator deletes an email for no company; nobody else sees or touches any [D11.6] [D13.5]', async () => {
  const { mail } = await deliverToNobody()
  expect((await owner.get('/operator/mails')).status).toBe(403)
  expect((await owner.delete(`/operator/mails/${mail._id}`)).status).toBe(403)
  expect((await operator.delete(`/operator/mails/${mail._id}`)).status).toBe(200)
  expect((await operator.delete(`/operator/mails/${mail._id}`)).status).toBe(404)
})

test('an email for no company is kept for 30 days [D11.6] [D12.2]', async () => {
  const [{ mail: old }, { mail: recent }] = [await deliverToNobody(), await deliverToNobody()]
  await app.db`update incoming_mail set received_at = now() - interval '31 days' where id = ${old._id}`
  expect(await expireUnownedMails(app.db)).toBe(1)
  expect((await listed()).docs.map(({ _id }) => _id)).toEqual([recent._id])
})

/** Adds so many emails of 30 MB to the company that wait for an hour. */
async function waitingMails(count: number) {
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, next_attempt_at)
    select gen_random_uuid(), ${[company]}, '', ${30 * 1024 * 1024}, false, now() + interval '1 hour'
    from generate_series(1, ${count}::int)`
}

test('while 200 MB to an address wait, the mail server keeps large emails, from 1,000 MB on all [D11.6] [D12.2]', async () => {
  await waitingMails(7)
  await expect(deliver(lmtpPort, { to: company.toUpperCase() })).rejects.toThrow('452')
  await deliver(lmtpPort, { to: company, size: 50_000 })
  await deliver(lmtpPort, { to: 'support@desk.example' })
  await waitingMails(30)
  await expect(deliver(lmtpPort, { to: company, size: 50_000 })).rejects.toThrow('452')
  await app.db`delete from incoming_mail where sha256 = ''`
  await deliver(lmtpPort, { to: company })
})
