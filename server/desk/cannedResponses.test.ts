import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CannedResponse, expandPlaceholders, unknownPlaceholders } from '#contract/cannedResponses.ts'
import { limits } from '#contract/limits.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, stranger } = await people(app)

async function names(person = agent) {
  return CannedResponse.array()
    .parse((await person.get('/answers')).body.data.docs)
    .map(({ name }) => name)
}

const values = {
  'customer.name': 'Maya',
  'enquiry.id': 'ENQ-000007',
  'enquiry.type': 'Billing',
  'enquiry.summary': 'Too $& much',
  'agent.name': 'Aggie',
  'company.name': 'Acme',
}

test('placeholders are replaced by their values, literally', () => {
  expect(
    expandPlaceholders('Dear {{customer.name}}, {{ enquiry.id }}: {{enquiry.summary}} {{enquiry.summary}}', values),
  ).toBe('Dear Maya, ENQ-000007: Too $& much Too $& much')
})

test('an unknown placeholder stays unchanged and is reported', () => {
  const text = '{{customer.name}} {{customer.age}} {{}} {{ toString }} {x} {{{enquiry.id}}}'
  expect(expandPlaceholders(text, values)).toBe('Maya {{customer.age}} {{}} {{ toString }} {x} {ENQ-000007}')
  expect(unknownPlaceholders(text)).toEqual(['{{customer.age}}', '{{}}', '{{ toString }}'])
})

test('placeholders inside an inserted value are not replaced', () => {
  expect(expandPlaceholders('{{customer.name}}', { ...values, 'customer.name': '{{agent.name}}' })).toBe(
    '{{agent.name}}',
  )
})

test('a company has canned responses, sorted by name, and other companies cannot see them [D6.3]', async () => {
  const created = await agent.post('/answers', { name: 'thanks', answer: 'Thank you, {{customer.name}}' })
  expect(created.status).toBe(201)
  await owner.post('/answers', { name: 'Hello', answer: 'Hello' })
  expect(await names()).toEqual(['Hello', 'thanks'])
  const { _id } = created.body.data
  expect((await owner.patch(`/answers/${_id}`, { name: 'Thanks' })).body.data).toEqual({
    _id,
    name: 'Thanks',
    answer: 'Thank you, {{customer.name}}',
  })

  expect(await names(stranger)).toEqual([])
  expect((await stranger.patch(`/answers/${_id}`, { name: 'Mine' })).status).toBe(404)
  expect((await stranger.delete(`/answers/${_id}`)).status).toBe(404)
  for (const status of [
    (await member.post('/answers', { name: 'x', answer: 'x' })).status,
    (await member.patch(`/answers/${_id}`, { name: 'x' })).status,
    (await member.delete(`/answers/${_id}`)).status,
  ]) {
    expect(status).toBe(403)
  }
  expect((await agent.delete(`/answers/${_id}`)).status).toBe(200)
  expect((await agent.delete(`/answers/${_id}`)).status).toBe(404)
  expect(await names()).toEqual(['Hello'])
})

test('names are unique in a company, regardless of case, even for simultaneous requests', async () => {
  const both = await Promise.all(['Bye', 'BYE'].map((name) => agent.post('/answers', { name, answer: 'x' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const other = await agent.post('/answers', { name: 'Other', answer: 'x' })
  expect(await agent.patch(`/answers/${other.body.data._id}`, { name: 'bye' })).toMatchObject({
    status: 409,
    body: { errors: { name: expect.any(String) } },
  })
  expect((await stranger.post('/answers', { name: 'Bye', answer: 'x' })).status).toBe(201)
})

test.each([
  ['no name', { name: '' }, { name: 'name is a required field' }],
  ['a name of 61 characters', { name: 'x'.repeat(61) }, { name: 'name must be at most 60 characters' }],
  ['no text', { answer: ' ' }, { answer: 'answer is a required field' }],
  [
    'an unknown placeholder',
    { answer: 'Dear {{customer.age}}' },
    { answer: 'answer contains an unknown placeholder: {{customer.age}}' },
  ],
])('a canned response with %s is refused [D8.3]', async (_what, fields, errors) => {
  const response = await agent.post('/answers', { name: 'x', answer: 'x', ...fields })
  expect(response).toMatchObject({ status: 400, body: { errors } })
})

test('the number of canned responses in a company is limited', async () => {
  await app.db`
    insert into canned_answer (company_id, id, name, answer)
    select ${stranger.user.company._id}, gen_random_uuid(), 'n' || i, 'x' from generate_series(1, ${limits.cannedResponses}) i`
  expect((await stranger.post('/answers', { name: randomUUID(), answer: 'x' })).status).toBe(409)
})
