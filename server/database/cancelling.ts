import { connect, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as secure } from 'node:tls'
import type { PoolClient } from 'pg'

// Request codes that open a connection (PostgreSQL, chapter 'Frontend/Backend Protocol', 'Message Formats').
const cancelRequestCode = 80_877_102
const sslRequestCode = 80_877_103

/** The fields that identify a connection to the database, which the driver's types leave out. */
type Session = PoolClient & {
  host: string
  port: number
  ssl: boolean | ConnectionOptions
  processID: number
  secretKey: number
}

/** Requests that the database cancel a connection's query. It may be too late, and there is no response. */
export function cancelQuery(client: PoolClient) {
  const { host, port, ssl, processID, secretKey } = client as Session
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // If the request cannot be sent, the query ends at its statement timeout.
  socket.on('error', () => undefined)
  const request = message(cancelRequestCode, processID, secretKey)
  if (!ssl) socket.end(request)
  else sendEncrypted(socket, request, { host, servername: isIP(host) ? undefined : host, ...(ssl === true ? {} : ssl) })
}

/** The secret key of the session must not cross the network in plain text. */
function sendEncrypted(socket: Socket, request: Buffer, options: ConnectionOptions) {
  socket.write(message(sslRequestCode))
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
