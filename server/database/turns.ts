import { busy } from './databaseErrors.ts'

type Waiting = { start: () => void; timer: NodeJS.Timeout }
type Line = { running: number; waiting: Waiting[] }

/** How long somebody waits for a turn, in milliseconds. */
const timeoutMs = 10_000

/** Lets at most `limit` tasks of one key run at once; the others wait in order, and fail when that takes too long. */
export class Turns {
  readonly #lines = new Map<string, Line>()

  constructor(private readonly limit: number) {}

  async take<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.limit) line.running++
    else await this.#wait(line)
    try {
      return await task()
    } finally {
      this.#leave(key, line)
    }
  }

  #wait(line: Line) {
    return new Promise<void>((start, fail) => {
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1)
        fail(busy())
      }, timeoutMs)
      const waiting = { start, timer }
      line.waiting.push(waiting)
    })
  }

  #leave(key: string, line: Line) {
    const next = line.waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      return next.start()
    }
    line.running--
    if (line.running === 0) this.#lines.delete(key)
  }
}
