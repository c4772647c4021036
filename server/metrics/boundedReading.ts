import { setTimeout as wait } from 'node:timers/promises'

/** `freshMs`: how long a reading serves further scrapes. `patienceMs`: how long a scrape waits for one. */
export type ReadingTimes = { freshMs: number; patienceMs: number }

/**
 * Something outside of this process that scrapes need. There is one reading at a time, however many scrape, and one that hangs
 * delays each scrape by `patienceMs` only.
 */
export class BoundedReading<T> {
  #reading: Promise<T | undefined> | undefined

  constructor(
    private readonly read: () => Promise<T>,
    private readonly times: ReadingTimes,
  ) {}

  /** Returns undefined if it could not be read, or not in time. */
  async get(): Promise<T | undefined> {
    this.#reading ??= this.#start()
    const done = new AbortController()
    const late = wait(this.times.patienceMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
    try {
      return await Promise.race([this.#reading, late])
    } finally {
      done.abort()
    }
  }

  async #start() {
    try {
      return await this.read()
    } catch {
      // The caller reports that it could not be read.
      return undefined
    } finally {
      setTimeout(() => (this.#reading = undefined), this.times.freshMs).unref()
    }
  }
}
