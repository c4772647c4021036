import type { Config } from '#server/config.ts'
import { connectionWarning } from '#server/database/connecting/connectionWarning.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { connectionsWith, type Db } from '#server/database/database.ts'
import { findUpgrade } from '#server/database/migrate.ts'
import { listRunning } from '#server/database/runningServers.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn, splitAdvice } from '#server/doctor/finding.ts'
import { parseMark, refusalOf } from '#server/moving/mark.ts'
import { storageMark } from '#server/moving/storageMark.ts'
import { productVersion } from '#server/productVersion.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { StorageError } from '#server/storage/storageError.ts'
import { placeOf } from './databasePlace.ts'

const { ok, warning, problem } = findingsOn('database')

/** A request needs several round trips, so this much is noticed. */
const slowRoundTripMs = 5
const roundTrips = 5
/** The share of the connections in use from which new ones may soon be refused. */
const maxShare = 0.8

type Source = { config: Config; connection: Connection; db: Db }

/** Checks the server of the database, its schema, and the servers that use it. */
export async function checkDatabase({ config, connection, db }: Source): Promise<Finding[]> {
  const groups = await Promise.all([
    describeServer(db, connection),
    checkSchema(db),
    checkConnections(db, config),
    checkServers(db, config),
  ])
  return groups.flat()
}

type Server = { version: string; encoding: string; checksums: string; hasOldCollation: boolean; isReplica: boolean }

async function describeServer(db: Db, connection: Connection) {
  const [server] = await db<Server[]>`
    select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
      current_setting('data_checksums') as checksums, pg_is_in_recovery() as is_replica,
      coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as has_old_collation
    from pg_database where datname = current_database()`
  const { version, encoding, checksums, hasOldCollation, isReplica } = server!
  const roundTrip = await measureRoundTrip(db)
  const findings = [
    ok(
      `${placeOf(connection)} is ${version.split(' ')[0]}, with the encoding ${encoding}. A round trip takes ${roundTrip.toFixed(1)} ms.`,
    ),
  ]
  if (isReplica) {
    const next = 'Set DATABASE_URL to the primary.'
    findings.push(problem('DATABASE_URL leads to a replica, which takes no writes.', next))
  }
  if (encoding !== 'UTF8') {
    const next = `Create a database with the encoding UTF8, and bring the data there with ${commandLine('move')}.`
    findings.push(problem(`The encoding of the database is ${encoding}, so it refuses many characters.`, next))
  }
  if (checksums !== 'on') {
    const next = 'Stop PostgreSQL, and turn them on with pg_checksums --enable.'
    findings.push(warning('The database has no checksums, so PostgreSQL does not notice a damaged disk.', next))
  }
  if (hasOldCollation) {
    const next = 'Run “reindex database” and “alter database … refresh collation version” with psql.'
    findings.push(warning('The system sorts texts differently since an update, so indexes may be wrong.', next))
  }
  if (roundTrip > slowRoundTripMs) {
    const next = 'Run the server near the database, in the same data centre.'
    findings.push(
      warning(`A round trip to the database takes ${roundTrip.toFixed(1)} ms, which slows every request.`, next),
    )
  }
  return findings
}

/** The fastest of several, because the first one opens the connection. */
async function measureRoundTrip(db: Db) {
  const times: number[] = []
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const startedAt = performance.now()
    await db`select 1`
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

async function checkSchema(db: Db) {
  const [found] = await db<{ isThere: boolean }[]>`select to_regclass('migration') is not null as is_there`
  if (!found!.isThere) {
    const next = 'Start the product, which fills it. If there should be data, check DATABASE_URL and DATA_DIR.'
    return [warning('The database is empty.', next)]
  }
  try {
    const upgrade = await findUpgrade(db)
    if (!upgrade) return [ok(`The schema is the one of version ${productVersion}.`)]
    const fact = `The schema is older than version ${productVersion}: ${upgrade.missing.join(', ')} will be applied at the next start.`
    return [warning(fact, 'Make a backup, and then start this version.')]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [refuse(error.message)]
  }
}

async function checkConnections(db: Db, { database, databasePool, metrics }: Config) {
  const [use] = await db<{ count: number; max: number }[]>`
    select count(*)::int as count, current_setting('max_connections')::int as max
    from pg_stat_activity where backend_type = 'client backend'`
  const { count, max } = use!
  const findings: Finding[] = []
  if (count > max * maxShare) {
    const next =
      'Find the program that opens so many in pg_stat_activity, lower DATABASE_POOL, or raise max_connections.'
    findings.push(warning(`${count} of the ${max} connections of PostgreSQL are in use.`, next))
  }
  const planned =
    database && (await connectionWarning(db, database.pooler, connectionsWith(databasePool) + Number(Boolean(metrics))))
  if (planned) {
    const { fact, next } = splitAdvice(planned, 'Lower DATABASE_POOL.')
    findings.push(warning(fact, next))
  }
  return findings.length > 0 ? findings : [ok(`${count} of the ${max} connections of PostgreSQL are in use.`)]
}

async function checkServers(db: Db, { secret }: Config) {
  const versions = await listRunning(db)
  const different = [...new Set(versions)]
  const count = versions.length
  const findings = [
    count === 0
      ? ok('No server is connected to the database.')
      : ok(
          `${count} server${count === 1 ? ' is' : 's are'} connected to the database, of version ${different.join(' and ')}.`,
        ),
  ]
  if (different.length > 1) {
    const next = `Replace the servers of version ${different[0]}, one by one.`
    findings.push(warning(`Servers of the versions ${different.join(' and ')} run beside each other.`, next))
  } else if (count > 0 && different[0] !== productVersion) {
    const next = `Run ${commandLine('doctor')} of version ${different[0]}, or update the servers.`
    findings.push(warning(`This is version ${productVersion}, and the servers have version ${different[0]}.`, next))
  }
  if (count > 1 && secret === undefined) {
    const next = 'Set the same APP_SECRET on all servers; one of them has it in DATA_DIR/secret.'
    findings.push(warning(`${count} servers use the database, and APP_SECRET is not set here.`, next))
  }
  return findings
}

/** On data that was moved elsewhere, no server starts. Takes no lock, so that no move waits for this. */
export async function checkMoved({ db, config }: Omit<Source, 'connection'>, ms: number): Promise<Finding[]> {
  const marks = await Promise.all([readDatabaseMark(db), readStorageMark(config, ms)])
  const [refusal] = marks.flatMap((mark) => (mark && refusalOf(mark)) ?? [])
  return refusal === undefined ? [] : [refuse(`${refusal}.`)]
}

async function readDatabaseMark(db: Db) {
  const [row] = await db<{ comment: string | null }[]>`
    select obj_description(to_regclass('migration'), 'pg_class') as comment`
  return parseMark(row!.comment ?? '')
}

/** Undefined if the storage cannot be reached, because the check of the storage says why. */
async function readStorageMark(config: Config, ms: number) {
  try {
    return await within(ms, 'The storage', storageMark(config).read())
  } catch (error) {
    if (error instanceof StorageError || error instanceof NoResponse) return undefined
    throw error
  }
}

function refuse(message: string) {
  const { fact, next } = splitAdvice(message, 'Look at docs/operations.md.')
  return problem(fact, next)
}
