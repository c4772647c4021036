import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import { exchange, fillBeside } from '#server/backup/restoring/restoreDatabase.ts'
import { putInPlace } from '#server/backup/restoring/restoreFolder.ts'
import { listTables } from '#server/backup/tables.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { withEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { clearLeftovers } from '#server/database/embedded/postgresOrphan.ts'
import { stagingFolder } from '#server/stagedRestore.ts'
import { readDatabaseMark } from './databaseMark.ts'
import type { Mark } from './mark.ts'

type Found = { isEmpty: boolean; mark: Mark | undefined }

export interface DatabaseTarget {
  look(): Promise<Found>
  /** Fills an empty schema that nobody uses yet. Everything that is there already stays as it is. */
  fill(load: (connection: Connection) => Promise<void>): Promise<void>
  /** Puts what was filled in place, in one step. Returns where the data from before is; undefined if there was none. */
  publish(): Promise<string | undefined>
}

/** A database of your own. */
export function ownTarget(connection: Connection, time: string): DatabaseTarget {
  return {
    look: () => lookAt(connection),
    fill: (load) => fillBeside(connection, load),
    async publish() {
      const schema = await exchange(connection, time)
      return schema && `the schema ${schema} of the database`
    },
  }
}

/** The embedded database of a data folder, whose lock the caller holds. */
export function embeddedTarget(folder: string, time: string): DatabaseTarget {
  const cluster = join(folder, 'postgres')
  const staged = stagingFolder(folder, time)
  return {
    look: async () => (existsSync(cluster) ? withEmbeddedPostgres(folder, lookAt) : { isEmpty: true, mark: undefined }),
    async fill(load) {
      await mkdir(staged, { mode: 0o700 })
      await withEmbeddedPostgres(staged, load)
    },
    async publish() {
      if (existsSync(cluster)) await clearLeftovers(cluster)
      return putInPlace(folder, staged, time)
    },
  }
}

async function lookAt(connection: Connection): Promise<Found> {
  const session = await DatabaseSession.begin(connection)
  try {
    return { isEmpty: (await listTables(session)).length === 0, mark: await readDatabaseMark(session) }
  } finally {
    await session.close()
  }
}
