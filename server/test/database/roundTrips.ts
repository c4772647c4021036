import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openDatabases } from '#server/database/database.ts'
import type { TestApp } from '#server/test/testApp.ts'
import { whenDone } from '#server/test/whenDone.ts'

/**
 * A second server, whose requests reach the database through a counter. `countTrips` returns the round trips on the wire during
 * some work: how often a connection sends something after it has received something. Notifications of events take another way.
 */
export async function countedServer(first: TestApp) {
  const { port, countTrips } = await startCounter(first.connection)
  const connection = { ...first.connection, host: '127.0.0.1', port }
  const { closeDatabases, ...databases } = openDatabases(connection, 5)
  const app = await buildApp({ ...first, ...databases })
  whenDone(async () => {
    await app.close()
    await closeDatabases()
  })
  return { server: { ...first, ...databases, app, connection }, countTrips }
}

async function startCounter({ host, port }: TestApp['connection']) {
  const sockets = new Set<Socket>()
  let trips = 0
  const counter = createServer((client) => {
    const database = connect(join(host, `.s.PGSQL.${port}`))
    let hasReceived = true
    client.on('data', (bytes) => {
      if (hasReceived) trips++
      hasReceived = false
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      hasReceived = true
      client.write(bytes)
    })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, database].forEach((end) => end.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(counter, 'listening')
  whenDone(async () => {
    for (const socket of sockets) socket.destroy()
    counter.close()
  })
  const countTrips = async (work: () => Promise<unknown>) => {
    const before = trips
    await work()
    return trips - before
  }
  return { port: (counter.address() as AddressInfo).port, countTrips }
}
