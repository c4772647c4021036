import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The user that a program runs as; if empty, this process's own. */
export type Account = { uid?: number; gid?: number }

/** Keeps secrets, and the caller's `PG…` variables, away from PostgreSQL's programs. */
export const programEnvironment =
  process.platform === 'win32' ? process.env : { PATH: process.env.PATH, TMPDIR: '/tmp', LC_ALL: 'C' }

type Run = Account & { cwd: string; input?: string }

/** Runs a program to completion. Rejects if it cannot be started. */
export async function runProgram(program: string, args: string[], { input = '', ...options }: Run) {
  const child = spawn(program, args, { ...options, env: programEnvironment, stdio: 'pipe', windowsHide: true })
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  child.stdin.on('error', () => {}).end(input)
  const [code, output, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { succeeded: code === 0, output: output + errors }
}

/** Whether a message, such as one of PostgreSQL, says that a disk is full. PostgreSQL writes half a page if there is room for that. */
export function namesFullDisk(message: string) {
  // PostgreSQL has the same words for limits of the memory that processes share.
  return (
    /no space left on device|wrote only \d+ of \d+ bytes/i.test(message) && !/semaphore|shared memory/i.test(message)
  )
}

/** The line of a PostgreSQL program's output that says what went wrong. */
export function gist(output: string) {
  const lines = output.split('\n').filter((line) => line.trim())
  // It causes further errors, which do not name it.
  const fullDisk = lines.findIndex(namesFullDisk)
  const worst = fullDisk >= 0 ? fullDisk : lines.findLastIndex((line) => /\b(PANIC|FATAL|ERROR|error):\s/.test(line))
  const [fault, detail] = worst < 0 ? lines.slice(-1) : lines.slice(worst)
  const texts = [fault, detail?.includes('DETAIL:') ? detail : undefined].map((line) =>
    line?.replace(/^.*?(PANIC|FATAL|ERROR|error|DETAIL):\s+/, ''),
  )
  return texts.filter(Boolean).join(' ').replace(/\.$/, '') || 'it gave no reason'
}
