import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const firstDelayMs = 250
const maxDelayMs = 30_000
/** A process that ran for this long had started successfully. */
const stableAfterMs = 60_000

type Life = {
  start: () => Promise<ChildProcess>
  end: (running: ChildProcess) => Promise<void>
  reasonOf: (ended: ChildProcess) => Promise<string>
  report: (line: string) => void
}

/** Restarts PostgreSQL, with increasing delays, whenever it ends before `stop` is called. */
export function keepRunning(first: ChildProcess, { start, end, reasonOf, report }: Life) {
  const stopping = new AbortController()
  let running = first
  let delayMs = 0
  let restarting: Promise<void> | undefined

  const watch = (postmaster: ChildProcess) => {
    const startedAt = Date.now()
    running = postmaster
    postmaster.once('exit', () => {
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > stableAfterMs) delayMs = 0
      restarting = restart(postmaster)
    })
    // The child must not keep this process alive on its own.
    postmaster.unref()
  }

  const restart = async (ended: ChildProcess) => {
    report(`PostgreSQL ended unexpectedly: ${await reasonOf(ended)}. Restarting it.`)
    while (!stopping.signal.aborted) {
      try {
        await wait(delayMs, undefined, { signal: stopping.signal })
        delayMs = Math.min(Math.max(delayMs * 2, firstDelayMs), maxDelayMs)
        return watch(await start())
      } catch (error) {
        if (!stopping.signal.aborted) report(`${(error as Error).message} Retrying in ${delayMs / 1000} s.`)
      }
    }
  }

  const stop = async () => {
    stopping.abort()
    await restarting
    await end(running)
  }
  watch(first)
  let stopped: Promise<void> | undefined
  return {
    /** The id of the current process, or of the last one. */
    pid: () => running.pid as number,
    stop: () => (stopped ??= stop()),
  }
}
