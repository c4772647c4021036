import { setTimeout as wait } from 'node:timers/promises'

/** `freshMs`: how long a reading serves further scrapes. `patienceMs`: how long a scrape waits for one. */
export type ReadingTimes = { freshMs: number; patienceMs: number }

/**
 * Something outside of this process that scrapes need. There is one reading at a time, however many scrape, and one that hangs
 * delays each scrape by `patienceMs` only.
 */
export class BoundedReading<T> {
  #reading: Promise<T | undefined> | undefined
  #isFailing = false

  /** `source` is what it reads, for the line that reports a failure. */
  constructor(
    private readonly source: string,
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
      const reading = await this.read()
      this.#isFailing = false
      return reading
    } catch (error) {
      if (!this.#isFailing) console.error(`The metrics cannot read ${this.source}: ${(error as Error).message}`)
      this.#isFailing = true
      return undefined
    } finally {
      setTimeout(() => (this.#reading = undefined), this.times.freshMs).unref()
    }
  }
}
