/** Returns the round whose figure is the median. */
export function medianRound<T>(rounds: T[], figureOf: (round: T) => number): T {
  return rounds.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor(rounds.length / 2)]!
}
