import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The path of an installed package's program. */
export function tool(name) {
  return join(root, 'node_modules/.bin', name)
}

/** Starts a program in the project's folder. On Windows, .cmd files can be started only through a shell. */
export function start(program, args, options = {}) {
  return spawn(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', ...options })
}

/** Runs a program to completion. Returns whether it succeeded. */
export async function run(program, args, options) {
  try {
    const [code] = await once(start(program, args, options), 'close')
    return code === 0
  } catch (error) {
    console.error(`${program} could not be started: ${error.message}`)
    return false
  }
}

/** Exits with a one-line error. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}
