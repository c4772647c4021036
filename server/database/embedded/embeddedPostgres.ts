import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile, rename, statfs } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '#server/database/connectionPool.ts'
import { isSocketPath } from '#server/socketPath.ts'
import { StartError } from '#server/startError.ts'
import { accountFor } from './postgresAccount.ts'
import { databaseName, ownName, prepareCluster, readMajor } from './postgresCluster.ts'
import { keepRunning } from './postgresKeeper.ts'
import { clearLeftovers } from './postgresOrphan.ts'
import { findPostgresPrograms, findProgramsOf, type PostgresPrograms } from './postgresPrograms.ts'
import { type Account, gist, namesFullDisk, programEnvironment, runProgram } from './runProgram.ts'
import { settingsForArchiving } from './walArchiving.ts'

/** Recovery after a crash replays up to 1 GB of write-ahead log. */
const crashRecoveryMs = 180_000
const stopTimeoutMs = 30_000
/**
 * Sessions return freed memory beyond 1 MB to the system. Otherwise, after one large statement, glibc keeps several MB for each. With
 * a lower limit, lists take a third more of PostgreSQL's time.
 */
const mallocThresholds = { MALLOC_TRIM_THRESHOLD_: '1048576', MALLOC_MMAP_THRESHOLD_: '1048576' }
/** PostgreSQL does not start with less room than this. */
const leastBytes = 64 * 1024

type Place = { host: string; port: number; password?: string }
type Settings = Record<string, string | number>
type Setup = {
  cluster: string
  programs: PostgresPrograms
  account: Account
  place: Place
  settings: Settings
  startTimeoutMs: number
  log: string
}
/**
 * With `archives`, finished segments of the write-ahead log gather in the cluster, and with `false` no longer; if undefined, it
 * stays as it is. `settings` are PostgreSQL's own. `dataFolder` is the one around a staging folder.
 */
type Options = { archives?: boolean; settings?: Settings; startTimeoutMs?: number; dataFolder?: string }

/**
 * Starts PostgreSQL on `<folder>/postgres`, which it creates if missing, and restarts it when it ends unexpectedly;
 * `report` receives a line about each restart. A cluster of an earlier major version runs with the programs of that version,
 * which are installed if they are missing. The caller must hold the folder's lock. Throws a StartError.
 */
export async function startEmbeddedPostgres(
  folder: string,
  report: (line: string) => void = () => {},
  options: Options = {},
) {
  try {
    const setup = await prepare(folder, report, options)
    const postmaster = await startPostmaster(setup)
    const keeper = keepRunning(postmaster, {
      report,
      start: () => restart(setup),
      end: (running) => end(running, setup),
      reasonOf: (ended) => reasonOf(ended, setup),
    })
    return { ...keeper, connection: { ...setup.place, user: databaseName, database: databaseName } }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`PostgreSQL did not start: ${(error as Error).message}.`, { cause: error })
  }
}

/** Runs `use` on the embedded PostgreSQL of a folder, and stops it afterwards. Prints what it reports. */
export async function withEmbeddedPostgres<T>(
  folder: string,
  use: (connection: Connection) => Promise<T>,
  options?: Options,
) {
  const postgres = await startEmbeddedPostgres(folder, console.error, options)
  try {
    return await use(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

async function prepare(folder: string, report: (line: string) => void, options: Options): Promise<Setup> {
  const cluster = join(folder, 'postgres')
  const account = await accountFor(cluster)
  const major = await readMajor(cluster)
  const place = { dataFolder: options.dataFolder ?? folder, report }
  const programs = await (major ? findProgramsOf(major, account, place) : findPostgresPrograms(account))
  await prepareCluster(cluster, programs, account)
  await clearLeftovers(cluster)
  const listening = await listeningPlace(cluster)
  const settings = { ...(await settingsForArchiving(cluster, account, options.archives)), ...options.settings }
  const startTimeoutMs = options.startTimeoutMs ?? crashRecoveryMs
  return { cluster, programs, account, place: listening, settings, startTimeoutMs, log: join(folder, 'postgres.log') }
}

/** A socket in the cluster's private folder; if its path is too long, the loopback address with a password. */
async function listeningPlace(cluster: string): Promise<Place> {
  if (isSocketPath(join(cluster, '.s.PGSQL.5432'))) return { host: cluster, port: 5432 }
  const password = await readFile(join(cluster, 'password'), 'utf8')
  return { host: '127.0.0.1', port: await freePort(), password }
}

/** A port on which nothing listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Retries while the sessions of a killed postmaster still hold its shared memory. */
async function startPostmaster(setup: Setup) {
  const deadline = Date.now() + setup.startTimeoutMs
  for (;;) {
    const postmaster = await launch(setup)
    if (await isReady(postmaster, setup.cluster, deadline)) return postmaster
    const output = await readFile(setup.log, 'utf8')
    if (!output.includes('pre-existing shared memory block') || Date.now() > deadline) {
      await end(postmaster, setup)
      throw new StartError(`PostgreSQL did not start: ${await whyNot(output, setup)}`)
    }
    await wait(100)
  }
}

/** On a full disk, PostgreSQL may not even be able to write its reason to the log. */
async function whyNot(output: string, { log }: Setup) {
  const { bavail, bsize } = await statfs(dirname(log))
  const isUnwritten = bavail * bsize < leastBytes && !/FATAL|PANIC/.test(output)
  const reason = isUnwritten ? 'no space left on device' : gist(output)
  const step = namesFullDisk(reason) ? ' Make room, and start again.' : ''
  return `${reason}.${step} The rest is in ${log}.`
}

/** Detached, so that Ctrl+C in the terminal reaches only this process, which stops PostgreSQL after the last query. */
async function launch({ cluster, programs, account, place, settings, log }: Setup) {
  const output = await open(log, 'w', 0o600)
  const postmaster = spawn(programs.postgres, ['-D', ownName(cluster), ...flags(cluster, place, settings)], {
    ...account,
    cwd: cluster,
    env: { ...programEnvironment, ...mallocThresholds },
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    windowsHide: true,
  })
  endWithThisProcess(postmaster)
  try {
    await once(postmaster, 'spawn')
  } finally {
    await output.close()
  }
  return postmaster
}

/** SIGQUIT skips the shutdown checkpoint; the next start recovers from the write-ahead log. */
function endWithThisProcess(postmaster: ChildProcess) {
  const kill = () => postmaster.kill('SIGQUIT')
  process.once('exit', kill)
  postmaster.once('exit', () => process.off('exit', kill))
}

function flags(cluster: string, { host, port, password }: Place, settings: Settings) {
  const all = {
    port,
    listen_addresses: password ? host : '',
    unix_socket_directories: password ? '' : ownName(cluster),
    unix_socket_permissions: '0700',
    max_connections: 50,
    shared_buffers: '48MB',
    jit: 'off',
    log_checkpoints: 'off',
    // Callers report failed statements themselves, and the values in them must not reach the log.
    log_min_messages: 'log',
    log_timezone: 'UTC',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** PostgreSQL writes its state to line 8 of its pid file. */
async function isReady(postmaster: ChildProcess, cluster: string, deadline: number) {
  while (!hasEnded(postmaster) && Date.now() < deadline) {
    const record = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
    const lines = record.split('\n')
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready') return true
    await wait(20)
  }
  return false
}

function hasEnded(postmaster: ChildProcess) {
  return postmaster.exitCode !== null || postmaster.signalCode !== null
}

/** Listens in the same place, so that clients can reconnect. Keeps the log of the ended process. */
async function restart(setup: Setup) {
  await clearLeftovers(setup.cluster)
  if (existsSync(setup.log)) await rename(setup.log, `${setup.log}.1`)
  return startPostmaster(setup)
}

async function reasonOf({ signalCode }: ChildProcess, { log }: Setup) {
  return signalCode ? `killed by ${signalCode}` : gist(await readFile(log, 'utf8').catch(() => ''))
}

async function end(postmaster: ChildProcess, { programs, cluster }: Setup) {
  if (hasEnded(postmaster)) return
  postmaster.ref()
  const ended = once(postmaster, 'exit')
  // Windows has no signals; there pg_ctl requests the stop.
  if (process.platform === 'win32')
    await runProgram(programs.pgCtl, ['stop', '-m', 'fast', '-D', cluster], { cwd: cluster })
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    postmaster.kill(signal)
    if (await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })])) return
  }
}
