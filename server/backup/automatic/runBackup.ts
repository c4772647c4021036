import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import type { Connection } from '#server/database/connectionPool.ts'
import { projectRoot } from '#server/projectRoot.ts'

const program = join(projectRoot, 'dist/server/run.js')

/**
 * Makes an automatic backup, or a base backup, in a process of its own, with a low priority, so that requests do not wait for it. `own` is the
 * embedded database, which the process cannot find by its settings.
 */
export async function runBackup(kind: 'automatic' | 'base', own: Connection | undefined, signal: AbortSignal) {
  const running = promisify(execFile)(process.execPath, [program, 'backup', `--${kind}`], {
    env: { ...process.env, ...(own && { DATABASE_URL: urlOf(own), BACKUP_WAL: '' }) },
    signal,
    killSignal: 'SIGKILL',
  })
  if (running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW)
  await running.catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim() || error.message)
  })
}
