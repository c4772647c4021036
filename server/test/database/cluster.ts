import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { accountFor, makerFor } from '#server/database/embedded/postgresAccount.ts'
import { findPostgresPrograms, runnableFolder } from '#server/database/embedded/postgresPrograms.ts'
import { packageName } from '#server/database/embedded/previousPackage.ts'
import { type Account, runProgram } from '#server/database/embedded/runProgram.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** The folder of the programs of PostgreSQL 15, the oldest supported version. */
export const postgres15Path = process.env.POSTGRES15_PATH

/** The other supported versions than the embedded one, with the folder of each one's programs if it is installed. */
export const otherVersions = [
  { major: 15, programs: postgres15Path },
  { major: 16, programs: programsIn(process.env.POSTGRES16_PATH) },
  { major: 17, programs: programsIn(process.env.POSTGRES17_PATH) },
]

function programsIn(installed: string | undefined) {
  return installed && join(installed, 'node_modules', packageName, 'native/bin')
}

type Options = {
  /** The folder of the programs of another version than the embedded one. */
  programs?: string
  /** Lines of postgresql.conf. */
  settings?: string[]
  /** More files of the cluster's folder, by name. */
  files?: Record<string, string>
}

/** Starts a cluster with an empty database, at a socket and a port, until the current test or file is done. */
export async function startCluster({ programs, settings = [], files = {} }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-cluster-'))
  const account = await accountFor(folder)
  const bin = programs
    ? join(await runnableFolder(dirname(programs), account), 'bin')
    : dirname((await findPostgresPrograms(account)).postgres)
  const cluster = join(folder, 'data')
  await initialise(folder, cluster, bin, account)
  const port = await freePort()
  const place = [`port = ${port}`, `unix_socket_directories = '${folder}'`, `listen_addresses = '127.0.0.1'`]
  const written = { 'postgresql.conf': [...place, 'fsync = off', ...settings].join('\n'), ...files }
  for (const [name, content] of Object.entries(written)) {
    await writeFile(join(cluster, name), content, { mode: 0o600 })
  }
  await giveTo(account, folder)
  const postmaster = spawn(join(bin, 'postgres'), ['-D', cluster], { ...account, cwd: folder, stdio: 'ignore' })
  whenDone(async () => {
    postmaster.kill('SIGINT')
    if (postmaster.exitCode === null && postmaster.signalCode === null) await once(postmaster, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const connection = { host: folder, port, user: 'desk', database: 'postgres' }
  await waitFor(async () => {
    const db = openDatabase(connection, 1)
    await db`select 1`.finally(() => db.end())
  })
  return { connection }
}

async function initialise(folder: string, cluster: string, bin: string, account: Account) {
  const maker = await makerFor(account)
  await giveTo(maker, folder)
  const args = ['-D', cluster, '-U', 'desk', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync']
  const made = await runProgram(join(bin, 'initdb'), args, { cwd: folder, ...maker })
  if (!made.succeeded) throw new Error(made.output)
}

async function giveTo({ uid, gid }: Account, folder: string) {
  if (uid === undefined) return
  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['', ...entries]) await chown(join(folder, entry), uid, gid!)
}
