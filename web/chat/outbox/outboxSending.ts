import { Message } from '#contract/chat.ts'
import { isPassing, type Failure } from '#web/api/errors.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { send } from '#web/api/http.ts'
import { toastError } from '#web/api/toasts.ts'
import { toFailure } from '#web/api/toFailure.ts'
import type { KeptMessage } from '#web/storage/database.ts'

/** What became of one attempt to send a message. */
type Outcome =
  | { kind: 'sent'; message: Message }
  /** The server does not take it as it is. */
  | { kind: 'refused'; reason: string }
  /** Perhaps another time; `pause` says after how many milliseconds, where the server did. */
  | { kind: 'postponed'; reason: string; isServerAway: boolean; pause?: number }

/** A connection that has died without a word is given up after so many milliseconds. */
const timeoutMs = 30_000

/** Sends a message under its own id, so that a repeated attempt cannot store it twice. */
export async function attempt({ id, userId, body }: KeptMessage, quiet: boolean): Promise<Outcome> {
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
  const { status, message: reason, retryAfter: pause } = failure
  // That a session has ended is about this moment too, and not about the message.
  if (status !== 401 && !isPassing(failure)) return { kind: 'refused', reason }
  // A fault of the server may be about this one message; those of other threads need not wait for it.
  return { kind: 'postponed', reason, isServerAway: status < 500 || status === 503, pause }
}

const shortest = 1000
const longest = 15_000

/** How long to wait after so many failures in a row, in milliseconds; by chance, so that not all return at once. */
export function pauseAfter(failures: number) {
  const longestPause = Math.min(longest, shortest * 2 ** (failures - 1))
  return longestPause / 2 + (Math.random() * longestPause) / 2
}

/** The first message that may be sent: one that was refused holds up those behind it in its thread. */
export function nextToSend(messages: KeptMessage[], postponed: ReadonlySet<string>) {
  const held = new Set(postponed)
  return messages.find(({ body: { enquiry }, refusal }) => {
    if (refusal !== undefined) held.add(enquiry)
    return !held.has(enquiry)
  })
}

/** Says that what waited was refused, on whatever page. */
export async function tellOfRefusal(kept: KeptMessage, reason: string) {
  const told = await fetchCode(() => import('./tellRefusal.tsx')).catch(() => undefined)
  if (told) await told.tellRefusal(kept, reason)
  else toastError(reason)
}
