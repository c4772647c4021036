/** Repeatable random choices: the same seed gives the same sequence. */
export class Chance {
  #state: number

  constructor(readonly seed: number) {
    this.#state = seed
  }

  /** A number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number) {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  oneOf<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, position: this.next() }))
      .toSorted((a, b) => a.position - b.position)
      .map(({ item }) => item)
  }
}
