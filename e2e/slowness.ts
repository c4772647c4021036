/** What `takeWork` answered at best on the machine that the limits of time were set on, in milliseconds. */
const usual = 62

/** How many times slower this machine is just now than the one that limits of time were set on; never less than 1. */
export function slowness() {
  const times = Array.from({ length: 5 }, takeWork).toSorted((one, other) => one - other)
  return Math.max(1, times[2]! / usual)
}

function takeWork() {
  const start = performance.now()
  let sum = 0
  for (let step = 0; step < 1e7; step++) sum = (sum * 31 + step) % 1_000_003
  // A sum that nobody reads would not be worked out.
  return sum < 0 ? Infinity : performance.now() - start
}
