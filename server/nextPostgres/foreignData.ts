import type { DatabaseSession } from '#server/backup/databaseSession.ts'
import { databaseName } from '#server/database/embedded/postgresCluster.ts'
import { StartError } from '#server/startError.ts'

/** Throws a StartError if the cluster has data that the product did not make, and that a copy of its tables would lose. */
export async function requireOnlyOwnData(session: DatabaseSession) {
  const found = [...(await listOtherDatabases(session)), ...(await listOtherSchemas(session))]
  if (found.length === 0) return
  throw new StartError(
    `The update copies only the data of the product to a newer PostgreSQL, and the database also has ${found.join(', ')}. Start the version of the product that you used before, save these elsewhere, and drop them.`,
  )
}

async function listOtherDatabases(session: DatabaseSession) {
  const rows = await session.rows<{ name: string }>(
    'select datname::text as name from pg_database where not datistemplate and datname <> all($1) order by 1',
    [['postgres', databaseName]],
  )
  return rows.map(({ name }) => `the database ${name}`)
}

/** Those with tables or materialized views. */
async function listOtherSchemas(session: DatabaseSession) {
  const rows = await session.rows<{ name: string }>(`
    select distinct relnamespace::regnamespace::text as name from pg_class
    where relkind in ('r', 'p', 'm') and relnamespace <> current_schema()::regnamespace
      and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    order by 1`)
  return rows.map(({ name }) => `the schema ${name}`)
}
