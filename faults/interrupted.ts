import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Chance } from './chance.ts'

export const isFull = process.env.FAULTS_SIZE === 'full'
/** How often a command is killed, and how often its disk fills up. */
const times = isFull ? 50 : 3
export const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))
const chance = new Chance(seed)

/** Nothing happens, the process is killed after some milliseconds, or from then on its disk has only some bytes left. */
export type Fault = { killAfterMs?: number; fullAfterMs?: number; bytesLeft?: number }

/** How long a command takes, and how much room it needs. */
export type Cost = { ms: number; bytes: number }

export type Settings = Record<string, string>

/** Runs a command on a data folder, without the check of the build before it, in which a kill would interrupt nothing. */
export function runCommand(
  folder: string,
  command: string,
  args: string[] = [],
  fault: Fault = {},
  settings: Settings = {},
) {
  return runProgram(folder, ['dist/server/run.js', command, ...args], fault, { settings })
}

/** Runs a program of Node until it ends, or prints `until` and is stopped. */
export async function runProgram(
  folder: string,
  args: string[],
  { killAfterMs }: Fault,
  { until, settings }: { until?: string; settings?: Settings } = {},
) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
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

/** A command may take longer than when it was measured, and its end must be met too. */
const longer = 1.25

/** Random moments from the start to the end of a command, whose cost may differ each time. */
export function* kills(costOf: () => Pick<Cost, 'ms'>, count = times): Generator<Fault> {
  // This one interrupts every command, however fast the machine is.
  yield { killAfterMs: 50 }
  for (let n = 1; n < count; n++) yield { killAfterMs: chance.between(0, Math.ceil(costOf().ms * longer)) }
}

/** A disk that has a part of the needed room from the start, or none from a random moment. */
export function* fullDisks(costOf: () => Cost): Generator<Fault> {
  yield fullFromTheStart
  for (let n = 1; n < times; n++) {
    // A few steps write most of the bytes. Random moments reach the others.
    const { ms, bytes } = costOf()
    yield chance.next() < 0.5
      ? { ...fullFromTheStart, bytesLeft: chance.between(0, Math.floor(bytes * 0.95)) }
      : fullLater(ms)
  }
}

/** For a command that refuses to begin on a disk without room. */
export function* disksThatFillUp({ ms }: Pick<Cost, 'ms'>): Generator<Fault> {
  yield fullFromTheStart
  for (let n = 1; n < times; n++) yield fullLater(ms)
}

const fullFromTheStart = { fullAfterMs: 0, bytesLeft: 0 }

function fullLater(ms: number): Fault {
  return { fullAfterMs: chance.between(1, Math.ceil(ms * longer)), bytesLeft: 0 }
}
