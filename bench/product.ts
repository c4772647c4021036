import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { projectRoot } from '#server/projectRoot.ts'

/**
 * Starts the server that is built in a folder, with the options of its `npm start`, in its own process. Its log is a file in the temporary
 * folder.
 */
export async function startProduct(build = projectRoot, dataDir = process.env.DATA_DIR) {
  const port = await freePort()
  const log = openSync(join(tmpdir(), 'enquiry-desk-bench.log'), 'w')
  const settings = { PORT: String(port), REQUESTS_PER_MINUTE: '100000000' }
  const server = spawn(process.execPath, [...nodeOptions(build), 'dist/server/main.js'], {
    cwd: build,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', log, log],
  })
  while (!(await isReady(port))) {
    if (server.exitCode !== null) throw new Error('The server did not start')
    await wait(20)
  }
  const pid = server.pid!
  return {
    port,
    memory: () => memoryOf(pid),
    peakMemory: () => peakOf(pid),
    processorMs: () => processorMsOf(pid),
    stop: () => terminate(server),
  }
}

/** The options of Node in the `npm start` of a build. */
export function nodeOptions(build: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(build, 'package.json'), 'utf8'))
  return scripts.start.split(' ').filter((word: string) => word.startsWith('--'))
}

async function isReady(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  return response?.ok ?? false
}

async function terminate(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Megabytes used by a process and its children, with shared memory counted once; undefined except on Linux. */
function memoryOf(pid: number) {
  if (process.platform !== 'linux') return undefined
  const kilobytes = withChildren(pid).map(kilobytesOf)
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)
}

function kilobytesOf(pid: number) {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process has ended since it was listed.
    return 0
  }
}

function withChildren(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statusOf(name)?.[1]) === pid)
  return [pid, ...children.flatMap((child) => withChildren(Number(child)))]
}

/** The time that a process and its children have spent on processors, in steps of 10 ms; 0 except on Linux. */
export function processorMsOf(pid: number) {
  if (process.platform !== 'linux') return 0
  const times = withChildren(pid).flatMap((each) => statusOf(each)?.slice(11, 15).map(Number) ?? [])
  return times.reduce((sum, time) => sum + time * 10, 0)
}

/** The fields of a process in `/proc`, from its state on; undefined if it has ended. */
function statusOf(pid: number | string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** The most megabytes that a process alone has used since it started; undefined except on Linux. */
function peakOf(pid: number) {
  if (process.platform !== 'linux') return undefined
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
}

/** Starts the yardstick in its own process, on the product's database. */
export async function startYardstickProcess(companyId: string) {
  const url = execFileSync(process.execPath, ['scripts/operate.mjs', 'db:url'], {
    cwd: projectRoot,
    encoding: 'utf8',
  }).trim()
  const child = fork(join(projectRoot, 'scripts/bench.mjs'), ['yardstick', url, companyId], { cwd: projectRoot })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, stop: () => terminate(child) }
}
