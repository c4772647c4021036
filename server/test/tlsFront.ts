import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** A certificate authority, and a certificate that it signed for a server with this name. */
export async function certificates(host: string) {
  const ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const server = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: ca.private, cert: ca.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return { authority: ca.cert, key: server.private, cert: server.cert }
}

/**
 * A TLS proxy in front of a PostgreSQL that listens on a socket, until the test ends. It accepts only encrypted
 * connections. Returns its port.
 */
export async function tlsFront(target: { host: string; port: number }, { key, cert }: { key: string; cert: string }) {
  const secureContext = createSecureContext({ key, cert })
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', (request) => {
      // SSLRequest (PostgreSQL, chapter 'Frontend/Backend Protocol', 'Message Formats').
      if (request.length !== 8 || request.readInt32BE(4) !== 80_877_103) return client.destroy()
      client.write('S')
      const secured = new TLSSocket(client, { isServer: true, secureContext })
      const database = connect(`${target.host}/.s.PGSQL.${target.port}`)
      for (const socket of [secured, database]) socket.on('error', () => client.destroy())
      // Otherwise PostgreSQL waits a minute for a client that has refused the certificate.
      client.on('close', () => database.destroy())
      secured.pipe(database).pipe(secured)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
