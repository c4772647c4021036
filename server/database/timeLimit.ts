import { setTimeout as wait } from 'node:timers/promises'

/** Something did not respond in time. The message says which one. */
export class NoResponse extends Error {}

/** Throws a NoResponse if `work` takes longer, and does not stop `work`. */
export async function within<T>(ms: number, called: string, work: Promise<T>) {
  const done = new AbortController()
  const late = wait(ms, undefined, { signal: done.signal }).then(() => {
    throw new NoResponse(`${called} did not respond within ${ms / 1000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
    late.catch(() => undefined)
    work.catch(() => undefined)
  }
}
