import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A program of an installed package. */
export function tool(name) {
  return join(root, 'node_modules/.bin', name)
}

/** Starts a program in the project's folder. Windows finds the .cmd of a name only through a shell. */
export function start(program, args, options = {}) {
  return spawn(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', ...options })
}

/** Runs a program to its end; answers whether it succeeded. */
export async function run(program, args, options) {
  try {
    const [code] = await once(start(program, args, options), 'close')
    return code === 0
  } catch (error) {
    console.error(`${program} could not be run: ${error.message}`)
    return false
  }
}

/** Ends with one line. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}
