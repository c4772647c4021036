import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { requireDatabase } from '#server/database/connecting/requireDatabase.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { findRunningPostgres } from '#server/database/embedded/runningPostgres.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { giveAccess } from '#server/doctor/disk/diskCheck.ts'
import { type Finding, findingsOn, splitAdvice } from '#server/doctor/finding.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'

const { warning, problem } = findingsOn('database')

/** A connection that works, or why there is none. Never starts the embedded database. */
export async function findDatabase(
  config: Config,
  { isDataReachable, ms }: { isDataReachable: boolean; ms: number },
): Promise<{ connection: Connection } | { findings: Finding[] }> {
  if (!config.database) return findEmbedded(config.dataDir, { isDataReachable, ms })
  const place = placeOf(config.database)
  try {
    const connection = requireDatabase(config.database, config.directDatabase)
    return { connection: await within(ms, place, connection) }
  } catch (error) {
    return { findings: [explainFailure(error, place)] }
  }
}

/** Host and port, or the socket, for people. */
export function placeOf({ host = 'localhost', port = 5432 }: Connection) {
  return host.startsWith('/') ? `PostgreSQL at the socket in ${host}` : `PostgreSQL at ${host}:${port}`
}

function explainFailure(error: unknown, place: string) {
  if (error instanceof StartError) {
    const { fact, next } = splitAdvice(error.message, 'Look at the address and the log of PostgreSQL.')
    return problem(`${place}: ${fact} Nothing in the database was checked.`, next)
  }
  const next = 'Check that PostgreSQL runs, and that a firewall lets this machine reach it (DATABASE_URL).'
  const fact = error instanceof NoResponse ? error.message : `${place}: ${(error as Error).message}`
  return problem(`${fact}. Nothing in the database was checked.`, next)
}

type Reach = { isDataReachable: boolean; ms: number }

async function findEmbedded(dataDir: string, { isDataReachable, ms }: Reach) {
  // The check of the disk says so.
  if (!isDataReachable) return { findings: [] }
  try {
    const connection = await within(ms, `The embedded database in ${dataDir}`, findRunningPostgres(dataDir))
    return connection ? { connection } : { findings: [explainStopped(dataDir)] }
  } catch (error) {
    if (error instanceof NoResponse)
      return { findings: [problem(`${error.message}.`, 'Stop the product, and start it again.')] }
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = code === 'EACCES' || code === 'EPERM' ? 'it belongs to another account' : message
    return {
      findings: [problem(`The embedded database in ${dataDir} cannot be reached: ${reason}.`, giveAccess(dataDir))],
    }
  }
}

function explainStopped(dataDir: string) {
  const next = `Start the product, and run ${commandLine('doctor')} again to check what is in the database.`
  return existsSync(join(dataDir, 'postgres'))
    ? warning(
        `The product does not run on ${dataDir}, so its database, emails and jobs were not checked.`,
        `${next} If it does not start, its last lines and ${join(dataDir, 'postgres.log')} say why.`,
      )
    : warning(`There is no database in ${dataDir} yet.`, `${next} If there should be one, check DATA_DIR.`)
}
