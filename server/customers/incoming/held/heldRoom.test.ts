import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { acceptMails, addressIn, allFiled, deliver, newCustomer, receivingOn } from '#server/test/mail/incomingMail.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const lmtpPort = await freePort()
const app = await testApp({ ...sendingTo(await freePort()), ...receivingOn(lmtpPort), UNVERIFIED_SENDERS: 'hold' })
const owner = await confirmedOwner(app)
const company = await acceptMails(owner)

const usedBytes = async () => (await owner.get('/storage')).body.data.usedBytes

async function heldFrom(from: string) {
  const { docs } = (await owner.get('/held-mails')).body.data
  return docs.filter(({ address }: { address: string }) => address === addressIn(from)).length
}

test('emails that are held use nothing of the company’s quota, which they do once they are accepted [D12.2]', async () => {
  const before = await usedBytes()
  await deliver(lmtpPort, { to: company, text: 'x'.repeat(100_000) })
  await allFiled(app)
  expect(await usedBytes()).toBe(before)
  const [{ _id }] = (await owner.get('/held-mails')).body.data.docs
  expect((await owner.post(`/held-mails/${_id}/accept`, { as: 'enquiry' })).status).toBe(200)
  expect(await usedBytes()).toBeGreaterThan(before + 100_000)
})

test('beyond 200 MB of held emails, small ones are held all the same; large ones wait until there is room [D11.6] [D12.2]', async () => {
  const [filling, small, waiting] = [newCustomer(), newCustomer(), newCustomer()]
  for (let count = 0; count < 7; count++) await deliver(lmtpPort, { to: company, from: filling })
  await allFiled(app)
  await app.db`update incoming_mail set size = ${30 * 1024 * 1024} where address = ${addressIn(filling)}`
  await deliver(lmtpPort, { to: company, from: small })
  await allFiled(app)
  expect(await heldFrom(small)).toBe(1)
  await deliver(lmtpPort, { to: company, from: waiting, text: 'x'.repeat(200_000) })
  await waitFor(async () => {
    const rows = await app.db`
      select from incoming_mail where state = 'received' and next_attempt_at > now() + interval '30 minutes'`
    expect(rows).toHaveLength(1)
  })
  expect(await heldFrom(waiting)).toBe(0)
  const { docs } = (await owner.get('/held-mails')).body.data
  await owner.delete(`/held-mails/${docs[0]._id}`)
  await app.db`update incoming_mail set next_attempt_at = now() where state = 'received'`
  await waitFor(async () => expect(await heldFrom(waiting)).toBe(1))
})
