import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isSocketPath } from '#server/socketPath.ts'
import { StartError } from '#server/startError.ts'
import { accountFor } from './postgresAccount.ts'
import { databaseName, ownName, prepareCluster } from './postgresCluster.ts'
import { keepRunning } from './postgresKeeper.ts'
import { clearLeftovers } from './postgresOrphan.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgresPrograms.ts'
import { type Account, gist, programEnvironment, runProgram } from './runProgram.ts'

/** Recovery after a crash reads up to a gigabyte of log. */
const startTimeoutMs = 180_000
const stopTimeoutMs = 30_000

type Place = { host: string; port: number; password?: string }
type Setup = {
  cluster: string
  programs: PostgresPrograms
  account: Account
  place: Place
  log: string
}

/**
 * Starts PostgreSQL on `<folder>/postgres`, made if missing, and again whenever it ends by itself; `tell` hears of that.
 * The caller holds the folder's lock. Throws a StartError.
 */
export async function startEmbeddedPostgres(folder: string, tell: (event: string) => void = () => {}) {
  try {
    const setup = await prepare(folder)
    const postmaster = await startPatiently(setup)
    const keeper = keepRunning(postmaster, {
      tell,
      start: () => startAgain(setup),
      end: (running) => end(running, setup),
      reasonOf: (ended) => reasonOf(ended, setup),
    })
    return { ...keeper, connection: { ...setup.place, user: databaseName, database: databaseName } }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`PostgreSQL did not start: ${(error as Error).message}.`, { cause: error })
  }
}

async function prepare(folder: string): Promise<Setup> {
  const cluster = join(folder, 'postgres')
  const account = await accountFor(cluster)
  const programs = await findPostgresPrograms(account)
  await prepareCluster(cluster, programs, account)
  await clearLeftovers(cluster)
  return { cluster, programs, account, place: await listeningPlace(cluster), log: join(folder, 'postgres.log') }
}

/** A socket in the cluster's closed folder; where there can be none, the loopback and a password. */
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

/** Sessions of a postmaster that was killed hold its shared memory for a moment longer. */
async function startPatiently(setup: Setup) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const postmaster = await launch(setup)
    if (await isReady(postmaster, setup.cluster, deadline)) return postmaster
    const output = await readFile(setup.log, 'utf8')
    if (!output.includes('pre-existing shared memory block') || Date.now() > deadline) {
      await end(postmaster, setup)
      throw new StartError(`PostgreSQL did not start: ${gist(output)}. The rest is in ${setup.log}.`)
    }
    await wait(100)
  }
}

/** In a session of its own: a Ctrl+C at the terminal is for us, who end it after the last query. */
async function launch({ cluster, programs, account, place, log }: Setup) {
  const output = await open(log, 'w', 0o600)
  const postmaster = spawn(programs.postgres, ['-D', ownName(cluster), ...flags(cluster, place)], {
    ...account,
    cwd: cluster,
    env: programEnvironment,
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

/** However this process exits. It does without the checkpoint then: the next start recovers from the log. */
function endWithThisProcess(postmaster: ChildProcess) {
  const kill = () => postmaster.kill('SIGQUIT')
  process.once('exit', kill)
  postmaster.once('exit', () => process.off('exit', kill))
}

function flags(cluster: string, { host, port, password }: Place) {
  const settings = {
    port,
    listen_addresses: password ? host : '',
    unix_socket_directories: password ? '' : ownName(cluster),
    unix_socket_permissions: '0700',
    max_connections: 50,
    shared_buffers: '64MB',
    jit: 'off',
    log_checkpoints: 'off',
    // A refused statement is the caller's to report; its values are nobody else's business.
    log_min_messages: 'log',
    log_timezone: 'UTC',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** PostgreSQL writes its state into the eighth line of its pid file. */
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

/** Where it was, so that all who were connected find it. What it said at its end is kept beside. */
async function startAgain(setup: Setup) {
  await clearLeftovers(setup.cluster)
  if (existsSync(setup.log)) await rename(setup.log, `${setup.log}.1`)
  return startPatiently(setup)
}

async function reasonOf({ signalCode }: ChildProcess, { log }: Setup) {
  return signalCode ? `killed by ${signalCode}` : gist(await readFile(log, 'utf8').catch(() => ''))
}

async function end(postmaster: ChildProcess, { programs, cluster }: Setup) {
  if (hasEnded(postmaster)) return
  postmaster.ref()
  const ended = once(postmaster, 'exit')
  // Windows knows no signals: there pg_ctl asks PostgreSQL in its own way.
  if (process.platform === 'win32')
    await runProgram(programs.pgCtl, ['stop', '-m', 'fast', '-D', cluster], { cwd: cluster })
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    postmaster.kill(signal)
    if (await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })])) return
  }
}
