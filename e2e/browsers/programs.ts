import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs that a test starts, with a folder for their files. None of them outlives the tests, even if they crash. */
export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'enquiry-desk-browser-'))
  readonly #started: ChildProcess[] = []
  readonly #endWithTests = () => this.end()

  constructor() {
    process.once('exit', this.#endWithTests)
  }

  /** Besides its error output, the program's stream 3 is a pipe. */
  start(path: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe'] as const
    // Detached, it leads a group, which includes what it starts itself.
    const program = spawn(path, args, { env, stdio: [...stdio], detached: true })
    this.#started.push(program)
    return program
  }

  end() {
    process.off('exit', this.#endWithTests)
    for (const { pid } of this.#started.splice(0)) if (pid) killGroup(pid)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function killGroup(leader: number) {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
