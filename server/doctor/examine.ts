import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { checkCertificates } from '#server/doctor/certificates/certificateCheck.ts'
import { checkClock } from '#server/doctor/clock/clockCheck.ts'
import { checkDatabase, checkMoved } from '#server/doctor/database/databaseCheck.ts'
import { findDatabase } from '#server/doctor/database/databasePlace.ts'
import { checkVacuum } from '#server/doctor/database/vacuumCheck.ts'
import { checkDisk, type Folders } from '#server/doctor/disk/diskCheck.ts'
import { checkReceiving } from '#server/doctor/mail/receivingCheck.ts'
import { checkSending } from '#server/doctor/mail/sendingCheck.ts'
import { checkWaiting } from '#server/doctor/mail/waitingCheck.ts'
import { checkSettings } from '#server/doctor/settings/settingsCheck.ts'
import { commandLine } from '#server/projectRoot.ts'
import { checkBackups } from './backupCheck.ts'
import { type Finding, findingsOn, type Subject } from './finding.ts'
import { checkStorage } from './storageCheck.ts'

const statementTimeoutMs = 5000

/**
 * Checks everything that an installation with these settings depends on, and changes nothing but an object in its bucket that it
 * deletes. A folder, a server or a database that does not respond for `peerMs` is a finding, so this ends within six times that.
 */
export async function examine(environment: NodeJS.ProcessEnv, peerMs = 8000): Promise<Finding[]> {
  const { findings, config } = checkSettings(environment)
  if (!config) return findings
  const source = { config, environment, peerMs }
  // First, because looking at a folder on a drive that is away would block this process.
  const disk = await checkDisk(config, peerMs).catch((error: Error) => ({
    findings: [explainFailure('disk', error)],
    folders: {},
  }))
  const groups = await Promise.all([examineDatabase(source, disk.folders), ...examineOthers(source, disk.folders)])
  return [...findings, ...disk.findings, ...groups.flat()]
}

type Source = { config: Config; environment: NodeJS.ProcessEnv; peerMs: number }

async function examineDatabase({ config, peerMs }: Source, { data, files }: Folders) {
  const isDataReachable = data !== undefined
  const found = await findDatabase(config, { isDataReachable, ms: peerMs })
  if (!('connection' in found))
    return [...found.findings, ...(await limited('clock', peerMs, checkClock({ config, database: undefined }, peerMs)))]
  const { connection } = found
  const db = openDatabase(connection, 4, { statementTimeout: statementTimeoutMs })
  try {
    const { bucket } = config
    const groups = await Promise.all([
      limited('database', peerMs, checkDatabase({ config, connection, db })),
      ...(bucket || files ? [limited('database', peerMs, checkMoved({ config, db }, peerMs))] : []),
      limited('database', peerMs, checkVacuum(db)),
      limited('jobs', peerMs, checkWaiting(db, config)),
      limited('clock', peerMs, checkClock({ config, database: { connection, db } }, peerMs)),
    ])
    return groups.flat()
  } finally {
    await db.end({ timeout: 0 })
  }
}

function examineOthers({ config, environment, peerMs }: Source, folders: Folders) {
  return [
    limited('storage', peerMs, checkStorage(config, folders, peerMs)),
    limited('backups', peerMs, checkBackups(config, folders)),
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
    return [explainFailure(subject, error as Error)]
  }
}

function explainFailure(subject: Subject, error: Error) {
  const { problem } = findingsOn(subject)
  const load = `Look at the load of this machine and of the servers that it needs, and run ${commandLine('doctor')} again.`
  if (error instanceof NoResponse) return problem(`${error.message}.`, load)
  const next = 'Run the command as the account of the server, and look in the log of the server for the same words.'
  return problem(`The check of the subject “${subject}” failed: ${error.message}.`, next)
}
