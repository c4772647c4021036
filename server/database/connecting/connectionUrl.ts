import type { Connection } from '#server/database/connectionPool.ts'

/** The URL of an unencrypted connection, for a setting or argument of another process. */
export function urlOf({ host = '', port, user = '', password, database = '' }: Connection) {
  const parameters = new URLSearchParams({ host, port: String(port), user })
  if (typeof password === 'string') parameters.set('password', password)
  return `postgresql:///${database}?${parameters.toString()}`
}
