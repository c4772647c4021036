import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { ask, people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member } = await people(app)

test('an unexpected error reveals no internals, but has a reference to quote [D8.3]', async () => {
  await app.db`alter table enquiry_count rename to elsewhere`
  try {
    const { status, body } = await member.get('/enquiry')
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(body.message).toMatch(/^Something went wrong\..* [0-9a-f-]{36}$/)
    expect(JSON.stringify(body)).not.toContain('enquiry_count')
  } finally {
    await app.db`alter table elsewhere rename to enquiry_count`
  }
})

test('while the database is unavailable, requests get 503 and Retry-After, and succeed once it is back [D8.3]', async () => {
  await app.db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const responses = await Promise.all(Array.from({ length: 20 }, () => member.get('/enquiry')))
  for (const { status, headers } of responses) {
    expect([200, 503]).toContain(status)
    if (status === 503) expect(headers['retry-after']).toBe('5')
  }
  // A retry may still get one of ten dead connections before the pool notices.
  await expect.poll(async () => (await member.get('/enquiry')).status).toBe(200)
})

test.each([
  ['the disk of the database is full', '53100', 507, 'disk is full'],
  ['the database is shutting down', '57P01', 503, 'database is not responding'],
  ['the database is starting up', '57P03', 503, 'database is not responding'],
  ['the database has too many connections', '53300', 503, 'busy'],
  ['two changes deadlock', '40P01', 503, 'busy'],
])('when %s, the response says so, and a retry succeeds [D8.3]', async (_case, code, status, text) => {
  const { _id } = await member.raise()
  await app.db.unsafe(`
    create or replace function refuse() returns trigger as $$ begin raise exception 'refused' using errcode = '${code}'; end $$ language plpgsql;
    create or replace trigger refuse before insert on message execute function refuse()`)
  const key = { 'idempotency-key': randomUUID() }
  try {
    const { body, headers, ...response } = await member.say(_id, 'Kept', key)
    expect(response.status).toBe(status)
    expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining(text) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await app.db`drop trigger refuse on message`
  }
  expect((await member.say(_id, 'Kept', key)).body.data).toMatchObject({ message: 'Kept', seq: 1 })
})

test('a file that does not fit on the disk is refused with 507, and can be sent again [D8.3]', async () => {
  const put = vi.spyOn(app.storage, 'put').mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'ENOSPC' }))
  const enquiry = { enquiryType: 'Damaged', documents: [{ name: 'box.png', url: await picture() }] }
  expect(await member.post('/enquiry', enquiry)).toMatchObject({ status: 507, body: { code: 'unavailable' } })
  put.mockRestore()
  expect((await member.post('/enquiry', enquiry)).status).toBe(201)
})

test('errors of the router have the same shape [D8.3]', async () => {
  for (const url of ['/api/%E0%A4%A', `/api/files/${'a'.repeat(300)}`]) {
    expect((await app.app.inject(url)).json()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  }
})

test('an empty JSON body counts as no body', async () => {
  const headers = { 'content-type': 'application/json' }
  expect((await app.app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(200)
})

test('the error for a body that is too large says what to do [D8.3]', async () => {
  const payload = { enquiry: member.user._id, side: 'customer', message: 'x'.repeat(2_000_000) }
  const headers = { authorization: `Bearer ${member.accessToken}` }
  const { status, body } = await ask(app, { method: 'POST', url: '/chat', payload, headers })
  expect([status, body.code]).toEqual([413, 'too-large'])
  expect(body.message).toContain('send less')
})
