import { Message } from '#contract/chat.ts'
import { isPassing, type Failure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import { toFailure } from '#web/api/toFailure.ts'
import type { KeptMessage } from '#web/storage/database.ts'

/** The outcome of one attempt. */
type Outcome =
  | { kind: 'sent'; message: Message }
  /** The server will not accept the message as it is. */
  | { kind: 'refused'; reason: string }
  /** A later attempt may succeed. `retryAfterMs` is set where the server has said when. */
  | { kind: 'postponed'; reason: string; isServerAway: boolean; retryAfterMs?: number }

const timeoutMs = 30_000

/** Sends a message under its own id, so that repeated attempts store it once. */
export async function sendMessage({ id, userId, body }: KeptMessage, quiet: boolean): Promise<Outcome> {
  try {
    const { data } = await send({
      url: '/chat',
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': id },
      by: userId,
      background: true,
      quiet,
      timeoutMs,
      retriesItself: true,
    })
    return { kind: 'sent', message: Message.parse(data) }
  } catch (error) {
    console.error('Failed to send message', error)
    return outcomeOf(toFailure(error))
  }
}

function outcomeOf(failure: Failure): Outcome {
  const { status, message: reason, retryAfter: retryAfterMs } = failure
  // A 401 says that the session has ended, not that the message is wrong.
  if (status !== 401 && !isPassing(failure)) return { kind: 'refused', reason }
  // A 5xx other than 503 may be caused by this one message, so other threads need not wait.
  return { kind: 'postponed', reason, isServerAway: status < 500 || status === 503, retryAfterMs }
}
