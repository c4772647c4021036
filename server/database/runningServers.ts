import { compareVersions, productVersion } from '#server/productVersion.ts'
import type { Sql } from './sql.ts'

/** Each server has one connection of this name, so that servers can be counted. */
export const listeningName = 'enquiry-desk-events'
/** The first of two advisory lock keys, chosen arbitrarily. The second is the version. */
const versionLock = 5_310_262
/** Servers of this version do not take the lock. */
export const firstVersion = '0.1.0'
/** Each of the three numbers of a version has three digits in the lock's key. */
const digits = 1000

/**
 * Shows this server and its version to others, until the connection ends. Nobody waits for the lock. The name comes after it,
 * because a server without the lock counts as one of the first version.
 */
export const showServer = `
  select pg_advisory_lock_shared(${versionLock}, ${keyOf(productVersion)}); set application_name = '${listeningName}'`

function keyOf(version: string) {
  return version.split('.').reduce((key, number) => key * digits + Number(number), 0)
}

/** The oldest version of the servers that use the database; undefined if there are none. */
export async function findOldestRunning(db: Sql) {
  return (await listRunning(db)).at(0)
}

/** The versions of the servers that use the database, one for each server, oldest first. */
export async function listRunning(db: Sql) {
  const servers = await db<{ key: number | null }[]>`
    select l.objid::bigint as key
    from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.classid = ${versionLock}::bigint::oid
    where a.datname = current_database() and a.application_name = ${listeningName}`
  const versions = servers.map(({ key }) => (key === null ? firstVersion : versionOf(key)))
  return versions.toSorted(compareVersions)
}

function versionOf(key: number) {
  return [Math.floor(key / digits ** 2), Math.floor(key / digits) % digits, key % digits].join('.')
}
