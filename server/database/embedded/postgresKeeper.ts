import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const firstPause = 250
const longestPause = 30_000
/** One that ran for so long did not fail to start. */
const steadyAfter = 60_000

type Life = {
  start: () => Promise<ChildProcess>
  end: (running: ChildProcess) => Promise<void>
  reasonOf: (ended: ChildProcess) => Promise<string>
  tell: (event: string) => void
}

/** Starts PostgreSQL again whenever it ends although nobody stopped it, with growing pauses, until it is stopped. */
export function keepRunning(first: ChildProcess, { start, end, reasonOf, tell }: Life) {
  const stopping = new AbortController()
  let running = first
  let pause = 0
  let restarting: Promise<void> | undefined

  const watch = (postmaster: ChildProcess) => {
    const startedAt = Date.now()
    running = postmaster
    postmaster.once('exit', () => {
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > steadyAfter) pause = 0
      restarting = restart(postmaster)
    })
    // It is no reason for this process to go on; what uses it is.
    postmaster.unref()
  }

  const restart = async (ended: ChildProcess) => {
    tell(`PostgreSQL has ended by itself: ${await reasonOf(ended)}. Starting it again.`)
    while (!stopping.signal.aborted) {
      try {
        await wait(pause, undefined, { signal: stopping.signal })
        pause = Math.min(Math.max(pause * 2, firstPause), longestPause)
        return watch(await start())
      } catch (error) {
        if (!stopping.signal.aborted) tell(`${(error as Error).message} It is tried again in ${pause / 1000} s.`)
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
    /** The process that runs now, or ran last. */
    pid: () => running.pid as number,
    stop: () => (stopped ??= stop()),
  }
}
