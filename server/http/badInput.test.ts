import { expect, test } from 'vitest'
import { ErrorResponse } from '#contract/errors.ts'
import { ask, people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member } = await people(app)
const { _id } = await member.raise()
const authorization = `Bearer ${member.accessToken}`

type Case = [
  name: string,
  request: () => Promise<{ status: number; body: object }>,
  status: number,
  errors: object | undefined,
]

const create = (fields: object) => () => member.post('/enquiry', { enquiryType: 'X', ...fields })
const update = (fields: object) => () => member.patch('/enquiry', { id: _id, ...fields })
const list = (query: string) => () => member.get(`/enquiry?${query}`)
const send = (fields: object) => () => member.post('/chat', { enquiry: _id, side: 'customer', message: 'x', ...fields })
const register = (fields: object) => () =>
  ask(app, {
    method: 'POST',
    url: '/auth/register',
    payload: { companyName: 'X', name: 'X', email: 'x@x.test', password: 'long enough', ...fields },
  })
const raw =
  (payload: string, type = 'application/json', url = '/enquiry') =>
  () =>
    ask(app, { method: 'POST', url, payload, headers: { authorization, 'content-type': type } })

const cases: Case[] = [
  ['malformed JSON', raw('{"enquiryType": '), 400, undefined],
  ['an empty body', raw(''), 400, undefined],
  ['JSON that is not an object', raw('[]'), 400, undefined],
  ['a __proto__ key', raw('{"__proto__": {"a": 1}}'), 400, undefined],
  ['a body that is not JSON', raw('enquiryType=X', 'application/x-www-form-urlencoded'), 415, undefined],
  ['a message over the body limit', raw(`{"message":"${'x'.repeat(2_000_000)}"}`, undefined, '/chat'), 413, undefined],

  [
    'no enquiryType [S5.1]',
    create({ enquiryType: undefined }),
    400,
    { enquiryType: 'enquiryType is a required field' },
  ],
  ['an empty enquiryType [S5.1]', create({ enquiryType: '' }), 400, { enquiryType: 'enquiryType is a required field' }],
  [
    'a blank enquiryType [S5.1]',
    create({ enquiryType: ' \t ' }),
    400,
    { enquiryType: 'enquiryType is a required field' },
  ],
  ['an enquiryType that is a number', create({ enquiryType: 7 }), 400, { enquiryType: 'enquiryType must be a string' }],
  [
    'an enquiryType of 121 characters [D5.3]',
    create({ enquiryType: 'x'.repeat(121) }),
    400,
    { enquiryType: 'enquiryType must be at most 120 characters' },
  ],
  [
    'a summery of 301 characters [D5.3]',
    create({ summery: 'x'.repeat(301) }),
    400,
    { summery: 'summery must be at most 300 characters' },
  ],
  [
    'a description of 30,000 characters [D5.3]',
    create({ description: 'x'.repeat(30_000) }),
    400,
    { description: 'description must be at most 20000 characters' },
  ],
  [
    'comments of 20,001 characters [D5.3]',
    create({ comments: 'x'.repeat(20_001) }),
    400,
    { comments: 'comments must be at most 20000 characters' },
  ],
  [
    'a new enquiry that is closed [D4.1]',
    create({ enquiryStatus: 'closed' }),
    400,
    { enquiryStatus: expect.any(String) },
  ],
  [
    'two invalid fields',
    create({ enquiryType: '', summery: 1 }),
    400,
    { enquiryType: expect.any(String), summery: expect.any(String) },
  ],
  ['documents that are not a list', create({ documents: 'a.png' }), 400, { documents: 'documents must be a list' }],
  [
    'a document without a name',
    create({ documents: [{ url: 'data:,' }] }),
    400,
    { 'documents.0.name': 'documents.0.name is a required field' },
  ],
  [
    'a document without content',
    create({ documents: [{ name: 'a.png', url: '' }] }),
    400,
    { 'documents.0.url': 'documents.0.url is a required field' },
  ],

  [
    'an unknown status [S4.1]',
    update({ enquiryStatus: 'done' }),
    400,
    { enquiryStatus: 'enquiryStatus must be one of: open, in-progress, inReview, onHold, closed' },
  ],
  ['an id that is not a UUID', update({ id: '42' }), 400, { id: 'id must be a valid id' }],
  ['no id', update({ id: undefined }), 400, { id: 'id is a required field' }],
  ['an id that does not exist', update({ id: '01890000-0000-7000-8000-000000000000' }), 404, undefined],
  ['comments that are null', update({ comments: null }), 400, { comments: expect.any(String) }],

  ['page=0', list('page=0'), 400, { page: 'page must be at least 1' }],
  ['page=-1', list('page=-1'), 400, { page: 'page must be at least 1' }],
  ['page=x', list('page=x'), 400, { page: 'page must be a number' }],
  ['page=1.5', list('page=1.5'), 400, { page: 'page must be a whole number' }],
  ['page=1e300', list('page=1e300'), 400, { page: expect.any(String) }],
  ['two pages', list('page=1&page=2'), 400, { page: 'page must be a number' }],
  ['limit=100000', list('limit=100000'), 400, { limit: 'limit must be at most 100' }],
  ['an unknown status filter', list('enquiryStatus=open,done'), 400, { 'enquiryStatus.1': expect.any(String) }],
  ['an unknown sort', list('sort=password'), 400, { sort: expect.any(String) }],
  ['an _id that is not a UUID', list('_id=42'), 400, { _id: '_id must be a valid id' }],
  [
    'a search of 10,000 characters',
    list(`search=${'x'.repeat(10_000)}`),
    400,
    { search: 'search must be at most 200 characters' },
  ],

  ['an enquiry that is not a UUID', send({ enquiry: '../../etc' }), 400, { enquiry: 'enquiry must be a valid id' }],
  ['an unknown side', send({ side: 'both' }), 400, { side: 'side must be one of: customer, host' }],
  [
    'a message of 10,001 characters [D5.3]',
    send({ message: 'x'.repeat(10_001) }),
    400,
    { message: 'message must be at most 10000 characters' },
  ],
  [
    'a thread with an invalid id',
    () => member.get('/chat?enquiryId=42'),
    400,
    { enquiryId: 'enquiryId must be a valid id' },
  ],
  ['a thread without an id', () => member.get('/chat'), 400, { enquiryId: 'enquiryId is a required field' }],
  [
    'an after above the maximum',
    () => member.get(`/chat?enquiryId=${_id}&after=99999999999`),
    400,
    { after: expect.any(String) },
  ],
  [
    'a thread limit of 100000',
    () => member.get(`/chat?enquiryId=${_id}&limit=100000`),
    400,
    { limit: 'limit must be at most 200' },
  ],

  [
    'a registration without any fields',
    register({ companyName: undefined, name: undefined, email: undefined, password: undefined }),
    400,
    {
      companyName: 'companyName is a required field',
      name: 'name is a required field',
      email: 'email is a required field',
      password: 'password is a required field',
    },
  ],
  ['an invalid email [S5.6]', register({ email: 'x@' }), 400, { email: 'email must be a valid email' }],
  [
    'a password of 7 characters [S5.6]',
    register({ password: 'x'.repeat(7) }),
    400,
    { password: 'password must be at least 8 characters' },
  ],
  [
    'a name of 81 characters [D5.3]',
    register({ name: 'x'.repeat(81) }),
    400,
    { name: 'name must be at most 80 characters' },
  ],
  [
    'a companyName of 81 characters [D5.3]',
    register({ companyName: 'x'.repeat(81) }),
    400,
    { companyName: 'companyName must be at most 80 characters' },
  ],
  [
    'an accepted invitation without a name',
    register({ invitation: 'x', name: '' }),
    400,
    { name: 'name is a required field' },
  ],

  ['an unknown API path', () => member.get('/nothing'), 404, undefined],
  [
    'a method that the route does not have',
    () => ask(app, { method: 'DELETE', url: '/enquiry', headers: { authorization } }),
    404,
    undefined,
  ],
]

test.each(cases)('%s is refused with an error per field [D8.3] [S5.6]', async (_name, request, status, errors) => {
  const before = (await member.get('/enquiry/summary')).body
  const response = await request()
  expect([response.status, response.body]).toEqual([
    status,
    expect.objectContaining({ message: expect.stringMatching(/\w{4}/) }),
  ])
  expect(ErrorResponse.parse(response.body).errors).toEqual(errors)
  expect((await member.get('/enquiry/summary')).body).toEqual(before)
})

test('control characters are removed; emoji, right-to-left text, line breaks and markup are kept', async () => {
  const { body } = await create({
    summery: 'a\u0000b\u0007c',
    description: '👩‍👩‍👧 שלום עולם\r\nمرحبا\t<b>&amp;\\n',
    comments: '\ud800',
  })()
  expect(body).toMatchObject({
    data: { summery: 'abc', description: '👩‍👩‍👧 שלום עולם\nمرحبا\t<b>&amp;\\n', comments: '\ufffd' },
  })
})

test('texts of the maximum length are accepted [D5.3]', async () => {
  const longest = {
    enquiryType: 'é'.repeat(120),
    summery: 'x'.repeat(300),
    description: '図'.repeat(20_000),
    comments: '\n'.repeat(20_000),
  }
  const { status, body } = await create(longest)()
  expect([status, body]).toEqual([201, expect.objectContaining({ data: expect.objectContaining(longest) })])
})
