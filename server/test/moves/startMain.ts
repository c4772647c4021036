import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#server/projectRoot.ts'

const script = `
  import { runnerImport } from 'vite'
  await runnerImport(${JSON.stringify(join(projectRoot, 'server/main.ts'))})`

/** Starts a server as an operator does, stops it as soon as it is ready, and returns what it has printed. */
export async function startMain(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    cwd: projectRoot,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Ready at')) child.kill('SIGINT')
    })
  }
  await once(child, 'close')
  return output
}
