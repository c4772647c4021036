import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** The code of a CancelRequest (PostgreSQL documentation, 'Message Formats'). */
const cancelRequest = 80_877_102

/** How the database recognises a connection; the driver's types leave these fields out. */
type Session = PoolClient & { host: string; port: number; processID: number; secretKey: number }

/** Asks the database to cancel what a connection runs. It may be too late, and nobody hears whether it arrived. */
export function cancelQuery(client: PoolClient) {
  const { host, port, processID, secretKey } = client as Session
  const request = Buffer.alloc(16)
  for (const [index, part] of [16, cancelRequest, processID, secretKey].entries()) request.writeInt32BE(part, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // The query then ends by the timeout of its statement.
  socket.on('error', () => undefined)
  socket.end(request)
}
