import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { fillList } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

/** Five batches of ten megabytes: more than a connection buffers before it is read. */
const count = 2500
const app = await testApp()
const owner = await registerOwner(app)
await fillList(app, owner.user, count)
await app.db`update enquiry set description = repeat('x', 19000)`
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })

const byLastChange = () => app.db<{ id: string }[]>`select id from enquiry order by updated_at, enquiry_no`

test.each(['updatedAt', '-updatedAt', '-createdAt', 'summery'])(
  'an export sorted by %s contains each enquiry once, even those that change while it is read',
  async (sort) => {
    const inOrder = await byLastChange()
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const request = httpRequest(`${origin}/api/enquiry/export?sort=${sort}`, { headers }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'readable')
    for (const { id } of [...inOrder.slice(0, 3), ...inOrder.slice(-3)]) {
      expect((await owner.patch('/enquiry', { id, comments: `Changed during ${sort}` })).status).toBe(200)
    }
    let text = ''
    for await (const piece of response.setEncoding('utf8')) text += piece
    const numbers = Array.from(text.matchAll(/^ENQ-(\d+),/gm), ([, number]) => Number(number))
    expect(numbers).toHaveLength(count)
    expect(new Set(numbers).size).toBe(count)
  },
)

test('an export contains a change that was made before it was requested', async () => {
  const { id } = (await byLastChange()).at(-1)!
  await owner.patch('/enquiry', { id, comments: 'The last word' })
  expect((await owner.get('/enquiry/export?sort=-updatedAt')).body.message).toContain(',The last word,')
})
