import type { BackupReader } from '#server/backup/backupReader.ts'
import { DatabaseSession } from '#server/backup/databaseSession.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { listeningName } from '#server/database/runningServers.ts'
import { StartError } from '#server/startError.ts'
import { loadDatabase } from './loadDatabase.ts'

const staged = 'restore_partial'

/**
 * Restores a backup into a database of your own. Everything in use stays as it is until the restored data is complete, and is
 * then moved to another schema, in one transaction. Returns its name, or undefined if there was nothing.
 */
export async function restoreDatabase(connection: Connection, reader: BackupReader, time: string) {
  await fillBeside(connection, (staging) => loadDatabase(staging, reader))
  return exchange(connection, time)
}

/** Fills a schema beside the one in use, which it leaves as it is. */
export async function fillBeside(connection: Connection, fill: (staging: Connection) => Promise<void>) {
  // It would not keep the name of the schema that is being filled.
  if (connection.pooler) {
    throw new StartError('A restore needs PostgreSQL itself: set DATABASE_DIRECT_URL to its address.')
  }
  await DatabaseSession.transact(connection, async (session) => {
    await requireAlone(session)
    await session.run([`drop schema if exists ${staged} cascade`, `create schema ${staged}`])
  })
  await fill({ ...connection, options: `-c search_path=${staged}` })
}

/** Puts the filled schema in place of the one in use, in one transaction, and returns where that is now. */
export function exchange(connection: Connection, time: string) {
  return DatabaseSession.transact(connection, async (session) => {
    await requireAlone(session)
    return replace(session, asideSchema(time))
  })
}

function asideSchema(time: string) {
  return `before_restore_${time.replace(/\D/g, '')}`
}

export async function requireAlone(session: DatabaseSession) {
  const [others] = await session.rows<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name in ('enquiry-desk', '${listeningName}') and pid <> pg_backend_pid()`)
  if (others!.count === 0) return
  throw new StartError(
    'Servers are using this database. Stop all of them, and try again. A pooler keeps their connections: restart it as well.',
  )
}

async function replace(session: DatabaseSession, aside: string) {
  const [current] = await session.rows<{ name: string }>('select quote_ident(current_schema()) as name')
  const old = await movesTo(session, current!.name, aside)
  if (old.length > 0) await session.run([`create schema ${aside}`, ...old])
  await session.run([...(await movesTo(session, staged, current!.name)), `drop schema ${staged}`])
  return old.length > 0 ? aside : undefined
}

/** The statements that move all tables, views and functions of a schema, except those of extensions. */
async function movesTo(session: DatabaseSession, from: string, to: string) {
  const rows = await session.rows<{ statement: string }>(
    `with object as (
      select 'pg_class'::regclass as catalog, oid, format('%s %s',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, oid::regclass) as called
      from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p', 'v', 'm') and not relispartition
      union all
      select 'pg_proc'::regclass, oid, format('routine %s', oid::regprocedure)
      from pg_proc where pronamespace = to_regnamespace($1)
    )
    select format('alter %s set schema %s', called, $2::text) as statement from object o
    where not exists (
      select from pg_depend where classid = o.catalog and objid = o.oid and deptype = 'e'
    ) order by 1`,
    [from, to],
  )
  return rows.map(({ statement }) => statement)
}
