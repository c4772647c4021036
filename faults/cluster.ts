import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/database/database.ts'
import { Server } from './server.ts'

/** Two servers on one database. The first runs the embedded PostgreSQL, and the second gets its address. */
export class Cluster {
  private constructor(
    readonly folder: string,
    readonly servers: readonly [Server, Server],
  ) {}

  /** The second server cannot write files larger than `fileKilobytes`, which simulates a full disk. */
  static async start(logs: string, publicUrl = '', fileKilobytes?: number) {
    const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-faults-'))
    const socket = encodeURIComponent(join(folder, 'first/postgres')).replaceAll('%2F', '/')
    const common = { APP_SECRET: randomUUID(), PUBLIC_URL: publicUrl, DATABASE_URL: '' }
    const url = `postgresql:///enquiry_desk?host=${socket}&user=enquiry_desk`
    const first = new Server(join(folder, 'first'), common, join(logs, 'first-server.log'))
    const second = new Server(
      join(folder, 'second'),
      { ...common, DATABASE_URL: url },
      join(logs, 'second-server.log'),
      { fileKilobytes },
    )
    const cluster = new Cluster(folder, [first, second])
    await first.start()
    await second.start()
    return cluster
  }

  /** The ports of the running servers. */
  ports() {
    return this.servers.flatMap(({ port }) => port ?? [])
  }

  /** Connects directly to the database, bypassing the servers. */
  database() {
    return openDatabase(
      { host: join(this.folder, 'first/postgres'), user: 'enquiry_desk', database: 'enquiry_desk' },
      1,
    )
  }

  killDatabase() {
    const [pid] = readFileSync(join(this.folder, 'first/postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }

  /** Kills the database and prevents its restart until the returned function is called. */
  async blockDatabase() {
    const version = join(this.folder, 'first/postgres/PG_VERSION')
    const content = await readFile(version)
    // PostgreSQL refuses to start on a data folder of another major version.
    await writeFile(version, '1\n')
    this.killDatabase()
    return () => writeFile(version, content)
  }

  /** Resolves once every server is connected to its database. */
  async ready() {
    const deadline = Date.now() + 120_000
    while (!(await this.#isReady())) {
      if (Date.now() > deadline) throw new Error('The servers did not reconnect to their database')
      await wait(20)
    }
  }

  async #isReady() {
    const requests = this.servers.map(({ port }) => fetch(`http://127.0.0.1:${port}/readyz`))
    const results = await Promise.allSettled(requests)
    return results.every((result) => result.status === 'fulfilled' && result.value.ok)
  }

  async stop() {
    const [first, second] = this.servers
    await second.stop()
    await first.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}
