import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ask, people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { guard } from './access.ts'

const app = await testApp()
const { member, viewer, stranger } = await people(app)
const mine = await member.raise({ summery: 'Ours alone' })
await member.say(mine._id, 'Ours alone')

test('a token that names another company gives no access to it [D6.3]', async () => {
  const { _id: userId } = stranger.user
  const [session] = await app.db`select id from session where user_id = ${userId}`
  const forged = await app.tokens.sign({ userId, companyId: member.user.company._id, sessionId: session!.id })
  const { status } = await ask(app, { method: 'GET', url: '/enquiry', headers: { authorization: `Bearer ${forged}` } })
  expect(status).toBe(401)
})

test('a role change applies from the next request [D6.2]', async () => {
  expect((await viewer.get(`/chat?enquiryId=${mine._id}`)).status).toBe(403)
  await app.db`update app_user set role = 'member' where id = ${viewer.user._id}`
  expect((await viewer.get(`/chat?enquiryId=${mine._id}`)).status).toBe(200)
})

test('a route without an access rule stops the start', () => {
  const closed = Fastify()
  guard(
    closed,
    async () => undefined,
    async () => false,
  )
  expect(() => closed.get('/forgotten', async () => 'open')).toThrow('GET /forgotten has no access rule')
})
