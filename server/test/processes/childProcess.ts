import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#server/projectRoot.ts'

const script = `
  import { runnerImport } from 'vite'
  const [file, name, ...rest] = process.argv.slice(1)
  const { module } = await runnerImport(file)
  const result = await module[name](...rest)
  console.log('result ' + JSON.stringify(result))
  setInterval(() => {}, 1000)`

/**
 * Calls an exported function of the server in a child process, which runs until it is killed. For state that must outlive
 * a process, or that another process must see.
 */
export async function callInChildProcess(file: string, name: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, join(projectRoot, file), name, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const result = await resultOf(child.stdout)
  return {
    pid: child.pid as number,
    result,
    async killHard() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function resultOf(output: NodeJS.ReadableStream) {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [, json] = /^result (.*)\n/m.exec(text) ?? []
    if (json) return JSON.parse(json)
  }
  throw new Error('The child process ended without a result')
}
