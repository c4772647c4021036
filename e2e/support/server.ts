import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const started: ChildProcess[] = []

// No server outlives the tests, even if they crash.
process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/** The built server, started as an operator starts it, with its output and exit code. */
export class Server {
  output = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown[]>

  constructor(
    readonly folder: string,
    settings: Record<string, string> = {},
  ) {
    const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings }
    this.#child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#ended = once(this.#child, 'close')
    started.push(this.#child)
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()))
    }
  }

  /** Waits until the server is ready, and returns its address. */
  async address() {
    await expect.poll(() => this.output, { timeout: 120_000 }).toContain('Ready at')
    return /Ready at (\S+)/.exec(this.output)![1]!
  }

  async end(signal?: NodeJS.Signals) {
    if (signal) this.#child.kill(signal)
    const [code] = await this.#ended
    return code as number | null
  }
}

const folders: string[] = []

export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-operation-'))
  folders.push(folder)
  return folder
}

/** Retries for a second, because a killed PostgreSQL may still be writing. */
export async function removeFolders() {
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  for (const folder of folders.splice(0)) await rm(folder, options)
}
