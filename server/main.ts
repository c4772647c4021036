import { setTimeout as wait } from 'node:timers/promises'
import pretty from 'pino-pretty'
import { LinkSecrets } from './accounts/secretTokens.ts'
import { AccessTokens } from './accounts/sessions/accessTokens.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Connection } from './database/connectionPool.ts'
import { openDatabase } from './database/database.ts'
import { openDatabases } from './database/databases.ts'
import { requireUsable } from './database/databaseUrl.ts'
import { startEmbeddedPostgres } from './database/embedded/embeddedPostgres.ts'
import { migrate } from './database/migrate.ts'
import { openDataFolder } from './dataFolder.ts'
import { FileUrls } from './documents/fileUrls.ts'
import { openEventHub } from './events/eventHub.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { App } from './http/app.ts'
import { StartError } from './startError.ts'
import { openDiskStorage } from './storage/diskStorage.ts'

/** Supervisors kill what has not ended after 10 s: then at the latest even PostgreSQL has stopped. */
const stopMilliseconds = 9000
/** How long requests still arrive after `/readyz` has begun to fail, so that a load balancer can notice. */
const noticeMilliseconds = 1000
/** How long requests in progress may still take. */
const drainMilliseconds = 2500
/** How long closing one of the things below may take, and the connections of a pool. */
const closeMilliseconds = 3000
const endSeconds = 1

const noMail =
  'No mail is sent (SMTP_URL is not set): email addresses are not confirmed, and nobody is notified of changes to an account.'

const stopping = new AbortController()
/** What to close at the end, the last opened first. */
const opened: (() => Promise<unknown>)[] = []

async function start(config: Config) {
  const folder = await openDataFolder(config.dataDir)
  opened.push(() => folder.close())
  const connection = config.database ? await requireUsable(config.database) : await embeddedDatabase(folder.path)
  await bringUpToDate(connection)
  const { closeDatabases, ...databases } = openDatabases(connection, config.databasePool)
  opened.push(() => closeDatabases({ timeout: endSeconds }))

  const secret = config.secret ?? folder.secret
  const storage = await openDiskStorage(config.filesDir)
  const hub = await openEventHub(databases.db)
  const urls = new FileUrls(secret)
  const tokens = new AccessTokens(secret)
  const linkSecrets = new LinkSecrets(secret)
  const services = { config, ...databases, storage, hub, urls, tokens, linkSecrets, stopping: stopping.signal }
  const app = await buildApp(services, loggerFor(config))
  const housekeeping = startHousekeeping(services, app.log)
  opened.push(() => Promise.all([drain(app), housekeeping.stop()]))
  await listen(app, config)
}

/** Building an index may take longer than a statement of a request. */
async function bringUpToDate(connection: Connection) {
  const db = openDatabase(connection, 2, { statementTimeout: 0, lockTimeout: 0 })
  await migrate(db, { signal: stopping.signal }).finally(() => db.end({ timeout: endSeconds }))
}

async function embeddedDatabase(folder: string) {
  const postgres = await startEmbeddedPostgres(folder, (event) => console.error(event))
  opened.push(() => postgres.stop())
  return postgres.connection
}

function loggerFor({ logLevel }: Config) {
  return process.stdout.isTTY ? { level: logLevel, stream: pretty({ ignore: 'pid,hostname' }) } : { level: logLevel }
}

async function listen(app: App, { host, port, publicUrl, smtpUrl }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  }
  const address = app.server.address()
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  const actualPort = typeof address === 'object' ? address?.port : port
  if (!smtpUrl) console.log(noMail)
  console.log(`Ready at ${publicUrl ?? `http://${isLocal ? 'localhost' : host}:${actualPort}`}`)
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use. Stop what uses it, or choose another with PORT, such as PORT=${port + 1}.`,
    )
  }
  if (error.code === 'EACCES') return new StartError(`Port ${port} needs more rights. Choose one above 1023 with PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Choose another with HOST.`)
  }
  return error
}

async function drain(app: App) {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds)
  await app.close()
  clearTimeout(timer)
}

let starting: Promise<void> | undefined

/**
 * Closes everything in order, `notice` milliseconds after `/readyz` has begun to fail. With a `fault` the exit code says
 * so. The embedded PostgreSQL ends with this process at the latest.
 */
async function stop({ fault, notice = 0 }: { fault?: string; notice?: number } = {}) {
  if (stopping.signal.aborted) return
  stopping.abort()
  if (fault) console.error(fault)
  setTimeout(() => process.exit(1), stopMilliseconds).unref()
  // A start in progress is still opening what has to be closed.
  await Promise.allSettled([starting, wait(notice)])
  for (const close of opened.toReversed()) {
    const closed = close().catch((error: unknown) => console.error(error))
    // A step that waits for a lock ends when its connection is closed, which comes next.
    await Promise.race([closed, wait(closeMilliseconds)])
  }
  process.exit(fault ? 1 : 0)
}

process.on('SIGTERM', () => void stop({ notice: noticeMilliseconds }))
process.on('SIGINT', () => void stop())

try {
  starting = start(readConfig(process.env))
  await starting
} catch (error) {
  if (!stopping.signal.aborted && !(error instanceof StartError)) console.error(error)
  await stop({ fault: error instanceof StartError ? error.message : 'The server could not start.' })
}
