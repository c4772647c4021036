import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { workerFile } from '#server/projectRoot.ts'
import type { ImageReply, ImageTask } from './imageWorker.ts'

/** Far longer than any allowed image takes on a busy machine. */
const defaultTimeoutMs = 20_000
/** A process that has nothing to do for this time ends. */
const idleMs = 30_000

const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []

/** Reads an image in another process, which is killed if that takes too long. Starts a process if none is idle. */
export async function readInProcess(
  task: ImageTask,
  timeoutMs = defaultTimeoutMs,
): Promise<ImageReply | { problem: 'slow' }> {
  const idler = takeIdle()
  const reply = idler && (await ask(idler, task, timeoutMs))
  // An idle process may have ended for another reason, such as a lack of memory. A new one ends only because of
  // the image.
  return reply ?? (await ask(start(), task, timeoutMs)) ?? { problem: 'damaged' }
}

/** Returns undefined if the process ends without a reply. */
async function ask(child: ChildProcess, task: ImageTask, timeoutMs: number) {
  const listening = new AbortController()
  const { signal } = listening
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    const replied = once(child, 'message', { signal }) as Promise<[ImageReply]>
    const exited = once(child, 'exit', { signal })
    // A process that has just ended cannot take it.
    child.send(task, () => undefined)
    return await Promise.race([
      replied.then(([reply]) => reply),
      exited.then(() => (child.killed ? ({ problem: 'slow' } as const) : undefined)),
    ])
  } finally {
    clearTimeout(timer)
    listening.abort()
    keepIdle(child)
  }
}

function takeIdle() {
  for (let found = idle.pop(); found; found = idle.pop()) {
    const { child, timer } = found
    clearTimeout(timer)
    if (!child.connected || child.exitCode !== null || child.signalCode !== null) continue
    child.ref()
    child.channel!.ref()
    return child
  }
  return undefined
}

function start() {
  const child = fork(workerFile('imageWorker'), {
    serialization: 'advanced',
    execArgv: [],
    // The server's has secrets, which a decoder does not need.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Whoever sends images waits, and not those who read.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

/** An idle process does not keep the server from ending, and ends with it. */
function keepIdle(child: ChildProcess) {
  if (!child.connected || child.killed) return
  child.unref()
  child.channel!.unref()
  const entry = { child, timer: setTimeout(() => end(child), idleMs).unref() }
  idle.push(entry)
}

function end(child: ChildProcess) {
  const at = idle.findIndex((entry) => entry.child === child)
  idle.splice(at, 1)
  if (child.connected) child.disconnect()
}
