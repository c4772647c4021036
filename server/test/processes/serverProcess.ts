import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#server/projectRoot.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { whenDone } from '#server/test/whenDone.ts'

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
  const printing = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      printing.emit('printed')
    })
  }
  return {
    child,
    ended,
    output: () => output,
    /** Waits for output with this pattern, however long the server takes, and returns its first group. */
    async printed(pattern: RegExp) {
      for (;;) {
        const [, found] = pattern.exec(output) ?? []
        if (found) return found
        const hasEnded = await Promise.race([once(printing, 'printed').then(() => false), ended.then(() => true)])
        if (hasEnded) throw new Error(`The server has ended: ${output.slice(-500)}`)
      }
    },
  }
}
