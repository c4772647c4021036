import type { Failure } from './errors.ts'
import { readUserData } from './session/session.ts'
import { toFailure } from './toFailure.ts'
import type { Request } from './transport.ts'

const maxRetries = 3
/** After a longer wait, it is better to show the failure and let the person decide. */
const longestWaitMs = 15_000
const shortestWaitMs = 500

/**
 * Repeats `attempt` up to three times while the server is busy and sends `Retry-After`. Repeats only requests that are
 * safe to repeat: reads, and writes with an `Idempotency-Key`. Rejects with the last failure.
 */
export async function retried<T>(request: Request, attempt: () => Promise<T>): Promise<T> {
  const user = readUserData()?._id
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      const wait = retries < maxRetries && isRepeatable(request) ? waitAfter(toFailure(error)) : undefined
      if (wait === undefined) throw error
      await pause(wait, request.signal)
      // The caller has cancelled, or another person has signed in.
      if (request.signal?.aborted || readUserData()?._id !== user) throw error
    }
  }
}

function isRepeatable({ method = 'GET', headers, retriesItself }: Request) {
  if (retriesItself) return false
  return method === 'GET' || headers?.['Idempotency-Key'] !== undefined
}

/** In milliseconds, with a random part, so that browsers do not all retry at once. */
function waitAfter({ status, code, retryAfter }: Failure) {
  const isBusy = status === 503 || code === 'in_progress'
  if (!isBusy || retryAfter === undefined || retryAfter > longestWaitMs) return undefined
  return Math.max(shortestWaitMs, retryAfter) * (1 + Math.random() / 2)
}

function pause(milliseconds: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve) => {
    const go = () => {
      window.clearTimeout(timer)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    const timer = window.setTimeout(go, milliseconds)
    signal?.addEventListener('abort', go)
  })
}
