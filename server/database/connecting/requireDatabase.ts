import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import type { Connection } from '#server/database/connectionPool.ts'
import { StartError } from '#server/startError.ts'
import { requireUsable, withSession } from './requireUsable.ts'

/**
 * Returns the connection of the settings, with its direct one if there is one, after trying both. Throws a StartError that
 * says what to change.
 */
export async function requireDatabase(database: Connection, directDatabase: Connection | undefined) {
  const connection = await requireUsable(database)
  if (!directDatabase) return connection
  const direct = await requireUsable(directDatabase, 'DATABASE_DIRECT_URL')
  await requireSame(connection, direct)
  return { ...connection, direct }
}

/** A lock that one connection takes and the other one meets shows that both have one database, without any rights. */
async function requireSame(connection: Connection, direct: Connection) {
  const key = randomInt(2 ** 47)
  await withSession(connection, async (through) => {
    await through.query('begin')
    await through.query('select pg_advisory_xact_lock($1)', [key])
    const schema = await schemaOf(through)
    await withSession(direct, async (beside) => {
      const { rows } = await beside.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [
        key,
      ])
      if (rows[0]!.is_free) throw different('database')
      if ((await schemaOf(beside)) !== schema) throw different('schema')
    })
  })
}

async function schemaOf(session: Client) {
  const { rows } = await session.query<{ schema: string | null }>('select current_schema() as schema')
  return rows[0]!.schema
}

function different(thing: string) {
  return new StartError(
    `DATABASE_DIRECT_URL leads to another ${thing} than DATABASE_URL. Set it to the address of the PostgreSQL behind the pooler, with the same database and role.`,
  )
}
