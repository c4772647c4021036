import type { Connection } from '#server/database/connectionPool.ts'
import { databaseName } from './postgresCluster.ts'

/**
 * The superuser of the embedded database, which trusts whoever can reach its socket; undefined if it has none, or is not the
 * embedded one. The role of the product is not a superuser.
 */
export function superuserOf(connection: Connection): Connection | undefined {
  const isEmbedded = connection.user === databaseName && connection.host?.startsWith('/')
  return isEmbedded ? { ...connection, user: 'postgres' } : undefined
}
