import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Chance } from './chance.ts'

export const isFull = process.env.FAULTS_SIZE === 'full'
/** How often a command is killed, and how often it meets a full disk. */
const times = isFull ? 50 : 3
export const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))
const chance = new Chance(seed)

/** Nothing happens, the process is killed after some milliseconds, or it can write no file above a size. */
export type Fault = { killAfterMs?: number; fileKilobytes?: number }

export type Settings = Record<string, string>

/** Runs a command on a data folder, as people do. */
export function runCommand(
  folder: string,
  command: string,
  args: string[],
  fault: Fault = {},
  settings: Settings = {},
) {
  return runProgram(folder, ['scripts/operate.mjs', command, ...args], fault, { settings })
}

/** Runs a program of Node until it ends, or prints `until` and is stopped. */
export async function runProgram(
  folder: string,
  args: string[],
  { killAfterMs, fileKilobytes }: Fault,
  { until, settings }: { until?: string; settings?: Settings } = {},
) {
  const program = [process.execPath, ...args] as const
  const limited = ['/bin/sh', '-c', `ulimit -f ${(fileKilobytes ?? 0) * 2}; exec "$@"`, 'sh', ...program] as const
  const [file, ...rest] = fileKilobytes === undefined ? program : limited
  const startedAt = performance.now()
  const child = spawn(file, rest, {
    env: { ...process.env, ...settings, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (until && output.includes(until)) child.kill('SIGTERM')
    })
  }
  const ended = once(child, 'close')
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended])
    child.kill('SIGKILL')
  }
  await ended
  return { succeeded: child.exitCode === 0, output, ms: performance.now() - startedAt }
}

/** Random moments from the start to the end of the command, and sizes of files from none to the largest. */
export function* faults(ms: number, kilobytes: number): Generator<Fault> {
  // These two interrupt every command, however fast the machine is.
  yield { killAfterMs: 50 }
  yield { fileKilobytes: 0 }
  for (let n = 1; n < times; n++) {
    yield { killAfterMs: chance.between(0, Math.ceil(ms)) }
    yield { fileKilobytes: chance.between(0, kilobytes) }
  }
}
