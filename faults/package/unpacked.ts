import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { untilReady } from './untilReady.ts'

const execute = promisify(execFile)

/**
 * Makes the package as `npm run package` does, and unpacks it in `place` as root with a strict umask does. Returns its folder and the
 * paths of the files in it.
 */
export async function unpackPackage(place: string) {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const name of ['bin', 'elsewhere']) mkdirSync(join(place, name))
  symlinkSync(process.execPath, join(place, 'bin/node'))
  const { stdout } = await execute(process.execPath, ['scripts/package.mjs'])
  const archive = /: (\/.*\.tar\.gz) /.exec(stdout)![1]!
  const unpack = 'umask 077 && exec tar --extract --preserve-permissions --gzip --file "$1" --directory "$2"'
  await execute('sh', ['-c', unpack, 'sh', archive, place])
  const listed = await execute('tar', ['-tzf', archive], { maxBuffer: 16 * 1024 * 1024 })
  const paths = listed.stdout.split('\n').filter((path) => path && !path.endsWith('/'))
  const folder = join(place, paths[0]!.split('/')[0]!)
  return { folder, paths: paths.map((path) => path.slice(path.indexOf('/') + 1)) }
}

/** Runs the unpacked package with nothing but Node on its PATH, and from a folder of its own. */
export class Unpacked {
  readonly #place: string
  readonly #main: string

  constructor(
    place: string,
    folder: string,
    readonly settings: Record<string, string> = {},
  ) {
    this.#place = resolve(place)
    this.#main = join(folder, 'main.js')
  }

  async start() {
    const port = await freePort()
    const child = spawn('node', [this.#main], this.#options({ LOG_LEVEL: 'error', PORT: String(port) }))
    process.once('exit', () => child.kill('SIGKILL'))
    const output = await untilReady(child)
    return { origin: `http://127.0.0.1:${port}`, output, stop: () => stop(child) }
  }

  /** Runs a command, and returns what it prints, and its exit code. */
  async run(...args: string[]) {
    const running = execute('node', [this.#main, ...args], this.#options())
    const { stdout, stderr, code = 0 } = await running.catch((error) => error)
    return { printed: `${stdout}${stderr}`, code }
  }

  #options(more: Record<string, string> = {}) {
    return { cwd: join(this.#place, 'elsewhere'), env: { PATH: join(this.#place, 'bin'), ...this.settings, ...more } }
  }
}

async function stop(child: ReturnType<typeof spawn>) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  return code
}
