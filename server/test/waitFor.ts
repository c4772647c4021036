import { vi } from 'vitest'

/** Repeats `check` until it does not throw, for up to 60 s. */
export function waitFor<T>(check: () => T) {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}
