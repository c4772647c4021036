import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Bucket } from '#faults/bucket.ts'
import { Server } from '#faults/server.ts'
import { openDatabase } from '#server/database/database.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { type BalancerName, startBalancer } from './balancers.ts'
import { makeNextVersion, previousVersion } from './versions.ts'

const drainSeconds = 4
/** A company may write on a third of them. All writers are of one company. */
const connections = 9
/** How long a load balancer may take to notice that a server is there. */
const noticeMs = 2000

/**
 * Two servers without folders behind a load balancer, both of the version before this one. Their database belongs to a third
 * one that serves nobody.
 */
export async function startServers(name: BalancerName, logs: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-rolling-'))
  const bucket = new Bucket()
  await bucket.start()
  const older = { product: previousVersion }
  const newer = { product: await makeNextVersion(join(folder, 'next')) }
  const keeperSettings = { DATABASE_URL: '', DATABASE_POOL: '3' }
  const keeper = new Server(join(folder, 'keeper'), keeperSettings, join(logs, 'keeper.log'), older)
  await keeper.start()
  const socket = encodeURIComponent(join(folder, 'keeper/postgres')).replaceAll('%2F', '/')
  const ports = [await freePort(), await freePort()]
  const port = await freePort()
  const settings = {
    ...bucket.settings(),
    DATABASE_URL: `postgresql:///enquiry_desk?host=${socket}&user=enquiry_desk`,
    DATABASE_POOL: String(connections),
    APP_SECRET: randomUUID(),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: String(drainSeconds),
  }
  const serverOf = (at: number, version: typeof older) =>
    new Server('', settings, join(logs, `${ports[at]}.log`), version)
  const servers = [serverOf(0, older), serverOf(1, older)]
  for (const [at, server] of servers.entries()) await server.start(ports[at])
  const log = join(logs, `${name}.log`)
  const stopBalancer = await startBalancer(name, { folder: join(folder, name), log, port, servers: ports })
  const stop = async () => {
    await stopBalancer()
    await Promise.all(servers.map((server) => server.stop()))
    await keeper.stop()
    bucket.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const replace = async (at: number, version: 'older' | 'newer') => {
    await servers[at]!.stop()
    servers[at] = serverOf(at, { older, newer }[version])
    await servers[at].start(ports[at])
    await wait(noticeMs)
  }
  const database = () =>
    openDatabase({ host: join(folder, 'keeper/postgres'), user: 'enquiry_desk', database: 'enquiry_desk' }, 1)
  return { origin: settings.PUBLIC_URL, replace, database, stop }
}
