/** Chance that can be repeated: the same seed gives the same sequence. */
export class Chance {
  #state: number

  constructor(readonly seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number) {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  oneOf<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
}
