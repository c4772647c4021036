import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { agent, member, viewer, stranger } = await people(app)

test('presence at a missing enquiry is refused [D6.3]', async () => {
  const raised = await member.raise()
  const body = { tab: randomUUID(), enquiry: raised._id, screen: 'enquiry' }
  expect((await stranger.post('/presence', body)).status).toBe(404)
  expect((await member.post('/presence', { ...body, enquiry: 'x' })).status).toBe(400)
})

test('presence on a screen without access is refused [D2.6] [D6.1]', async () => {
  const { _id: enquiry } = await member.raise()
  const at = (screen: string) => ({ tab: randomUUID(), enquiry, screen })
  expect((await viewer.post('/presence', at('thread'))).status).toBe(403)
  expect((await viewer.post('/presence', at('desk'))).status).toBe(403)
  expect((await member.post('/presence', at('desk'))).status).toBe(403)
  expect((await agent.post('/presence', at('desk'))).status).toBe(200)
})
