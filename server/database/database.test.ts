import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase } from '#server/test/dropDatabase.ts'
import { openDatabase } from './database.ts'

const admin = openDatabase(inject('connection'), 1)
const name = `test_${randomUUID().replaceAll('-', '')}`
await admin`create database ${admin(name)}`
const place = { ...inject('connection'), database: name }
const db = openDatabase(place, 2)
await db`create table note (text text primary key)`

afterAll(async () => {
  await db.end()
  await dropDatabase(admin, name)
  await admin.end()
})

const lostConnection = /^(57P01|CONNECTION_LOST|ECONNRESET|EPIPE)$/

/** Not those of autovacuum, which only a superuser may end. */
async function endConnections() {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`
}

test('a transaction that loses its connection fails as a whole, even if it ignores the error', async () => {
  for (let round = 0; round < 10; round++) {
    const writing = db.begin(async (tx) => {
      await tx`insert into note values ('first')`
      await endConnections()
      // Long enough for another request to get a new connection.
      await expect.poll(() => db`select 1 as one`.catch(() => 'away')).toEqual([{ one: 1 }])
      await tx`insert into note values ('second')`.catch(() => 'lost')
      await tx`insert into note values ('third')`
    })
    await expect(writing).rejects.toMatchObject({ code: expect.stringMatching(lostConnection) })
  }
  await expect.poll(() => db`select text from note`.catch(() => 'away')).toEqual([])
})

test('a transaction that continues after a failed statement is rejected, not reported as committed', async () => {
  const writing = db.begin(async (tx) => {
    await tx`insert into note values ('half')`
    await tx`select 1 / 0`.catch(() => 'ignored')
    return 'done'
  })
  await expect(writing).rejects.toMatchObject({ code: '22012' })
  expect(await db`select text from note`).toEqual([])
})

test('an unprepared query leaves no plan behind and returns the same rows', async () => {
  const value = 'found'
  const plans = await db.begin(async (tx) => {
    expect(await tx`select ${value}::text as kept`).toEqual([{ kept: value }])
    expect(await tx`select ${value}::text as forgotten`.unprepared()).toEqual([{ forgotten: value }])
    return tx<{ statement: string }[]>`select statement from pg_prepared_statements`
  })
  const statements = plans.map(({ statement }) => statement).join()
  expect(statements).toContain('as kept')
  expect(statements).not.toContain('as forgotten')
})

test('a pool keeps a limited number of plans, and those of other pools do not count', async () => {
  const busy = openDatabase(place, 1)
  const plans = (pool: typeof busy) =>
    pool<{ count: number }[]>`select count(*)::int as count from pg_prepared_statements`
  for (let number = 0; number < 1100; number++) await busy`select 1 as ${busy(`n${number}`)}`
  const [kept] = await plans(busy)
  expect(kept!.count).toBe(1000)
  await busy.end()
  const calm = openDatabase(place, 1)
  await plans(calm)
  expect(await plans(calm)).toEqual([{ count: 1 }])
  await calm.end()
})

test('queries and transactions with cached plans survive a change of their columns', async () => {
  await db`create table changing (id int primary key, words text default 'some')`
  await db`insert into changing (id) values (1)`
  const read = () => db`select * from changing`
  const write = () => db.begin((tx) => tx`update changing set id = id + 1 returning *`)
  // Both connections of the pool get plans.
  await Promise.all([read(), read(), read(), read()])
  await Promise.all([write(), write(), write(), write()])
  await db`alter table changing alter column words type varchar(100), add column more int default 7`
  expect(await Promise.all([read(), read(), read(), read()])).toEqual(
    Array.from({ length: 4 }, () => [{ id: 5, words: 'some', more: 7 }]),
  )
  expect((await Promise.all([write(), write()])).map(([row]) => row!.id).toSorted()).toEqual([6, 7])
})

function query() {
  return db`select pg_sleep(0.001), 1 as one`.then(
    () => 'succeeded',
    () => 'failed',
  )
}

test('queries on lost connections fail, and every connection is replaced', async () => {
  for (let round = 0; round < 20; round++) {
    const reads = Array.from({ length: 30 }, query)
    const transactions = Array.from({ length: 10 }, () =>
      db.begin((tx) => tx`select pg_sleep(0.001)`.then(() => tx`select 1`)).catch(() => 'failed'),
    )
    await endConnections()
    await Promise.all([...reads, ...transactions])
  }
  await expect
    .poll(async () => new Set(await Promise.all(Array.from({ length: 8 }, query))))
    .toEqual(new Set(['succeeded']))
})

test('the error of a lost connection does not reach the next query', async () => {
  const one = openDatabase(place, 1)
  for (let round = 0; round < 3; round++) {
    // The rows are so large that PostgreSQL sends some before it has the last.
    const pending = one`select repeat('x', 9000), case n when 9 then pg_sleep(60) end from generate_series(1, 9) n`
    const outcome = pending.then(
      () => 'succeeded',
      ({ code }: { code: string }) => code,
    )
    await expect.poll(sleepers).toBe(1)
    await endConnections()
    expect(await outcome).toMatch(lostConnection)
    expect(await one`select n from generate_series(1, 2) n`).toEqual([{ n: 1 }, { n: 2 }])
  }
  await one.end()
})

async function sleepers() {
  const asleep = await admin`select from pg_stat_activity where datname = ${name} and wait_event = 'PgSleep'`
  return asleep.count
}

test('when their signal aborts, queries and transactions are cancelled in the database', async () => {
  const fresh = openDatabase(place, 1)
  const reason = new Error('The caller has gone')
  for (const work of [
    (stopping: typeof db) => stopping`select pg_sleep(60)`,
    (stopping: typeof db) => stopping.begin((tx) => tx`insert into note values ('late'), (pg_sleep(60)::text)`),
  ]) {
    const caller = new AbortController()
    const outcome = Promise.resolve(work(fresh.until(caller.signal))).catch((error: unknown) => error)
    await expect.poll(sleepers).toBe(1)
    caller.abort(reason)
    expect(await outcome).toBe(reason)
    await expect.poll(sleepers).toBe(0)
  }
  expect(await fresh`select text from note`).toEqual([])
  await fresh.end()
  await expect(db.until(AbortSignal.abort(reason))`select 1`).rejects.toBe(reason)
})

test('a query waits 3 s for a lock and 5 s for a connection', async () => {
  const one = openDatabase(place, 1)
  await db`insert into note values ('locked')`
  await db.begin(async (tx) => {
    await tx`select from note where text = 'locked' for update`
    const locked = one`update note set text = 'changed' where text = 'locked'`.catch(
      ({ code }: { code: string }) => code,
    )
    expect(await locked).toBe('55P03')
  })
  await one.begin(async () => {
    expect(await one`select 1`.catch(({ code }: { code: string }) => code)).toBe('CONNECTIONS_BUSY')
  })
  await one.end()
})

test('ten seconds after a burst, half of its connections are closed, and a pool of one keeps its own', async () => {
  const [bursting, single] = [openDatabase(place, 4), openDatabase(place, 1)]
  onTestFinished(async () => void (await Promise.all([bursting.end(), single.end()])))
  await single`select 1`
  await Promise.all(Array.from({ length: 4 }, () => bursting`select pg_sleep(0.1)`))
  expect(bursting.count()).toEqual({ inUse: 0, idle: 4, waiting: 0 })
  await expect.poll(() => bursting.count().idle).toBeLessThan(3)
  expect([bursting.count().idle, single.count().idle]).toEqual([2, 1])
})

test('a company uses at most a third of the connections, and waits for its own writes', async () => {
  const six = openDatabase(place, 6)
  const holding = new AbortController()
  onTestFinished(() => holding.abort())
  let started = 0
  const writes = Array.from({ length: 8 }, () =>
    six.beginFor('first', async (tx) => {
      started++
      await tx`select 1`
      if (!holding.signal.aborted) await once(holding.signal, 'abort')
    }),
  )
  // More than the remaining connections if each write held one.
  const others = Array.from({ length: 4 }, () => six.begin((tx) => tx`select 1`))
  await Promise.all([...others, six.beginFor('second', (tx) => tx`select 1`)])
  await expect.poll(() => started).toBe(2)
  // A third would have started by now, if it could.
  await six.begin((tx) => tx`select 1`)
  expect(started).toBe(2)
  holding.abort()
  await Promise.all(writes)
  expect(started).toBe(8)
  await six.end()
})

test('notifications still arrive after the listening connection was lost', async () => {
  const heard: string[] = []
  await db.listen('news', (payload) => heard.push(payload))
  await db`select pg_notify('news', 'first')`
  await expect.poll(() => heard).toEqual(['first'])
  await endConnections()
  await expect
    .poll(async () => {
      await db`select pg_notify('news', 'second')`.catch(() => 'away')
      return heard
    })
    .toContain('second')
})

test('64-bit integers become numbers, also in arrays', async () => {
  const [row] = await db`select 2147483649 as one, array[2147483649, null] as many, sum(1) over () as sum`
  expect(row).toEqual({ one: 2_147_483_649, many: [2_147_483_649, null], sum: 1 })
})

test('an undefined value is rejected, not treated as null', async () => {
  const value = undefined
  await expect(db`select ${value}`).rejects.toThrow(TypeError)
})

test('an idle transaction does not hold its locks forever', async () => {
  const [row] = await db`
    select setting::int as milliseconds from pg_settings where name = 'idle_in_transaction_session_timeout'`
  expect(row!.milliseconds).toBe(60_000)
})
