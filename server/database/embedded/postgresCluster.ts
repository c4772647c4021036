import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '#server/startError.ts'
import { makerFor } from './postgresAccount.ts'
import type { PostgresPrograms } from './postgresPrograms.ts'
import { type Account, gist, runProgram } from './runProgram.ts'

export const databaseName = 'enquiry_desk'

/**
 * The path by which PostgreSQL opens its folder. If root starts it, its account often cannot traverse the folders
 * above, but it can always open its own working directory.
 */
export function ownName(cluster: string) {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** The major version of PostgreSQL that made a cluster; undefined if there is none. */
export async function readMajor(cluster: string) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  return Number.parseInt(version, 10) || undefined
}

/** Creates the cluster on first start, in a staging folder that is renamed once complete. Throws a StartError. */
export async function prepareCluster(cluster: string, programs: PostgresPrograms, account: Account) {
  const staged = `${cluster}.new`
  // The initdb of a killed server keeps writing for a moment, so the removal may need retries.
  await rm(staged, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  if (existsSync(join(cluster, 'PG_VERSION'))) return giveTo(account, cluster)
  await requireFree(cluster)
  const maker = await makerFor(account)
  await initialise(staged, programs, maker)
  await createDatabase(staged, programs, maker)
  if (maker !== account) await giveTo(account, staged, maker.uid)
  await putInPlace(staged, cluster)
}

async function requireFree(cluster: string) {
  if (!existsSync(cluster) || !(await readdir(cluster)).length) return
  throw new StartError(
    `The folder ${cluster} is not empty and is not a database. Move it away, or choose another DATA_DIR.`,
  )
}

async function initialise(folder: string, { initdb }: PostgresPrograms, account: Account) {
  let output = ''
  // Not every system has C.UTF-8. Sorting and case use PostgreSQL's built-in C.UTF-8, which is the same everywhere.
  for (const locale of ['C.UTF-8', 'C']) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await giveTo(account, folder)
    const args = ['-D', ownName(folder), '--username=postgres', '--encoding=UTF8', `--locale=${locale}`]
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums')
    args.push('--auth-local=trust', '--auth-host=scram-sha-256', '--no-instructions')
    const run = await runProgram(initdb, args, { cwd: folder, ...account })
    if (run.succeeded) return
    output ||= run.output
  }
  throw new StartError(`The database could not be created in ${folder}: ${gist(output)}.`)
}

/** The owner is not a superuser, so that an SQL injection cannot run programs on the machine. */
async function createDatabase(folder: string, { postgres }: PostgresPrograms, account: Account) {
  const password = randomBytes(24).toString('base64url')
  await writeFile(join(folder, 'password'), password, { mode: 0o600, flush: true })
  await giveTo(account, folder)
  const statements = [
    `create role ${databaseName} login createdb password '${password}'`,
    `create database ${databaseName} owner ${databaseName}`,
  ]
  const args = ['--single', '-D', ownName(folder), '-c', 'exit_on_error=on', 'postgres']
  const run = await runProgram(postgres, args, { cwd: folder, input: `${statements.join('\n')}\n`, ...account })
  if (!run.succeeded) throw new StartError(`The database could not be created in ${folder}: ${gist(run.output)}.`)
}

async function putInPlace(staged: string, cluster: string) {
  await rename(staged, cluster)
  if (process.platform === 'win32') return
  const parent = await open(dirname(cluster))
  await parent.sync()
  await parent.close()
}

/**
 * Changes the owner of a folder, and of everything in it, that belongs to `from`: PostgreSQL cannot open files that root created or
 * restored. Links count as what they lead to, such as a log on another disk.
 */
async function giveTo(account: Account, path: string, from = 0) {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  // Node's asynchronous functions take ten times as long, and every start by root looks at more than a thousand files.
  const stats = statSync(path)
  if (stats.uid === from) await chown(path, uid, gid)
  if (!stats.isDirectory()) return
  for (const name of readdirSync(path)) await giveTo(account, join(path, name), from)
}
