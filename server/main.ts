import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { LinkSecrets } from './accounts/secretTokens.ts'
import { AccessTokens } from './accounts/sessions/accessTokens.ts'
import { buildApp } from './app.ts'
import { finishArchive } from './backup/archiving/finishArchive.ts'
import { type WatchedStorage, watchStorage } from './backup/archiving/storedFiles.ts'
import { prepareBackups } from './backup/automatic/prepareBackups.ts'
import { isFullDisk } from './backup/fullDisk.ts'
import { startUpgradable } from './backup/upgrading/startUpgradable.ts'
import { commandRunner } from './commands/commandRunner.ts'
import { sayFailure } from './commands/failure.ts'
import { type Config, readConfig, withTemporaryFolder } from './config.ts'
import { connectionWarning } from './database/connecting/connectionWarning.ts'
import { requireDatabase } from './database/connecting/requireDatabase.ts'
import { type Connection, directOf } from './database/connectionPool.ts'
import { connectionsWith, type Db, openDatabase, openDatabases } from './database/database.ts'
import { superuserOf } from './database/embedded/superuser.ts'
import { migrate } from './database/migrate.ts'
import { openDataFolder, openTemporaryFolder } from './dataFolder.ts'
import { FileUrls } from './documents/fileUrls.ts'
import { openEventHub } from './events/eventHub.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { App } from './http/app.ts'
import { listenError } from './listenError.ts'
import type { openMetrics } from './metrics/metrics.ts'
import { requireNotMoved } from './moving/requireNotMoved.ts'
import { storageMark } from './moving/storageMark.ts'
import { upgradePostgres } from './nextPostgres/upgradePostgres.ts'
import { StartError } from './startError.ts'
import { startStorage } from './storage/openStorage.ts'

/** After `drainMs`. Many supervisors kill a process 10 s after asking it to stop. This leaves PostgreSQL time to end as well. */
const stopMs = 8000
/** Requests in progress may take this long to finish. */
const finishMs = 2500
/** Closing each entry of `opened` may take this long. */
const closeMs = 3000
const endSeconds = 1
/** Besides those of `openDatabases`. */
const metricsConnections = 1

const noMail =
  'No mail is sent (SMTP_URL is not set): email addresses are not confirmed, and people are not notified of changes to their accounts.'

const stopping = new AbortController()
/** Requests are still accepted for this long after `/readyz` begins to fail, so that load balancers can react. */
let drainMs = 0
/** Ends that time early. */
const hurrying = new AbortController()
/** What to close when the server stops, in reverse order. */
const opened: (() => Promise<unknown>)[] = []

async function start(config: Config) {
  const folder = await (config.isStateless ? openTemporaryFolder : openDataFolder)(config.dataDir)
  opened.push(() => folder.close())
  const openedStorage = await startStorage(config)
  const files = config.archivesWal ? watchStorage(openedStorage) : undefined
  const storage = files?.storage ?? openedStorage
  const connection = config.database
    ? await requireDatabase(config.database, config.directDatabase)
    : await embeddedDatabase(folder.path, config, files)
  await requireNotMoved(directOf(connection), storageMark(config), process.argv.includes('--again'))
  await migrateDatabase(directOf(connection))
  const { closeDatabases, ...databases } = openDatabases(connection, config.databasePool)
  opened.push(() => closeDatabases({ timeout: endSeconds }))

  const secret = config.secret ?? folder.secret
  const hub = await openEventHub(databases.db)
  if (config.metrics) await measure(config.metrics, { config, connection, ...databases, hub })
  const urls = new FileUrls(secret, config.apiUrl)
  const tokens = new AccessTokens(secret)
  const linkSecrets = new LinkSecrets(secret)
  const traceRequests = config.tracesEndpoint === undefined ? undefined : await trace(config.tracesEndpoint)
  const own = config.database ? undefined : { connection, cluster: join(folder.path, 'postgres'), files }
  const runCommand = commandRunner(own?.connection, stopping.signal)
  const common = {
    config,
    ...databases,
    storage,
    hub,
    traceRequests,
    runCommand,
    examine: examineAll,
    stopping: stopping.signal,
  }
  const services = { ...common, urls, tokens, linkSecrets }
  const app = await buildApp(services, await loggerFor(config))
  if (config.database) await warnOfConnections(config, databases.db, app)
  const housekeeping = startHousekeeping(services, app.log)
  opened.push(() => Promise.all([drain(app), housekeeping.stop()]))
  const backups = await prepareBackups(config, own, runCommand, app.log)
  await listen(app, config)
  limitGarbage()
  drainMs = config.drainMs
  backups.start()
  opened.push(() => backups.stop())
}

/** In bytes. With a smaller limit, V8 by itself lets the old generation grow less. */
const leastHeapLimit = 768 * 2 ** 20

/**
 * Lets the old generation grow to one and a half times what is in use, instead of up to four times, which saves memory and costs little
 * processor time (docs/performance.md). Called after the start, because from then on V8 ignores the compiled code that Node has of its
 * own modules.
 */
function limitGarbage() {
  if (getHeapStatistics().heap_size_limit >= leastHeapLimit) setFlagsFromString('--heap-growing-percent=50')
}

/** Opened before the app and closed after it, so that a stopping server is measured until its last request. */
async function measure(place: NonNullable<Config['metrics']>, source: Parameters<typeof openMetrics>[1]) {
  const { openMetrics: open } = await import('./metrics/metrics.ts')
  const metrics = await open(place, source)
  opened.push(() => metrics.close())
  console.log(`Metrics at ${metrics.url}`)
}

async function trace(endpoint: string) {
  const { openTracing } = await import('./tracing/tracing.ts')
  const { traceRequests, close } = openTracing(endpoint)
  opened.push(close)
  return traceRequests
}

async function warnOfConnections({ database, databasePool, metrics }: Config, db: Db, { log }: App) {
  const connections = connectionsWith(databasePool) + (metrics ? metricsConnections : 0)
  const warning = await connectionWarning(db, database?.pooler, connections)
  if (warning) log.warn(warning)
}

/** Loaded when an operator looks at the findings. */
async function examineAll() {
  const { examine } = await import('./doctor/examine.ts')
  return examine(process.env)
}

/** Without timeouts, because building an index may take longer than a request's statements may. */
async function migrateDatabase(connection: Connection) {
  const db = openDatabase(connection, 2, { statementTimeout: 0, lockTimeout: 0 })
  await migrate(db, { signal: stopping.signal }).finally(() => db.end({ timeout: endSeconds }))
}

async function embeddedDatabase(folder: string, config: Config, files: WatchedStorage | undefined) {
  const { archivesWal, backupDir, backupPassphrase } = config
  await upgradePostgres(folder, {
    report: console.error,
    archives: archivesWal,
    beforeExchange: async (cluster) => {
      if (files && backupDir) await finishArchive({ cluster, backupDir, backupPassphrase }, files, console.error)
    },
  })
  const postgres = await startUpgradable(folder, console.error, { archives: archivesWal })
  opened.push(() => postgres.stop())
  if (archivesWal && !superuserOf(postgres.connection)) {
    throw new StartError(`BACKUP_WAL needs a data folder with a shorter path than ${folder}, on Linux or macOS.`)
  }
  return postgres.connection
}

async function loggerFor({ logLevel }: Config) {
  if (!process.stdout.isTTY) return { level: logLevel }
  const { default: pretty } = await import('pino-pretty')
  return { level: logLevel, stream: pretty({ ignore: 'pid,hostname' }) }
}

async function listen(app: App, { host, port, publicUrl, sendsMail }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port }, { host: 'HOST', port: 'PORT' })
  }
  const address = app.server.address()
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  const actualPort = typeof address === 'object' ? address?.port : port
  if (!sendsMail) console.log(noMail)
  console.log(`Ready at ${publicUrl ?? `http://${isLocal ? 'localhost' : host}:${actualPort}`}`)
}

async function drain(app: App) {
  const timer = setTimeout(() => app.server.closeAllConnections(), finishMs)
  await app.close()
  clearTimeout(timer)
}

let starting: Promise<void> | undefined

/**
 * Closes everything in order, `delayMs` after `/readyz` begins to fail. With an `error`, prints it and exits with code 1.
 * The embedded PostgreSQL never outlives this process.
 */
async function stop({ error, delayMs = 0 }: { error?: string; delayMs?: number } = {}) {
  if (stopping.signal.aborted) return
  stopping.abort()
  if (error) console.error(error)
  setTimeout(() => process.exit(1), delayMs + stopMs).unref()
  // A start in progress may still add to `opened`.
  await Promise.allSettled([starting, wait(delayMs, undefined, { signal: hurrying.signal })])
  for (const close of opened.toReversed()) {
    const closed = close().catch((reason: unknown) => console.error(reason))
    // A housekeeping step that waits for a lock ends only when its connection is closed, which comes next.
    await Promise.race([closed, wait(closeMs)])
  }
  process.exit(error ? 1 : 0)
}

/** The reason if the operator can do something about it. */
function sayReason(error: unknown) {
  if (error instanceof StartError) return error.message
  return isFullDisk(error) ? sayFailure(error as Error) : undefined
}

process.on('SIGTERM', () => void stop({ delayMs: drainMs }))
// Not a second SIGTERM: a supervisor sends it to every process, and the one that started this server passes it on.
process.on('SIGINT', () => {
  hurrying.abort()
  void stop()
})

try {
  const config = readConfig(process.env)
  starting = start(config.isStateless ? withTemporaryFolder(config) : config)
  await starting
} catch (error) {
  const reason = sayReason(error)
  if (!stopping.signal.aborted && !reason) console.error(error)
  await stop({ error: reason ?? 'The server could not start.' })
}
