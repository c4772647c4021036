import { expect, test } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { ask, people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member, viewer } = await people(app)
const raised = await member.raise({ documents: [{ name: 'box.png', url: await picture() }] })

test('no API response with the data of a company may be cached, regardless of its route and status', async () => {
  const responses = [
    await member.get('/auth/profile'),
    await member.get('/enquiry'),
    await member.get(`/chat?enquiryId=${raised._id}`),
    await member.get('/enquiry/export'),
    await member.post('/enquiry', { enquiryType: 'X' }),
    await member.post('/enquiry', {}),
    await viewer.get(`/chat?enquiryId=${raised._id}`),
    await member.get('/no/such/route'),
    await ask(app, { method: 'GET', url: '/enquiry' }),
    await ask(app, {
      method: 'POST',
      url: '/auth/login',
      payload: { email: member.user.email, password: 'not this one' },
    }),
    await ask(app, { method: 'GET', url: `/files/${'a'.repeat(64)}?name=a&type=image/png&expires=1&signature=x` }),
    await ask(app, { method: 'GET', url: '/%E0%A4%A' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 400, 403, 404, 401, 401, 403, 400])
  for (const { headers } of responses) expect(headers['cache-control']).toBe('no-store')
  expect((await listen(member)).response.headers.get('cache-control')).toBe('no-store')
})

test('a browser may cache a file while its signed URL is valid', async () => {
  const { statusCode, headers } = await app.app.inject({ url: raised.documents[0]!.url })
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toMatch(/^private, max-age=\d+/)
})
