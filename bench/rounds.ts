/** Of some rounds the one in the middle, by a figure. */
export function medianRound<T>(rounds: T[], figureOf: (round: T) => number): T {
  return rounds.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor(rounds.length / 2)]!
}
