import type { Failure } from './errors.ts'
import { readUserData } from './session.ts'
import { toFailure } from './toFailure.ts'
import type { Request } from './transport.ts'

const mostRetries = 3
/** In milliseconds. For a longer wait it is better to show the failure and let the person decide. */
const longestWait = 15_000
const shortestWait = 500

/**
 * Runs `attempt` again, a few times, when the server is busy and says when to come back. Only requests that are safe
 * to repeat: reads, and writes that carry an `Idempotency-Key`. Rejects with the last failure.
 */
export async function retried<T>(request: Request, attempt: () => Promise<T>): Promise<T> {
  const user = readUserData()?._id
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      const wait = retries < mostRetries && isRepeatable(request) ? waitAfter(toFailure(error)) : undefined
      if (wait === undefined) throw error
      await pause(wait, request.signal)
      // Nobody waits for it any more, or somebody else has signed in.
      if (request.signal?.aborted || readUserData()?._id !== user) throw error
    }
  }
}

function isRepeatable({ method = 'GET', headers, retriesItself }: Request) {
  if (retriesItself) return false
  return method === 'GET' || headers?.['Idempotency-Key'] !== undefined
}

/** In milliseconds, different in each browser, so that they do not all come back at once. */
function waitAfter({ status, code, retryAfter }: Failure) {
  const isBusy = status === 503 || code === 'in_progress'
  if (!isBusy || retryAfter === undefined || retryAfter > longestWait) return undefined
  return Math.max(shortestWait, retryAfter) * (1 + Math.random() / 2)
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
