import { expect, test } from 'vitest'
import { raiseAsCustomer } from '#server/test/customers.ts'
import { registerOwner, join } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

test('without mail, a mailbox and a form, everything works as before, and nothing is offered to customers [D11.8]', async () => {
  const app = await testApp()
  const owner = await registerOwner(app)
  const member = await join(owner, 'member')
  const { _id } = await member.raise({ summery: 'As before' })
  expect((await member.say(_id, 'A comment')).status).toBe(201)
  expect((await owner.post('/chat', { enquiry: _id, message: 'A reply', side: 'host' })).status).toBe(201)
  expect((await owner.get('/mail-reception')).body.data).toEqual({ address: null, failing: null })
  expect((await owner.get('/held-mails')).body.data).toEqual({ docs: [], totalDocs: 0 })
  const { slug, isEnabled } = (await owner.get('/customer-form')).body.data
  expect(isEnabled).toBe(false)
  expect((await app.app.inject({ method: 'GET', url: `/f/${slug}` })).statusCode).toBe(404)
})

test('without mail, the customer of an enquiry is answered on the page, and nothing waits to be sent [D11.8]', async () => {
  const app = await testApp()
  const owner = await registerOwner(app)
  const { enquiryId } = await raiseAsCustomer(owner)
  await owner.post('/chat', { enquiry: enquiryId, message: 'A reply', side: 'host', enquiryStatus: 'closed' })
  expect(await app.db`select id from customer_mail union all select id from mail_outbox`).toEqual([])
})
