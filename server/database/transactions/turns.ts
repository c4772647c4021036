import { busy } from '#server/database/databaseErrors.ts'
import { measurements } from '#server/measurements.ts'

type Waiting = { start: () => void; timer: NodeJS.Timeout }
type Queue = { running: number; waiting: Waiting[] }

/** How long a task waits for its turn. */
const timeoutMs = 10_000

/** Runs at most `limit` tasks per key at once. The others wait in order, and fail after 10 s. */
export class Turns {
  readonly #queues = new Map<string, Queue>()

  constructor(private readonly limit: number) {}

  async take<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    await this.#enter(queue)
    try {
      return await task()
    } finally {
      this.#leave(key, queue)
    }
  }

  async #enter(queue: Queue) {
    const askedAt = performance.now()
    try {
      if (queue.running < this.limit) queue.running++
      else await this.#wait(queue)
    } finally {
      measurements.turnWait.record(performance.now() - askedAt)
    }
  }

  #wait(queue: Queue) {
    return new Promise<void>((start, fail) => {
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1)
        fail(busy())
      }, timeoutMs)
      const waiting = { start, timer }
      queue.waiting.push(waiting)
    })
  }

  #leave(key: string, queue: Queue) {
    const next = queue.waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      return next.start()
    }
    queue.running--
    if (queue.running === 0) this.#queues.delete(key)
  }
}
