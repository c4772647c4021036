import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

/**
 * Counts the round trips on the wire: how often a connection sends something after it has received something. Returns the
 * database behind this counter.
 */
export async function countRoundTrips({ connection }: Pick<TestApp, 'connection'>) {
  const sockets = new Set<Socket>()
  let count = 0
  const counter = createServer((client) => {
    const database = connect(join(connection.host, `.s.PGSQL.${connection.port}`))
    let hasReceived = true
    client.on('data', (bytes) => {
      if (hasReceived) count++
      hasReceived = false
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      hasReceived = true
      client.write(bytes)
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(counter, 'listening')
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    counter.close()
  })
  const { port } = counter.address() as AddressInfo
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    async countDuring(work: () => Promise<unknown>) {
      const before = count
      await work()
      return count - before
    },
  }
}
