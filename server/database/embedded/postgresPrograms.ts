import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { isPackaged, projectRoot } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { type InstallPlace, packageName, previousPackage } from './previousPackage.ts'
import { type Account, gist, runProgram } from './runProgram.ts'

export type PostgresPrograms = { initdb: string; postgres: string; pgCtl: string }

/** The paths of the programs that come with the product, as this account can run them. Throws a StartError. */
export async function findPostgresPrograms(account: Account) {
  return programsIn(await runnableFolder(nativeFolder(), account))
}

/** The same of any major version that this one can update from. They are installed if they are missing. */
export async function findProgramsOf(major: number, account: Account, place: InstallPlace) {
  const current = await readCurrentMajor()
  if (major === current) return findPostgresPrograms(account)
  if (major > current) {
    throw new StartError(
      `The database was made by PostgreSQL ${major}, and this version of the product has PostgreSQL ${current}. Start the newer version of the product that you used before.`,
    )
  }
  return programsIn(await runnableFolder(join(await previousPackage(major, place), 'native'), account))
}

/** The major version of PostgreSQL that comes with the product. Throws a StartError if it is not installed. */
export async function readCurrentMajor() {
  const { version } = JSON.parse(await readFile(join(dirname(nativeFolder()), 'package.json'), 'utf8'))
  return Number.parseInt(version, 10)
}

/** `native`, or a copy of it if the account cannot read it, as below a private folder such as /root. */
export async function runnableFolder(native: string, account: Account) {
  await createMissingLinks(native)
  const fault = await faultOf(native, account)
  if (!fault) return native
  if (!account.uid) throw new StartError(`The embedded PostgreSQL does not run: ${fault}. ${otherDatabase}`)
  for (const place of new Set([tmpdir(), '/var/tmp'])) {
    const copy = await keepCopy(native, place)
    if (copy && !(await faultOf(copy, account))) return copy
  }
  throw new StartError(
    `PostgreSQL may not run as root, and user ${account.uid} cannot run it from ${native} (${fault}). Start as an ordinary user, or move the project to a folder that others may read.`,
  )
}

const otherDatabase = 'Set DATABASE_URL to a PostgreSQL of your own.'

/** The folder of PostgreSQL's programs in the package that npm has installed. Throws a StartError. */
export function nativeFolder() {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new StartError(
      `There is no ${packageName} in ${projectRoot}/node_modules. ${isPackaged ? `This package is not complete, or for another system than ${process.platform}-${process.arch}. Unpack the right one` : 'Run npm ci'}, or: ${otherDatabase}`,
    )
  }
}

function programsIn(folder: string): PostgresPrograms {
  const path = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: path('initdb'), postgres: path('postgres'), pgCtl: path('pg_ctl') }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, unless npm blocks scripts. */
export async function createMissingLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    await rm(path, { force: true })
    await symlink(relative(dirname(target), source), path)
  }
}

async function faultOf(folder: string, account: Account) {
  try {
    const { succeeded, output } = await runProgram(programsIn(folder).postgres, ['--version'], { cwd: '/', ...account })
    return succeeded ? undefined : gist(output)
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns a copy that only root can write, or undefined if another user owns a file of that name. */
async function keepCopy(native: string, place: string) {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(place, `enquiry-desk-postgres-${version}-${process.arch}`)
  const found = await lstat(copy).catch(() => undefined)
  if (found && !(found.isDirectory() && isOnlyRootWritable(found))) return undefined
  if (found && (await isSame(native, copy))) return copy
  const staged = await mkdtemp(`${copy}-`)
  await cp(native, staged, { recursive: true, verbatimSymlinks: true })
  for (const path of await walk(staged)) await makeReadable(path)
  await rm(copy, { recursive: true, force: true })
  await rename(staged, copy)
  return copy
}

type Stats = Awaited<ReturnType<typeof lstat>>

function isOnlyRootWritable(stats: Stats) {
  return stats.uid === 0 && (stats.isSymbolicLink() || (Number(stats.mode) & 0o022) === 0)
}

async function isSame(native: string, copy: string) {
  const originals = await walk(native)
  for (const original of originals) {
    const path = join(copy, relative(native, original))
    const [wanted, found] = await Promise.all([lstat(original), lstat(path).catch(() => undefined)])
    if (!found || !isOnlyRootWritable(found) || (!wanted.isDirectory() && wanted.size !== found.size)) return false
  }
  return (await walk(copy)).length === originals.length
}

async function walk(folder: string) {
  const entries = await readdir(folder, { recursive: true })
  return [folder, ...entries.map((entry) => join(folder, entry))]
}

/** Makes a file readable for all. systemd-tmpfiles does not clean up files with the sticky bit. */
async function makeReadable(path: string) {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return
  await chmod(path, stats.isDirectory() || basename(dirname(path)) === 'bin' ? 0o1755 : 0o1644)
}
