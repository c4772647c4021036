import { expect, test } from 'vitest'
import { CustomerLinkState } from '#contract/customers/thread.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { expireLinks, raiseAsCustomer } from '#server/test/customers.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { Visitor, visitorOf } from '#server/test/visitors.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { masked } from './visitor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test' })
const { owner, agent } = await people(app)

async function linkOf(enquiryId: string) {
  return CustomerLinkState.parse((await agent.get(`/customer-links?enquiryId=${enquiryId}`)).body.data)
}

async function actionsOf(enquiryId: string) {
  const { body } = await agent.get(`/enquiry/activity?enquiryId=${enquiryId}`)
  return body.data.docs.map(({ action }: { action: string }) => action)
}

test('colleagues see whether a link works, whether the address is confirmed, and what was read, but no link [D11.4]', async () => {
  const visitor = await visitorOf(owner, { isConfirmed: false })
  await agent.post('/chat', { enquiry: visitor.enquiryId, side: 'host', message: 'Hello' })
  await visitor.see(1)
  expect(await linkOf(visitor.enquiryId)).toEqual({
    isUsable: true,
    url: null,
    createdAt: expect.any(String),
    isConfirmed: false,
    seenSeq: 1,
  })
})

test('a new link ends the earlier ones, is in the history, and only the customer’s mailbox gets it [D11.4]', async () => {
  const { to } = await mailServer(port)
  const email = 'renewed@kunde.example'
  const visitor = await visitorOf(owner, { email })
  const { status, body } = await agent.post('/customer-links', { enquiry: visitor.enquiryId })
  expect({ status, message: body.message, url: body.data.url }).toEqual({
    status: 201,
    message: 'New link mailed to the customer. Older links no longer work',
    url: null,
  })
  expect((await visitor.read()).status).toBe(404)
  await waitFor(() => expect(to(email)).toHaveLength(1))
  const renewed = new Visitor(app, visitor.enquiryId, /\/t#([\w-]{22})/.exec(to(email)[0]!)![1]!)
  expect((await renewed.read()).status).toBe(200)
  await agent.delete(`/customer-links?enquiryId=${visitor.enquiryId}`)
  expect((await renewed.read()).status).toBe(404)
  expect((await renewed.post('/customer/link')).status).toBe(404)
  expect(await linkOf(visitor.enquiryId)).toMatchObject({ isUsable: false, createdAt: null })
  expect(await actionsOf(visitor.enquiryId)).toEqual(['link revoked', 'link made', 'created'])
})

test('without mail, the link is shown to the colleague who makes it, as the history says, and is not kept [D7.4] [D11.4]', async () => {
  const silent = await testApp()
  const colleague = await registerOwner(silent)
  const visitor = await visitorOf(colleague)
  const payload = { enquiry: visitor.enquiryId }
  const renew = () => colleague.post('/customer-links', payload, { 'idempotency-key': 'one-link' })
  const [first, repeat] = [await renew(), await renew()]
  expect(first.body.data.url).toMatch(/\/t#[\w-]{22}$/)
  expect(repeat.body).toEqual(first.body)
  const token = first.body.data.url.slice(-22)
  expect((await new Visitor(silent, visitor.enquiryId, token).read()).status).toBe(200)
  const [kept] = await silent.db<{ answer: unknown }[]>`select answer from idempotency where key = 'one-link'`
  expect(JSON.stringify(kept)).toContain('New link made')
  expect(JSON.stringify(kept)).not.toContain(token)
  const { body } = await colleague.get(`/enquiry/activity?enquiryId=${visitor.enquiryId}`)
  expect(body.data.docs.map(({ action }: { action: string }) => action)).toEqual(['link shown', 'created'])
  expect((await colleague.get(`/customer-links?enquiryId=${visitor.enquiryId}`)).body.data.url).toBeNull()
  await colleague.post('/customer-links', payload)
  expect((await renew()).body.data.url).toBeNull()
})

test('colleagues see the page exactly as the customer does [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  await visitor.say('Hello?')
  await agent.post('/chat', { enquiry: visitor.enquiryId, side: 'host', message: 'Hello!' })
  const seen = await agent.get(`/customer-view?enquiryId=${visitor.enquiryId}`)
  expect(seen.body.data).toEqual((await visitor.read()).body.data)
})

test('an enquiry of a colleague has no page for customers [D11.4]', async () => {
  const { _id } = await owner.raise()
  expect((await agent.get(`/customer-links?enquiryId=${_id}`)).status).toBe(404)
  expect((await agent.get(`/customer-view?enquiryId=${_id}`)).status).toBe(404)
  expect((await agent.post('/customer-links', { enquiry: _id })).status).toBe(404)
})

test('a link expires 90 days after the last message, and tells only where a new one goes [D11.4]', async () => {
  const visitor = await visitorOf(owner, { email: 'mia.kunde@mail.example.com' })
  await visitor.say('Hello?')
  await expireLinks(owner, visitor)
  const { status, body } = await visitor.read()
  expect({ status, ...body }).toEqual({
    status: 410,
    message: 'This link has expired',
    code: 'expired',
    data: {
      address: 'm•••@m•••.com',
      canMail: true,
      language: 'en',
      company: { companyName: 'Acme', logo: null },
    },
  })
  expect((await visitor.say('Hello?')).status).toBe(410)
  expect((await linkOf(visitor.enquiryId)).isUsable).toBe(false)
  await agent.post('/chat', { enquiry: visitor.enquiryId, side: 'host', message: 'Hello again' })
  expect((await visitor.read()).status).toBe(200)
})

test('a new link is mailed to the address of the contact, in the contact’s language, and works [D11.4]', async () => {
  const { to } = await mailServer(port)
  const visitor = await visitorOf(owner, { email: 'grete@mail.example.com' })
  await app.db`update contact set language = 'de' where email = 'grete@mail.example.com'`
  await expireLinks(owner, visitor)
  const { status, body } = await visitor.post('/customer/link')
  expect({ status, data: body.data }).toEqual({ status: 200, data: { address: 'g•••@m•••.com' } })
  await waitFor(() => expect(to('grete@mail.example.com')).toHaveLength(1))
  const [mail] = to('grete@mail.example.com')
  expect(mail).toContain('Anfrage öffnen')
  const token = /https:\/\/desk\.test\/t#([\w-]{22})/.exec(mail!)![1]!
  expect((await new Visitor(app, visitor.enquiryId, token).read()).status).toBe(200)
  expect(await actionsOf(visitor.enquiryId)).toContain('link mailed')
})

test('at most one link in 10 minutes and three a day are mailed to a contact [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  const ask = async () => {
    await expireLinks(owner, visitor)
    return visitor.post('/customer/link')
  }
  const later = () =>
    app.db`update activity set created_at = created_at - interval '11 minutes' where subject_id = ${visitor.enquiryId}`
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    statuses.push((await ask()).status, (await ask()).status)
    await later()
  }
  const { status, headers } = await ask()
  expect([...statuses, status]).toEqual([200, 429, 200, 429, 200, 429, 429])
  expect(Number(headers['retry-after'])).toBeGreaterThan(600)
})

test('colleagues can have few links mailed, and none to an address that is not confirmed or to a blocked customer [D11.4]', async () => {
  const make = async (enquiry: string) => (await agent.post('/customer-links', { enquiry })).status
  const visitor = await visitorOf(owner)
  expect([await make(visitor.enquiryId), await make(visitor.enquiryId)]).toEqual([201, 429])
  const stranger = await visitorOf(owner, { isConfirmed: false })
  expect(await make(stranger.enquiryId)).toBe(409)
  const blocked = await visitorOf(owner)
  const { _id } = (await agent.get(`/enquiry?_id=${blocked.enquiryId}`)).body.data.docs[0].user
  await agent.patch(`/contacts/${_id}`, { isBlocked: true })
  expect(await make(blocked.enquiryId)).toBe(409)
})

test('a link that has not expired is not mailed again, and without mail none is [D11.4]', async () => {
  const visitor = await visitorOf(owner)
  expect((await visitor.post('/customer/link')).status).toBe(409)
  const silent = await testApp()
  const { owner: other } = await people(silent)
  const raised = await raiseAsCustomer(other)
  await expireLinks(other, raised)
  expect((await new Visitor(silent, raised.enquiryId, raised.token).post('/customer/link')).status).toBe(409)
})

test.each([
  ['mia@example.com', 'm•••@e•••.com'],
  ['🦊@x.co', '🦊•••@x•••.co'],
  ['a@localhost', 'a•••@l•••'],
])('the address %s is shown as %s', (email, shown) => {
  expect(masked(email)).toBe(shown)
})
