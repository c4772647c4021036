import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { projectRoot } from '#server/projectRoot.ts'

const program = join(projectRoot, 'dist/server/run.js')
/** A check of a database with many faults prints a line for each. */
const maxLines = 1000

/** Runs a command, such as `['verify']`, and returns the last lines that it has printed. If it fails, it throws a FailedCommand. */
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
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    const child = spawn(process.execPath, [program, ...args], { env, signal, killSignal: 'SIGKILL', stdio })
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const [printed, reasons] = [keepLines(child.stdout), keepLines(child.stderr)]
    // It also ends with an error if it was killed or could not be started.
    const ended = await once(child, 'close').catch((error: Error) => error)
    if (ended instanceof Error) throw new FailedCommand([...printed, ended.message])
    if (ended[0] !== 0) throw new FailedCommand([...printed, ...reasons])
    return printed
  }
}

function keepLines(output: Readable) {
  const lines: string[] = []
  createInterface({ input: output }).on('line', (line) => {
    if (line.trim() !== '') lines.push(line)
    if (lines.length > maxLines) lines.shift()
  })
  return lines
}
