import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { accountFor } from '#server/database/embedded/postgresAccount.ts'
import { runProgram } from '#server/database/embedded/runProgram.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { whenDone } from '#server/test/whenDone.ts'

/** The folder of the programs of PostgreSQL 15, the oldest supported version. */
export const postgres15Path = process.env.POSTGRES15_PATH

/** Starts a cluster of PostgreSQL 15 with an empty database, until the current test or file is done. */
export async function startPostgres15(programs: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-postgres15-'))
  const account = await accountFor(folder)
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid!)
  const cluster = join(folder, 'data')
  const initdb = ['-D', cluster, '-U', 'desk', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync']
  const made = await runProgram(join(programs, 'initdb'), initdb, { cwd: folder, ...account })
  if (!made.succeeded) throw new Error(made.output)
  const args = ['-D', cluster, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const postmaster = spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' })
  whenDone(async () => {
    postmaster.kill('SIGINT')
    if (postmaster.exitCode === null && postmaster.signalCode === null) await once(postmaster, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const connection = { host: folder, port: 5432, user: 'desk', database: 'postgres' }
  await waitFor(async () => {
    const db = openDatabase(connection, 1)
    await db`select 1`.finally(() => db.end())
  })
  return { connection }
}
