import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Db, openDatabase } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { ownName } from '#server/database/embedded/postgresCluster.ts'
import { findPostgresPrograms } from '#server/database/embedded/postgresPrograms.ts'
import { migrate } from '#server/database/migrate.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** As many as the primary has, which a replica requires. */
const maxConnections = 50

type Cluster = Awaited<ReturnType<typeof startPrimary>>
export type TestReplica = Awaited<ReturnType<typeof startReplica>>

/** A cluster of its own with a migrated database, until the current test or file is done. */
export async function startPrimary() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-primary-'))
  // The account of PostgreSQL has to reach the socket of the primary.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder, undefined, { settings: { max_connections: maxConnections } })
  const { connection } = postgres
  const superuser = openDatabase({ ...connection, user: 'postgres' }, 1)
  whenDone(async () => {
    await superuser.end({ timeout: 0 })
    await postgres.stop()
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 50 })
  })
  const db = openDatabase(connection, 2)
  await migrate(db).finally(() => db.end())
  return { connection, superuser, folder: join(folder, 'postgres') }
}

/** A replica of the primary, which streams from it until the current test or file is done. */
export async function startReplica(primary: Cluster) {
  const parent = await mkdtemp(join(tmpdir(), 'enquiry-desk-replica-'))
  const folder = join(parent, 'postgres')
  await copyCluster(primary, folder)
  let postmaster = await startStandby(folder)
  const connection = { ...primary.connection, host: folder }
  const superuser = openDatabase({ ...connection, user: 'postgres' }, 1)
  const respond = () => waitFor(async () => void (await superuser`select 1`))
  const stop = () => ended(postmaster, 'SIGQUIT')
  whenDone(async () => {
    await superuser.end({ timeout: 0 })
    await stop()
    await rm(parent, { recursive: true, maxRetries: 20, retryDelay: 50 })
  })
  await respond()
  return {
    connection,
    superuser,
    stop,
    async start() {
      postmaster = await startStandby(folder)
      await respond()
    },
    pause: () => pauseReplay(primary.superuser, superuser),
    resume: () => resumeReplay(primary.superuser, superuser),
    /** Stops all processes in whatever they do, without closing their connections. Returns how to continue them. */
    async freeze() {
      const rows = await superuser<{ pid: number }[]>`select pid from pg_stat_activity`
      const pids = [postmaster.pid!, ...rows.map(({ pid }) => pid)]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'))
    },
  }
}

/** Copies a running cluster as `pg_basebackup` does, which the embedded PostgreSQL does not include. */
async function copyCluster({ connection, superuser, folder }: Cluster, copy: string) {
  // One connection, because the backup belongs to the session that started it.
  await superuser`select pg_backup_start('replica', true)`
  await cp(folder, copy, {
    recursive: true,
    filter: (path) => !/postmaster\.(pid|opts)$|\.s\.PGSQL/.test(basename(path)),
  })
  const [backup] = await superuser<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
  await rm(join(copy, 'pg_wal'), { recursive: true })
  await mkdir(join(copy, 'pg_wal'), { mode: 0o700 })
  await writeFile(join(copy, 'backup_label'), backup!.labelfile)
  await writeFile(join(copy, 'standby.signal'), '')
  const source = `host=${connection.host} port=${connection.port} user=postgres`
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const { uid, gid } = await accountFor(folder)
  if (uid === undefined) return
  for (const path of ['', ...(await readdir(copy, { recursive: true }))]) await chown(join(copy, path), uid, gid!)
}

async function startStandby(folder: string) {
  const account = await accountFor(folder)
  const { postgres } = await findPostgresPrograms(account)
  const settings = { listen_addresses: '', fsync: 'off', max_connections: maxConnections }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', ownName(folder), '-k', ownName(folder), ...flags]
  return spawn(postgres, args, { ...account, cwd: folder, env: { LC_ALL: 'C' }, stdio: 'ignore' })
}

async function ended(postmaster: ReturnType<typeof spawn>, signal: NodeJS.Signals) {
  if (postmaster.exitCode !== null || postmaster.signalCode !== null) return
  postmaster.kill(signal)
  await once(postmaster, 'exit')
}

/** Waits until the replica has everything, and then keeps it as it is. */
async function pauseReplay(primary: Db, replica: Db) {
  await untilReplayed(primary, replica)
  await replica`select pg_wal_replay_pause()`
  await waitFor(async () => {
    const [row] = await replica`select pg_get_wal_replay_pause_state() as state`
    if (row!.state !== 'paused') throw new Error('not paused yet')
  })
}

async function resumeReplay(primary: Db, replica: Db) {
  await replica`select pg_wal_replay_resume()`
  await untilReplayed(primary, replica)
}

async function untilReplayed(primary: Db, replica: Db) {
  // A commit sends everything before it to the replica at once; until then it may wait for seconds.
  await primary`select pg_logical_emit_message(true, 'test', '')`
  const [row] = await primary<{ lsn: string }[]>`select pg_current_wal_insert_lsn() as lsn`
  await waitFor(async () => {
    const [replayed] = await replica`select pg_last_wal_replay_lsn() >= ${row!.lsn}::pg_lsn as is_there`
    if (!replayed!.isThere) throw new Error('not replayed yet')
  })
}
