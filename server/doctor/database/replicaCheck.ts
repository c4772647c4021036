import { readable } from '#server/backup/readable.ts'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { readPrimary, readReplayed, UnsuitableReplica } from '#server/database/replica/cluster.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn, splitAdvice } from '#server/doctor/finding.ts'
import { StartError } from '#server/startError.ts'
import { placeOf } from './databasePlace.ts'

const { ok, warning, problem } = findingsOn('database')
const maxLagBytes = 100e6

/** Without its replica the product works, and reads everything from the primary. */
export async function checkReplica(readDatabase: Connection, primaryDb: Db, ms: number): Promise<Finding[]> {
  const place = placeOf(readDatabase)
  try {
    const connection = await within(ms, `The replica, ${place},`, requireUsable(readDatabase, 'READ_DATABASE_URL'))
    const lag = await measureLag(connection, primaryDb)
    if (lag <= maxLagBytes) return [ok(`The replica, ${place}, lacks ${readable(lag)} of the log.`)]
    const next = 'Look for long queries and a slow disk on the replica, and at the network between it and the primary.'
    return [warning(`The replica, ${place}, lacks ${readable(lag)} of the log, so it is hardly used.`, next)]
  } catch (error) {
    return [explain(error as Error, place)]
  }
}

async function measureLag(connection: Connection, primaryDb: Db) {
  const db = openDatabase(connection, 1, { statementTimeout: 5000 })
  try {
    const primary = await readPrimary(primaryDb)
    return Math.max(0, Number(primary.position.lsn - (await readReplayed(db, primary))))
  } finally {
    await db.end({ timeout: 0 })
  }
}

function explain(error: Error, place: string) {
  const next = 'Check READ_DATABASE_URL and the replica. Until then, all reads go to the primary.'
  if (error instanceof UnsuitableReplica) return problem(`${error.message}.`, next)
  if (error instanceof StartError) return warning(`The replica, ${place}: ${splitAdvice(error.message, '').fact}`, next)
  if (error instanceof NoResponse) return warning(`${error.message}.`, next)
  throw error
}
