/** A sender waits for a turn until `leaving` aborts. Their turns count against each of the owners. */
export type Sender = { owners: string[]; leaving?: AbortSignal }

/**
 * A turn counts against its owners, such as the address and the company of a request. It takes `weight` of
 * the capacity.
 */
type Turn = { owners: string[]; weight: number; begin: () => void }

/**
 * Shares a capacity among owners. Each has at most `share` of it at a time. Next is the owner who uses least,
 * and of those who use the same, the one who has waited longest since their last turn, so nobody waits for
 * all the turns of somebody else. A turn of more than the share, or of more than the capacity, runs alone.
 */
export class Turns {
  readonly #running = new Set<Turn>()
  readonly #waiting = new Set<Turn>()
  /** The number of the last turn of each owner who has another one. */
  readonly #served = new Map<string, number>()
  #turns = 0

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
        this.#forget(turn)
        this.#admit()
      }
      this.#waiting.add(turn)
      this.#admit()
      leaving?.addEventListener('abort', leave)
      if (leaving?.aborted) leave()
    })
  }

  /** Rejects if the sender leaves while they wait. */
  async run<Result>({ owners, leaving }: Sender, work: () => Promise<Result>) {
    const end = await this.take(owners, 1, leaving)
    try {
      return await work()
    } finally {
      end()
    }
  }

  #end(turn: Turn) {
    if (!this.#running.delete(turn)) return
    this.#forget(turn)
    this.#admit()
  }

  #forget({ owners }: Turn) {
    const others = [...this.#running, ...this.#waiting]
    for (const owner of owners) {
      if (!others.some((other) => other.owners.includes(owner))) this.#served.delete(owner)
    }
  }

  #admit() {
    for (let next = this.#next(); next; next = this.#next()) {
      // Otherwise smaller ones would overtake it forever.
      const used = sumOf(Array.from(this.#running, ({ weight }) => weight))
      if (!fits(used, next.weight, this.capacity)) return
      this.#waiting.delete(next)
      this.#running.add(next)
      this.#turns += 1
      for (const owner of next.owners) this.#served.set(owner, this.#turns)
      next.begin()
    }
  }

  /** The turn whose owners use least, or had their last turn longest ago, of those who use less than their share. */
  #next() {
    const used = new Map<string, number>()
    for (const { owners, weight } of this.#running) {
      for (const owner of owners) used.set(owner, (used.get(owner) ?? 0) + weight)
    }
    let next: { turn: Turn; use: number; served: number } | undefined
    for (const turn of this.#waiting) {
      const uses = turn.owners.map((owner) => used.get(owner) ?? 0)
      if (!uses.every((use) => fits(use, turn.weight, this.share))) continue
      const use = sumOf(uses)
      const served = sumOf(turn.owners.map((owner) => this.#served.get(owner) ?? 0))
      if (!next || use < next.use || (use === next.use && served < next.served)) next = { turn, use, served }
    }
    return next?.turn
  }
}

function fits(used: number, weight: number, limit: number) {
  return used === 0 || used + weight <= limit
}

function sumOf(numbers: number[]) {
  return numbers.reduce((sum, each) => sum + each, 0)
}
