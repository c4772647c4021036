import type { Db } from '#server/database/database.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'

const { ok, warning } = findingsOn('database')

/** Longer ones keep PostgreSQL from reusing the space of old rows. */
const maxMinutes = 30
const minDeadRows = 50_000

/** Looks for signs that PostgreSQL cannot clean up: tables grow then, and everything becomes slower. */
export async function checkVacuum(db: Db): Promise<Finding[]> {
  const groups = await Promise.all([findLongTransactions(db), findDeadRows(db), findTurnedOff(db)])
  const findings = groups.flat()
  return findings.length > 0 ? findings : [ok('PostgreSQL cleans up after changed rows in time.')]
}

async function findLongTransactions(db: Db) {
  const open = await db<{ pid: number; program: string; minutes: number }[]>`
    select pid, application_name as program, (extract(epoch from clock_timestamp() - xact_start) / 60)::int as minutes
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and xact_start < clock_timestamp() - make_interval(mins => ${maxMinutes})
    order by xact_start limit 3`
  return open.map(({ pid, program, minutes }) =>
    warning(
      `A transaction of the program “${program}” has been open for ${minutes} minutes (pid ${pid}).`,
      `Unless it is a backup or a migration, end it with psql: select pg_terminate_backend(${pid})`,
    ),
  )
}

async function findDeadRows(db: Db) {
  const tables = await db<{ name: string; dead: number; live: number }[]>`
    select relname as name, n_dead_tup::float8 as dead, n_live_tup::float8 as live from pg_stat_user_tables
    where n_dead_tup > ${minDeadRows} and n_dead_tup > n_live_tup / 2
    order by n_dead_tup desc limit 3`
  return tables.map(({ name, dead, live }) =>
    warning(
      `The table ${name} has ${dead.toLocaleString('en')} old versions of rows, and ${live.toLocaleString('en')} rows.`,
      `Run “vacuum (analyze) ${name}” with psql. If they come back, look for open transactions.`,
    ),
  )
}

async function findTurnedOff(db: Db) {
  const [setting] = await db<{ isOn: boolean }[]>`select current_setting('autovacuum')::boolean as is_on`
  if (setting!.isOn) return []
  return [
    warning(
      'The cleaning up of PostgreSQL is turned off (autovacuum = off).',
      'Set autovacuum = on in postgresql.conf.',
    ),
  ]
}
