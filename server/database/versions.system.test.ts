import { expect, test } from 'vitest'
import { otherVersions, startCluster } from '#server/test/database/cluster.ts'
import { goThrough, noPolling } from '#server/test/database/journey.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { requireUsable } from './connecting/requireUsable.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const embedded = { major: 18, programs: undefined }

test.for([...otherVersions, embedded])(
  'the product works on PostgreSQL $major [D13.2]',
  async ({ major, programs }, { skip }) => {
    skip(major !== embedded.major && !programs, 'its programs are not installed')
    const { connection } = await startCluster({ programs })
    await expect(requireUsable(connection)).resolves.toEqual(connection)
    const db = openDatabase(connection, 2)
    expect(await db`select current_setting('server_version_num')::int / 10000 as major`).toEqual([{ major }])
    await migrate(db)
    const app = await testApp()
    const [server, other] = [1, 2].map(() => secondServer({ ...app, connection }, noPolling))
    await goThrough(await server!, await other!)
    await db.end()
  },
)
