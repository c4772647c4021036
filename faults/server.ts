import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'

const timeoutMs = 120_000

type Options = {
  /** The largest file that the server can write. */
  fileKilobytes?: number
  /** The folder of the built product. */
  product?: string
}

/** A process with the built product that can be killed and restarted on the same folder. */
export class Server {
  /** Undefined while the server is not running. */
  port: number | undefined
  #child: ChildProcess | undefined

  constructor(
    readonly folder: string,
    readonly settings: Record<string, string>,
    readonly log: string,
    readonly options: Options = {},
  ) {
    mkdirSync(join(log, '..'), { recursive: true })
  }

  /** Resolves once the server is ready. Retries with another port, because another process may take the first one. */
  async start(wantedPort?: number) {
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      const port = wantedPort ?? (await freePort())
      const child = this.#spawn(port)
      if (await isReady(child)) {
        this.port = port
        return
      }
    }
    throw new Error(`The server on ${this.folder} did not start. See ${this.log}`)
  }

  async kill() {
    await this.#end('SIGKILL')
  }

  async stop() {
    await this.#end('SIGTERM')
  }

  #spawn(port: number) {
    const env = { ...process.env, LOG_LEVEL: 'warn', ...this.settings, PORT: String(port), DATA_DIR: this.folder }
    const [program, ...args] = this.#command()
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const log = createWriteStream(this.log, { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    // Stops the server when this process exits, so that neither the server nor its database is left running.
    const stopWithUs = () => child.kill('SIGTERM')
    process.once('exit', stopWithUs)
    child.once('exit', () => {
      process.off('exit', stopWithUs)
      if (this.#child === child) this.port = undefined
    })
    this.#child = child
    return child
  }

  /** `ulimit -f` counts in blocks of 512 bytes (POSIX). `exec` replaces the shell by the server. */
  #command(): [string, ...string[]] {
    const { fileKilobytes, product = '' } = this.options
    const main = [process.execPath, join(product, 'dist/server/main.js')] as const
    if (!fileKilobytes) return [...main]
    return ['/bin/sh', '-c', `ulimit -f ${fileKilobytes * 2}; exec "$@"`, 'sh', ...main]
  }

  async #end(signal: NodeJS.Signals) {
    const child = this.#child
    this.port = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

async function isReady(child: ChildProcess) {
  let output = ''
  const ready = new Promise<boolean>((resolve) => {
    child.stdout!.on('data', (text: Buffer) => {
      output += text.toString()
      if (output.includes('Ready at')) resolve(true)
    })
    child.once('exit', () => resolve(false))
  })
  return ready
}
