import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UpdateUser } from '#contract/accounts.ts'
import { SendMessage } from '#contract/chat.ts'
import { CreateEnquiry, ListEnquiries, UpdateEnquiry } from '#contract/enquiries.ts'
import { ask, people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member } = await people(app)
const { _id } = await member.raise()
const authorization = `Bearer ${member.accessToken}`

const anyBody = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.record(
    {
      enquiryType: fc.anything(),
      summery: fc.string({ unit: 'binary' }),
      description: fc.string({ unit: 'binary', maxLength: 200 }),
      documents: fc.anything(),
      id: fc.oneof(fc.constant(_id), fc.string()),
      enquiryStatus: fc.anything(),
      comments: fc.string({ unit: 'binary' }),
      enquiry: fc.oneof(fc.constant(_id), fc.string()),
      side: fc.oneof(fc.constant('customer'), fc.anything()),
      message: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
    },
    { requiredKeys: [] },
  ),
)

const routes = [
  ['POST', '/enquiry'],
  ['PATCH', '/enquiry'],
  ['POST', '/chat'],
  ['PATCH', '/users'],
  ['POST', '/auth/login'],
  ['POST', '/auth/register'],
] as const

test.each(routes)('%s %s accepts or refuses any body without a 500 [D8.3]', async (method, url) => {
  await app.db`delete from sign_in_failure`
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const payload = JSON.stringify(body) ?? 'null'
      const { status } = await ask(app, {
        method,
        url,
        payload,
        headers: { authorization, 'content-type': 'application/json' },
      })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
})

test('any query is accepted or refused without a 500 [D8.3]', async () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String))
  const query = fc.dictionary(fc.constantFrom(...Object.keys(ListEnquiries.shape)), value)
  await fc.assert(
    fc.asyncProperty(query, async (fields) => {
      const wellFormed = Object.entries(fields).map(([key, text]): [string, string] => [key, text.toWellFormed()])
      expect((await member.get(`/enquiry?${new URLSearchParams(wellFormed).toString()}`)).status).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
})

test('parsing the output of a schema again changes nothing', () => {
  const schemas = [CreateEnquiry, UpdateEnquiry, SendMessage, UpdateUser]
  fc.assert(
    fc.property(fc.constantFrom(...schemas), anyBody, (schema, input) => {
      const once = schema.safeParse(input)
      if (once.success) expect(schema.parse(once.data)).toEqual(once.data)
    }),
    { numRuns: 2000 },
  )
})

test('a list query keeps any page and limit within the bounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 100 }), (page, limit) => {
      expect(ListEnquiries.parse({ page: String(page), limit: String(limit) })).toMatchObject({ page, limit })
    }),
  )
})
