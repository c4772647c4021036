import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { projectRoot } from '#server/projectRoot.ts'

const program = join(projectRoot, 'dist/server/run.js')
const maxOutput = 10 * 1024 * 1024

/**
 * Runs a command, such as `['verify']`, and returns the lines that it has printed. If it fails, it throws a FailedCommand.
 */
export type RunCommand = (args: string[]) => Promise<string[]>

/** A command has printed `lines`, the last of which says why it failed. */
export class FailedCommand extends Error {
  constructor(readonly lines: string[]) {
    super(lines.at(-1) ?? 'It failed without a reason.')
  }
}

/**
 * Runs commands in a process of their own, with a low priority, so that requests do not wait for them, until `signal` aborts. `own` is the
 * embedded database, which such a process cannot find by its settings.
 */
export function commandRunner(own: Connection | undefined, signal: AbortSignal): RunCommand {
  const env = { ...process.env, ...(own && { DATABASE_URL: urlOf(own), BACKUP_WAL: '' }) }
  return async (args) => {
    const options = { env, signal, killSignal: 'SIGKILL', maxBuffer: maxOutput } as const
    const running = promisify(execFile)(process.execPath, [program, ...args], options)
    if (running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW)
    const { stdout } = await running.catch((error: Error & { stdout?: string; stderr?: string }) => {
      const lines = linesOf(`${error.stdout ?? ''}\n${error.stderr?.trim() || error.message}`)
      throw new FailedCommand(lines)
    })
    return linesOf(stdout)
  }
}

function linesOf(output: string) {
  return output.split('\n').filter((line) => line.trim() !== '')
}
