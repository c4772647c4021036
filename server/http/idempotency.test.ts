import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { join, people, Person } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, agent, member, stranger } = await people(app)

function keyed() {
  return { 'idempotency-key': randomUUID() }
}

test('repeated requests with one key from one user run once and get the same response [D7.4]', async () => {
  const key = keyed()
  const first = await member.post('/enquiry', { enquiryType: 'Once' }, key)
  const again = await member.post('/enquiry', { enquiryType: 'Once' }, key)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect((await member.get('/enquiry?enquiryType=Once')).body.data.totalDocs).toBe(1)
})

test('one of several concurrent requests with one key runs, and the others get its response later [D7.4]', async () => {
  const key = keyed()
  const post = () => member.post('/enquiry', { enquiryType: 'Together' }, key)
  const responses = await Promise.all(Array.from({ length: 5 }, post))
  const [first, ...others] = responses.toSorted((a, b) => a.status - b.status)
  expect(first!.status).toBe(201)
  for (const other of others.filter(({ status }) => status !== 201)) {
    expect(other).toMatchObject({ status: 409, body: { code: 'in_progress' }, headers: { 'retry-after': '1' } })
  }
  expect(await post()).toMatchObject({ status: 201, body: first!.body })
  expect((await member.get('/enquiry?enquiryType=Together')).body.data.totalDocs).toBe(1)
})

test('while the first request waits, repeats are refused at once on every server and hold no connection', async () => {
  const other = await secondServer(app)
  const elsewhere = new Person(other, member.user, member.accessToken, member.password)
  const key = keyed()
  const post = (person = member) => person.post('/enquiry', { enquiryType: 'Slow' }, key)
  let first: ReturnType<typeof post> | undefined
  await app.guardDb.begin(async (tx) => {
    await tx`select from company where id = ${member.user.company._id} for update`
    first = post()
    await expect.poll(countWaiting).toBe(1)
    const repeated = await Promise.all([...Array.from({ length: 20 }, () => post()), post(elsewhere)])
    expect(repeated.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 21 }, () => [409, 'in_progress']),
    )
    expect(await countWaiting()).toBe(1)
  })
  expect((await first)!.status).toBe(201)
})

test('while a server of version 0.1.0 has the key, a request is refused at once, and runs afterwards [D7.4] [D13.3]', async () => {
  const key = keyed()
  const post = () => member.post('/enquiry', { enquiryType: 'Beside 0.1.0' }, key)
  const claim = `${member.user.company._id} ${member.user._id} ${key['idempotency-key']}`
  // A request that waited for the lock would get 503.
  const refused = await app.guardDb.begin(async (tx) => {
    await tx`select pg_try_advisory_xact_lock(hashtextextended(${claim}, 0))`
    return post()
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'in_progress' }, headers: { 'retry-after': '1' } })
  expect((await post()).status).toBe(201)
})

test('a request that a server of version 0.1.0 has finished does not run again, and gets its response [D7.4] [D13.3]', async () => {
  const key = keyed()
  const colleague = await join(owner, 'agent')
  const path = `/team/${colleague.user._id}`
  const { people: team } = (await owner.get('/team')).body.data
  const before = team.find(({ _id }: { _id: string }) => _id === colleague.user._id)
  const answer = { message: 'Saved by 0.1.0', data: { ...before, role: 'viewer' } }
  const row = {
    companyId: owner.user.company._id,
    userId: owner.user._id,
    key: key['idempotency-key'],
    fingerprint: createHash('sha256').update(`PATCH /api${path}\n{"role":"viewer"}`).digest(),
  }
  await app.db`insert into idempotency ${app.db(row)}`
  await app.db`
    update idempotency set answer = ${JSON.stringify(answer)}::text::jsonb
    where (company_id, user_id, key) = (${row.companyId}, ${row.userId}, ${row.key})`
  expect(await owner.patch(path, { role: 'viewer' }, key)).toMatchObject({ status: 200, body: answer })
  expect((await colleague.get('/auth/profile')).body.data.role).toBe('agent')
})

async function countWaiting() {
  const [row] = await app.db<{ count: number }[]>`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row!.count
}

test('a company whose row is locked does not delay others, and gets 503 after 3 s [D12.1]', async () => {
  const locked = await app.guardDb.begin(async (tx) => {
    await tx`select from company where id = ${member.user.company._id} for update`
    const writes = Promise.all(Array.from({ length: 4 }, () => member.post('/enquiry', { enquiryType: 'Waits' })))
    // A company's writes may use a third of the seven connections.
    await expect.poll(countWaiting).toBe(2)
    for (const url of ['/enquiry', '/enquiry?search=x']) expect((await stranger.get(url)).status).toBe(200)
    expect((await stranger.post('/enquiry', { enquiryType: 'Elsewhere' })).status).toBe(201)
    expect((await app.app.inject('/readyz')).statusCode).toBe(200)
    return writes
  })
  for (const { status, headers } of locked) expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect((await member.post('/enquiry', { enquiryType: 'Waits no more' })).status).toBe(201)
}, 120_000)

test('a repeat gets its response while others hold the row that it changed [D7.4]', async () => {
  const key = keyed()
  const first = await member.post('/enquiry', { enquiryType: 'Once' }, key)
  const again = await app.guardDb.begin(async (tx) => {
    await tx`select from company where id = ${member.user.company._id} for update`
    return member.post('/enquiry', { enquiryType: 'Once' }, key)
  })
  expect(again).toMatchObject({ status: 201, body: first.body })
})

test('the same key with another body is refused, and changes nothing [D7.4]', async () => {
  const key = keyed()
  await member.post('/enquiry', { enquiryType: 'First' }, key)
  const other = await member.post('/enquiry', { enquiryType: 'Second' }, key)
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await member.get('/enquiry?enquiryType=Second')).body.data.totalDocs).toBe(0)
})

test('the same key for another team member is refused, and does not return the first one’s response [D7.4]', async () => {
  const key = keyed()
  const change = (person: typeof agent) => owner.patch(`/team/${person.user._id}`, { role: 'viewer' }, key)
  expect((await change(agent)).body.data).toMatchObject({ _id: agent.user._id, role: 'viewer' })
  expect(await change(member)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await member.get('/auth/profile')).body.data.role).toBe('member')
})

test('the same key from another user is independent [D7.4]', async () => {
  const key = keyed()
  const [mine, theirs] = [
    await member.post('/enquiry', { enquiryType: 'Shared' }, key),
    await owner.post('/enquiry', { enquiryType: 'Shared' }, key),
  ]
  expect(theirs.status).toBe(201)
  expect(theirs.body.data._id).not.toBe(mine.body.data._id)
})

test('strangers may use the same key at the same moment [D7.4]', async () => {
  const headers = keyed()
  const signIn = (person: Person) => {
    const payload = { email: person.user.email, password: person.password }
    return app.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
  }
  const responses = await Promise.all([member, agent].map(signIn))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('a repeated update is not refused as stale [D7.4] [D7.7]', async () => {
  const { _id } = await member.raise()
  const headers = { ...keyed(), 'if-match': '"1"' }
  const first = await member.patch('/enquiry', { id: _id, comments: 'Saved' }, headers)
  const again = await member.patch('/enquiry', { id: _id, comments: 'Saved' }, headers)
  expect(again).toMatchObject({ status: 200, body: first.body })
})

test('a failed request does not use up its key [D7.4]', async () => {
  const key = keyed()
  const { _id } = await member.raise()
  const refused = await member.patch('/enquiry', { id: _id, comments: 'x' }, { ...key, 'if-match': '"7"' })
  expect(refused.status).toBe(412)
  expect((await member.patch('/enquiry', { id: _id, comments: 'x' }, { ...key, 'if-match': '"1"' })).status).toBe(200)
})

test('a key with spaces or non-ASCII characters, or of 300 characters, is refused [D7.4]', async () => {
  for (const key of ['x'.repeat(300), 'a b', 'ü']) {
    const { status, body } = await member.post('/enquiry', { enquiryType: 'X' }, { 'idempotency-key': key })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['idempotency-key']])
  }
})
