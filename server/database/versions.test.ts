import { expect, test } from 'vitest'
import { postgres15Path, startCluster } from '#server/test/database/cluster.ts'
import { goThrough, noPolling } from '#server/test/database/journey.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { requireUsable } from './connecting/requireUsable.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const embedded = 'the embedded version'
const versions = [[embedded, undefined] as const, ['15', postgres15Path] as const]

test.for(versions)('the product works on PostgreSQL: %s [D13.2]', async ([version, programs], { skip }) => {
  skip(version !== embedded && !programs, 'its programs are not installed')
  const { connection } = await startCluster({ programs })
  await expect(requireUsable(connection)).resolves.toEqual(connection)
  const db = openDatabase(connection, 2)
  await migrate(db)
  const app = await testApp()
  const [server, other] = [1, 2].map(() => secondServer({ ...app, connection }, noPolling))
  await goThrough(await server!, await other!)
  await db.end()
})
