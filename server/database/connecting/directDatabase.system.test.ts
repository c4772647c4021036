import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { emptyDatabase } from '#server/test/backups/backups.ts'
import { startCluster } from '#server/test/database/cluster.ts'
import { noPolling, on } from '#server/test/database/journey.ts'
import { poolerPath, startPooler } from '#server/test/database/pooler.ts'
import { listen } from '#server/test/listening.ts'
import { people } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { requireDatabase } from './requireDatabase.ts'

const app = await testApp()
const place = poolerPath ? await startPooler(poolerPath, app.connection) : app.connection
const pooled = { ...place, pooler: 'transaction' } as const

test.skipIf(!poolerPath)(
  'with a direct address behind a transaction pooler, servers share changes at once, and presence [D13.2]',
  async () => {
    const { agent, member } = await people(app)
    const connection = { ...pooled, direct: app.connection }
    expect(await requireDatabase(pooled, app.connection)).toEqual(connection)
    const [here, there] = [
      await secondServer({ ...app, connection }, noPolling),
      await secondServer({ ...app, connection }, noPolling),
    ]
    const { heard, changes, presences } = await listen(on(there, member))
    await waitFor(() => expect(heard).not.toEqual([]))
    const { _id: enquiry } = await on(here, agent).raise()
    await waitFor(() => expect(changes().map(({ id }) => id)).toEqual([enquiry]))

    await on(here, agent).post('/presence', { tab: randomUUID(), enquiry, screen: 'enquiry' })
    await waitFor(() => expect(presences().map((each) => each.people[0]?._id)).toEqual([agent.user._id]))
  },
)

test('requests never use the direct address [D13.2]', async () => {
  const nowhere = { host: '127.0.0.1', port: 1, user: 'desk', database: 'desk' }
  const db = openDatabase({ ...app.connection, direct: nowhere }, 1)
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
  await expect(db.listen('live', () => undefined)).rejects.toThrow(/ECONNREFUSED/)
  await db.end()
})

const elsewhere =
  /^DATABASE_DIRECT_URL leads to another database than DATABASE_URL\. Set it to the address of the PostgreSQL behind the pooler/

test('a direct address of another database stops the start, even of one with the same name [D13.2]', async () => {
  const { connection } = await emptyDatabase()
  await expect(requireDatabase(app.connection, connection)).rejects.toThrow(elsewhere)
  const [one, other] = [await startCluster(), await startCluster()]
  await expect(requireDatabase(one.connection, other.connection)).rejects.toThrow(elsewhere)
  await expect(requireDatabase(one.connection, one.connection)).resolves.toBeDefined()
})

test('a direct address of another schema stops the start [D13.2]', async () => {
  const direct = { ...app.connection, options: '-c search_path=pg_catalog' }
  await expect(requireDatabase(app.connection, direct)).rejects.toThrow(/leads to another schema than DATABASE_URL/)
})

test('an unreachable direct address stops the start with an error that names its setting [D13.2]', async () => {
  const direct = { ...app.connection, host: '127.0.0.1', port: 1 }
  await expect(requireDatabase(app.connection, direct)).rejects.toThrow(
    /^Cannot connect to the database: .*ECONNREFUSED.* Check DATABASE_DIRECT_URL\.$/,
  )
})

test.skipIf(!poolerPath)('a direct address that is a pooler itself stops the start [D13.2]', async () => {
  await expect(requireDatabase(pooled, place)).rejects.toThrow(
    /^DATABASE_DIRECT_URL points to a connection pooler\. Set it to the address of PostgreSQL itself\.$/,
  )
})
