import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase, plannedAnew } from './database.ts'

const admin = openDatabase(inject('connection'), 1)
const name = `test_${randomUUID().replaceAll('-', '')}`
await admin`create database ${admin(name)}`
const db = openDatabase({ ...inject('connection'), database: name }, 2)
await db`create table note (text text primary key)`

afterAll(async () => {
  await db.end()
  await admin`drop database ${admin(name)} with (force)`
  await admin.end()
})

async function endConnections() {
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
}

test('a transaction that loses its connection fails as a whole, whatever it does afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    const writing = db.begin(async (tx) => {
      await tx`insert into note values ('first')`
      await endConnections()
      // Long enough for another request to have taken the connection up again.
      await expect.poll(() => db`select 1 as one`.catch(() => 'away')).toEqual([{ one: 1 }])
      await tx`insert into note values ('second')`.catch(() => 'lost')
      await tx`insert into note values ('third')`
    })
    await expect(writing).rejects.toMatchObject({
      code: expect.stringMatching(/^(57P01|CONNECTION_|ECONNRESET|EPIPE)/),
    })
  }
  await expect.poll(() => db`select text from note`.catch(() => 'away')).toEqual([])
})

test('what is planned anew leaves no plan behind, and answers as any other query', async () => {
  const session = await db.reserve()
  const value = 'found'
  expect(await session`select ${value}::text as kept`).toEqual([{ kept: value }])
  expect(await plannedAnew(session`select ${value}::text as forgotten`)).toEqual([{ forgotten: value }])
  const plans = await session<{ statement: string }[]>`select statement from pg_prepared_statements`
  session.release()
  const statements = plans.map(({ statement }) => statement).join()
  expect(statements).toContain('as kept')
  expect(statements).not.toContain('as forgotten')
})

function ask() {
  return db`select pg_sleep(0.001), 1 as one`.then(
    () => 'answered',
    () => 'told',
  )
}

test('connections lost in the middle of work are told, and taken up again, each of them', async () => {
  for (let round = 0; round < 20; round++) {
    const asked = Array.from({ length: 30 }, ask)
    const written = Array.from({ length: 10 }, () =>
      db.begin((tx) => tx`select pg_sleep(0.001)`.then(() => tx`select 1`)).catch(() => 'told'),
    )
    await endConnections()
    await Promise.all([...asked, ...written])
  }
  await expect
    .poll(async () => new Set(await Promise.all(Array.from({ length: 8 }, ask))))
    .toEqual(new Set(['answered']))
})

test('what a lost connection was told is not told to who asks next', async () => {
  const one = openDatabase({ ...inject('connection'), database: name }, 1)
  for (let round = 0; round < 3; round++) {
    // As many rows as are sent before the last is there.
    const asked = one`select repeat('x', 9000), case n when 9 then pg_sleep(60) end from generate_series(1, 9) n`
    const told = asked.then(
      () => 'answered',
      ({ code }: postgres.PostgresError) => code,
    )
    await expect.poll(sleepers).toBe(1)
    await endConnections()
    expect(await told).toMatch(/^(57P01|CONNECTION_|ECONNRESET|EPIPE)/)
    expect(await one`select n from generate_series(1, 2) n`).toEqual([{ n: 1 }, { n: 2 }])
  }
  await one.end()
})

async function sleepers() {
  const asleep = await admin`select from pg_stat_activity where datname = ${name} and wait_event = 'PgSleep'`
  return asleep.length
}

test('a transaction that stands still does not hold its locks for good', async () => {
  const [row] = await db`
    select setting::int as milliseconds from pg_settings where name = 'idle_in_transaction_session_timeout'`
  expect(row!.milliseconds).toBe(60_000)
})
