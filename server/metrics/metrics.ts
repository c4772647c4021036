import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { backupGauges, type BackupReading } from './backupGauges.ts'
import { readBackupState } from './backupState.ts'
import { BoundedReading, type ReadingTimes } from './boundedReading.ts'
import { databaseGauge, waitingGauges } from './databaseGauges.ts'
import { type DatabaseState, readDatabaseState } from './databaseState.ts'
import { type OwnState, processGauges } from './processGauges.ts'
import { recordMeasurements } from './recordedMetrics.ts'
import { serveMetrics } from './serveMetrics.ts'
import { defineGauges } from './stateGauges.ts'

const defaultTimes = {
  database: { freshMs: 5000, patienceMs: 2000 },
  /** The folder may be on another machine. */
  backups: { freshMs: 60_000, patienceMs: 2000 },
}
const statementTimeoutMs = 1000

type Source = OwnState['pools'] & {
  config: Pick<Config, 'imapUrl' | 'backupDir' | 'backupEveryMs' | 'archivesWal' | 'dataDir'>
  connection: Connection
  hub: OwnState['hub']
}

/** Measures this process from now on, and serves `/metrics` at a place of its own. Throws a StartError if that is not free. */
export async function openMetrics(place: { host: string; port: number }, source: Source, times = defaultTimes) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const endRecording = recordMeasurements(registry)
  // A connection of its own: a scrape takes none from the requests, and waits for none.
  const db = openDatabase(source.connection, 1, {
    statementTimeout: statementTimeoutMs,
    lockTimeout: statementTimeoutMs,
  })
  const setGauges = gaugesOf(registry, db, source, times)
  const server = await serveMetrics(place, registry.contentType, async () => {
    await setGauges()
    return registry.metrics()
  }).catch(async (error: unknown) => {
    endRecording()
    await db.end()
    throw error
  })
  return {
    url: server.url,
    async close() {
      endRecording()
      await server.close()
      await db.end({ timeout: 0 })
    },
  }
}

/** Defines the gauges, and returns a function that sets them to the state at this moment. */
function gaugesOf(registry: Registry, own: Db, { config, hub, ...pools }: Source, times: typeof defaultTimes) {
  const setProcess = defineGauges<OwnState>(registry, processGauges)
  const setDatabase = defineGauges(registry, [databaseGauge])
  const setWaiting = defineGauges<DatabaseState>(registry, waitingGauges)
  const setBackups = defineGauges<BackupReading>(registry, backupGauges)
  const database = new BoundedReading('the database', () => readDatabaseState(own, config.imapUrl), times.database)
  const backups = backupReading(config, times.backups)
  return async () => {
    const [state, backupState] = await Promise.all([database.get(), backups?.get()])
    setProcess({ pools, hub })
    setDatabase({ isUp: state !== undefined })
    setWaiting(state)
    setBackups(backups && { everyMs: config.backupEveryMs, state: backupState })
  }
}

function backupReading({ backupDir, archivesWal, dataDir }: Source['config'], times: ReadingTimes) {
  if (backupDir === undefined) return undefined
  const cluster = archivesWal ? join(dataDir, 'postgres') : undefined
  return new BoundedReading(backupDir, () => readBackupState(backupDir, cluster), times)
}
