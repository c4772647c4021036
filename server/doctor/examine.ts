import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { openDatabase } from '#server/database/database.ts'
import { checkBackups } from './backupCheck.ts'
import { checkCertificates } from './certificateCheck.ts'
import { checkClock } from './clockCheck.ts'
import { checkDatabase, checkMoved } from './databaseCheck.ts'
import { findDatabase } from './databasePlace.ts'
import { checkDisk, type Folders } from './diskCheck.ts'
import { type Finding, findingsOn, type Subject } from './finding.ts'
import { checkReceiving } from './receivingCheck.ts'
import { checkReplica } from './replicaCheck.ts'
import { checkSending } from './sendingCheck.ts'
import { checkSettings } from './settingsCheck.ts'
import { checkStorage } from './storageCheck.ts'
import { NoResponse, within } from './timeLimit.ts'
import { checkVacuum } from './vacuumCheck.ts'
import { checkWaiting } from './waitingCheck.ts'

const statementTimeoutMs = 5000

/**
 * Checks everything that an installation with these settings depends on, and changes nothing but an object in its bucket that it
 * deletes. A folder, a server or a database that does not respond for `peerMs` is a finding, so this ends within five times that.
 */
export async function examine(environment: NodeJS.ProcessEnv, peerMs = 8000): Promise<Finding[]> {
  const { findings, config } = checkSettings(environment)
  if (!config) return findings
  const source = { config, environment, peerMs }
  // First, because looking at a folder on a drive that is away would block this process.
  const disk = await checkDisk(config, peerMs)
  const groups = await Promise.all([examineDatabase(source, disk), ...examineOthers(source, disk)])
  return [...findings, ...disk.findings, ...groups.flat()]
}

type Source = { config: Config; environment: NodeJS.ProcessEnv; peerMs: number }

async function examineDatabase({ config, peerMs }: Source, disk: Folders) {
  const isDataReachable = disk.data !== undefined
  const found = await findDatabase(config, { isDataReachable, ms: peerMs })
  if (!('connection' in found))
    return [...found.findings, ...(await limited('clock', peerMs, checkClock({ config, db: undefined }, peerMs)))]
  const { connection } = found
  const db = openDatabase(connection, 4, { statementTimeout: statementTimeoutMs })
  try {
    const { readDatabase } = config
    const groups = await Promise.all([
      limited('database', peerMs, checkDatabase({ config, connection, db })),
      limited('database', peerMs, checkMoved({ config, connection })),
      limited('database', peerMs, checkVacuum(db)),
      limited('jobs', peerMs, checkWaiting(db, config)),
      limited('clock', peerMs, checkClock({ config, db: hasOwnClock(connection) ? db : undefined }, peerMs)),
      ...(readDatabase ? [limited('database', peerMs, checkReplica(readDatabase, db, peerMs))] : []),
    ])
    return groups.flat()
  } finally {
    await db.end({ timeout: 0 })
  }
}

/** A database at a socket is on this machine. */
function hasOwnClock({ host = '' }: Connection) {
  return !host.startsWith('/')
}

function examineOthers({ config, environment, peerMs }: Source, disk: Folders) {
  const isStored = config.bucket !== undefined || disk.data !== undefined
  return [
    ...(isStored ? [limited('storage', peerMs, checkStorage(config, peerMs))] : []),
    limited('backups', peerMs, checkBackups(config, disk)),
    limited('mail', peerMs, checkSending(config, peerMs)),
    limited('mail', peerMs, checkReceiving(config, peerMs)),
    limited('certificates', peerMs, checkCertificates(config, environment, peerMs)),
  ]
}

/** A check limits the time of each thing that it asks. This limits the rest. */
async function limited(subject: Subject, peerMs: number, check: Promise<Finding[]>) {
  try {
    return await within(peerMs * 1.5, `The check of the subject “${subject}”`, check)
  } catch (error) {
    const { problem } = findingsOn(subject)
    if (error instanceof NoResponse)
      return [problem(`${error.message}.`, 'Run npm run doctor again. If it stays, look at the load of this machine.')]
    const next = 'Look in the log of the server for the same words.'
    return [problem(`The check of the subject “${subject}” failed: ${(error as Error).message}.`, next)]
  }
}
