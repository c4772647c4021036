/** Returns the item whose figure is the median. */
export function medianBy<T>(items: T[], figureOf: (item: T) => number): T {
  return items.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor(items.length / 2)]!
}
