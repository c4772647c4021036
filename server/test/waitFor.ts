import { vi } from 'vitest'

/** Tries again until nothing is thrown. */
export function waitFor<T>(check: () => T) {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}
