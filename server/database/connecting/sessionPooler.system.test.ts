import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { goThrough, noPolling } from '#server/test/database/journey.ts'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { requireUsable } from './requireUsable.ts'

const app = await testApp()
const place = poolerPath ? await startPooler(poolerPath, app.connection, 'session') : app.connection
const connection = { ...place, pooler: 'session' } as const

test.skipIf(!poolerPath)(
  'the product works behind pgbouncer in session mode, live events included [D13.2]',
  async () => {
    await expect(requireUsable(connection)).resolves.toEqual(connection)
    const [server, other] = [1, 2].map(() => secondServer({ ...app, connection }, noPolling))
    await goThrough(await server!, await other!)
  },
)

test.skipIf(!poolerPath)('behind a pooler in session mode, the settings belong to the connection [D13.2]', async () => {
  const db = openDatabase(connection, 1, { statementTimeout: 12_000 })
  const settings = () => db`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('timezone') as zone, count(*)::int as prepared
    from pg_prepared_statements where statement like '%pg_prepared_statements%'`
  expect(await settings()).toMatchObject([{ lock: '3s', statement: '12s', zone: 'UTC' }])
  expect(await settings()).toMatchObject([{ prepared: 1 }])
  await db.end()
})

test.skipIf(!poolerPath)('a query is cancelled through a pooler in session mode [D13.2]', async () => {
  const db = openDatabase(connection, 1, { statementTimeout: 0 })
  const direct = openDatabase(app.connection, 1)
  const stop = new AbortController()
  const sleeping = db.until(stop.signal)`select pg_sleep(601)`.catch((error: Error) => error)
  const asleep = () => direct`
    select from pg_stat_activity where query like 'select pg_sleep(601)%' and state = 'active'`
  await waitFor(async () => expect(await asleep()).toHaveLength(1))
  stop.abort()
  expect(await sleeping).toBeInstanceOf(Error)
  await waitFor(async () => expect(await asleep()).toHaveLength(0))
  await Promise.all([db.end(), direct.end()])
})

test.skipIf(!poolerPath)('a pooler in transaction mode is not taken for one in session mode [D13.2]', async () => {
  const other = await startPooler(poolerPath!, app.connection, 'transaction')
  await expect(requireUsable({ ...other, pooler: 'session' })).rejects.toThrow(
    'The pooler keeps a connection for a transaction only. Set DATABASE_POOLER=transaction, or configure it for session',
  )
})
