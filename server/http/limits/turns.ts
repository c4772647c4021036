/** What a turn counts against, such as the address and the company of a request, and how much of the capacity it takes. */
type Turn = { owners: string[]; weight: number; begin: () => void }

/**
 * Shares a capacity among owners. Each has at most `share` of it at a time, and the owner who uses least is next, so nobody
 * waits for all the turns of somebody else. A turn of more than the share, or of more than the capacity, runs alone.
 */
export class Turns {
  readonly #running = new Set<Turn>()
  readonly #waiting = new Set<Turn>()

  constructor(
    readonly capacity: number,
    readonly share: number,
  ) {}

  /** Resolves with the function that ends the turn, once it may begin. Rejects if `leaving` aborts before. */
  take(owners: string[], weight: number, leaving?: AbortSignal) {
    return new Promise<() => void>((resolve, reject) => {
      const turn = { owners, weight, begin: () => resolve(() => this.#end(turn)) }
      const leave = () => {
        if (!this.#waiting.delete(turn)) return
        reject(leaving?.reason as Error)
        this.#admit()
      }
      this.#waiting.add(turn)
      this.#admit()
      leaving?.addEventListener('abort', leave)
      if (leaving?.aborted) leave()
    })
  }

  async run<Result>(owners: string[], work: () => Promise<Result>) {
    const end = await this.take(owners, 1)
    try {
      return await work()
    } finally {
      end()
    }
  }

  #end(turn: Turn) {
    if (this.#running.delete(turn)) this.#admit()
  }

  #admit() {
    for (let next = this.#next(); next; next = this.#next()) {
      // Otherwise smaller ones would overtake it forever.
      if (!fits(sumOf([...this.#running]), next.weight, this.capacity)) return
      this.#waiting.delete(next)
      this.#running.add(next)
      next.begin()
    }
  }

  /** The first turn of those whose owners use least, and less than their share. */
  #next() {
    const used = new Map<string, number>()
    for (const { owners, weight } of this.#running) {
      for (const owner of owners) used.set(owner, (used.get(owner) ?? 0) + weight)
    }
    let [next, least]: [Turn | undefined, number] = [undefined, Infinity]
    for (const turn of this.#waiting) {
      const uses = turn.owners.map((owner) => used.get(owner) ?? 0)
      const total = uses.reduce((sum, use) => sum + use, 0)
      if (total < least && uses.every((use) => fits(use, turn.weight, this.share))) [next, least] = [turn, total]
    }
    return next
  }
}

function fits(used: number, weight: number, limit: number) {
  return used === 0 || used + weight <= limit
}

function sumOf(turns: Turn[]) {
  return turns.reduce((sum, { weight }) => sum + weight, 0)
}
