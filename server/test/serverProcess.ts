import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from './backups/backups.ts'
import { waitFor } from './waitFor.ts'
import { whenDone } from './whenDone.ts'

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

/** Starts a server process on a data folder of its own until the current test or file is done. */
export async function startServer(settings: Record<string, string>) {
  const DATA_DIR = await temporaryFolder()
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    env: { ...process.env, PORT: '0', NODE_ENV: 'production', DATA_DIR, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  whenDone(async () => {
    child.kill('SIGINT')
    await ended
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return {
    child,
    ended,
    output: () => output,
    /** Waits for a line with this pattern, and returns its first group. */
    printed: (pattern: RegExp) =>
      waitFor(() => {
        const [, found] = pattern.exec(output) ?? []
        expect(found).toBeDefined()
        return found!
      }),
  }
}
