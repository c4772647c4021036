import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as secure } from 'node:tls'
import type { PoolClient } from 'pg'

// Requests that begin a connection (PostgreSQL documentation, 'Message Formats').
const cancelRequest = 80_877_102
const sslRequest = 80_877_103

/** How the database recognises a connection; the driver's types leave these fields out. */
type Session = PoolClient & {
  host: string
  port: number
  ssl: boolean | ConnectionOptions
  processID: number
  secretKey: number
}

/** Asks the database to cancel what a connection runs. It may be too late, and nobody hears whether it arrived. */
export function cancelQuery(client: PoolClient) {
  const { host, port, ssl, processID, secretKey } = client as Session
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // The query then ends by the timeout of its statement.
  socket.on('error', () => undefined)
  const request = message(cancelRequest, processID, secretKey)
  if (!ssl) socket.end(request)
  else sendSecured(socket, request, { servername: isIP(host) ? undefined : host, ...(ssl === true ? {} : ssl) })
}

/** The secret of the session is for the database alone. */
function sendSecured(socket: Socket, request: Buffer, options: ConnectionOptions) {
  socket.write(message(sslRequest))
  socket.once('data', () => {
    const secured = secure({ ...options, socket })
    secured.on('error', () => undefined)
    secured.end(request)
  })
}

function message(...numbers: number[]) {
  const bytes = Buffer.alloc(4 + numbers.length * 4)
  for (const [index, number] of [bytes.length, ...numbers].entries()) bytes.writeInt32BE(number, index * 4)
  return bytes
}
