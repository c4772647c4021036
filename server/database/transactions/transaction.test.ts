import { expect, onTestFinished, test } from 'vitest'
import type { Tx } from '#server/database/database.ts'
import { measurements } from '#server/measurements.ts'
import { emptyDatabase } from '#server/test/database/emptyDatabase.ts'

const { db } = await emptyDatabase()
await db`create table note (text text primary key)`
await db`create table counter (value int not null)`
await db`insert into counter values (0)`

const texts = async () => (await db`select text from note order by text`).map(({ text }) => text)

test.each([
  ['sent', (tx: Tx) => tx.send(tx`insert into note values ('first')`)],
  ['sent last', (tx: Tx) => tx.sendLast(tx`insert into note values ('first')`)],
])(
  'a statement that was %s fails the transaction with its own error, also while statements are measured',
  async (_how, repeat) => {
    const writing = () =>
      db.begin(async (tx) => {
        tx.send(tx`insert into note values ('first')`)
        repeat(tx)
        tx.send(tx`insert into note values ('second')`)
        return 'done'
      })
    await expect(writing()).rejects.toMatchObject({ code: '23505' })
    const stopMeasuring = measurements.statement.listen(() => undefined)
    onTestFinished(stopMeasuring)
    await expect(writing()).rejects.toMatchObject({ code: '23505' })
    expect(await texts()).toEqual([])
  },
)

test('a transaction whose statements were not sent after an abort is not committed', async () => {
  const stop = new AbortController()
  const writing = db.until(stop.signal).begin(async (tx) => {
    await tx`insert into note values ('before')`
    stop.abort(new Error('stopped'))
    tx.send(tx`insert into note values ('after')`)
    return 'done'
  })
  await expect(writing).rejects.toThrow('stopped')
  expect(await texts()).toEqual([])
})

test('a statement that is awaited after one that failed rejects with the error of the first', async () => {
  const reading = db.begin(async (tx) => {
    tx.send(tx`select 1 / 0`)
    return tx`select 1`
  })
  await expect(reading).rejects.toMatchObject({ code: '22012' })
})

test('an error of the work itself is not replaced by that of an earlier statement', async () => {
  const writing = db.begin(async (tx) => {
    await tx`select 1 / 0`.catch(() => undefined)
    throw new Error('refused')
  })
  await expect(writing).rejects.toThrow('refused')
})

test('what is sent last runs after everything else, and not at all if the work fails', async () => {
  const count = (fails: boolean) =>
    db.begin(async (tx) => {
      tx.sendLast(tx`update counter set value = (select count(*) from note)`)
      tx.send(tx`insert into note values (${fails ? 'lost' : 'kept'})`)
      const [row] = await tx`select value from counter`
      if (fails) throw new Error('refused')
      return row
    })
  await expect(count(true)).rejects.toThrow('refused')
  expect(await count(false)).toEqual({ value: 0 })
  expect(await db`select value from counter`).toEqual([{ value: 1 }])
  expect(await texts()).toEqual(['kept'])
})

test('a row that is changed last is not locked while the transaction still works', async () => {
  await db.begin(async (tx) => {
    tx.sendLast(tx`update counter set value = value + 1`)
    await tx`select 1`
    const [other] = await db`update counter set value = 10 returning value`
    expect(other).toEqual({ value: 10 })
  })
  expect(await db`select value from counter`).toEqual([{ value: 11 }])
})

test('a pipeline returns the result of each read, and fails with the error of one', async () => {
  expect(await db.pipeline((one) => [one`select 1 as first`, one`select 2 as second`])).toEqual([
    [{ first: 1 }],
    [{ second: 2 }],
  ])
  await expect(db.pipeline((one) => [one`select 1 / 0`, one`select 2`])).rejects.toMatchObject({ code: '22012' })
  expect(await db`select 3 as third`).toEqual([{ third: 3 }])
})
