import { Message } from '#contract/chat.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { isPassing, type Failure } from '#web/api/errors.ts'
import { fileError, fileForm } from '#web/api/files/fileForm.ts'
import { send } from '#web/api/http.ts'
import { toFailure } from '#web/api/toFailure.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import type { NewFile } from '#web/storage/keptFiles.ts'

/** The outcome of one attempt. */
export type Outcome =
  /** `said` is the message of the response. */
  | { kind: 'sent'; message: Message; said?: string }
  /** The server will not accept the message as it is. `said` is the message of its response. */
  | { kind: 'refused'; reason: string; said?: string }
  /** A later attempt may succeed. `retryAfterMs` is set where the server has said when. */
  | { kind: 'postponed'; reason: string; isServerAway: boolean; retryAfterMs?: number }
  /** The signal has stopped it. */
  | { kind: 'stopped' }

const timeoutMs = 30_000
/** The slowest connection that can still send files: 32 KB a second. */
const minBytesPerMs = 32

/**
 * Sends a message under its own id, so that repeated attempts store it once. The outbox knows whether a person has caused
 * this attempt, and shows the toasts.
 * `onUploaded` receives the part of its files that has been sent, 0 to 1.
 */
export async function sendMessage(
  { id, userId, body }: KeptMessage,
  files: NewFile[] | 'unreadable' | undefined,
  onUploaded: (part: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  if (files === 'unreadable') return { kind: 'postponed', reason: 'Its files could not be read', isServerAway: false }
  if (!files) return { kind: 'refused', reason: 'Its files are no longer on this device. Edit it and add them again' }
  try {
    const { data, message: said } = await send({
      url: apiPaths.chat,
      method: 'POST',
      body: files.length > 0 ? fileForm(body, 'files', files) : body,
      onSent: files.length > 0 ? onUploaded : undefined,
      headers: { 'Idempotency-Key': id },
      by: userId,
      background: true,
      quiet: true,
      signal,
      timeoutMs: timeoutFor(files),
      retriesItself: true,
    })
    return { kind: 'sent', message: Message.parse(data), said }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' }
    console.error('Failed to send message', error)
    const failure = toFailure(error)
    return outcomeOf(failure, reasonOf(failure, files))
  }
}

/** In milliseconds: large files take longer. */
export function timeoutFor(files: NewFile[]) {
  return timeoutMs + files.reduce((sum, { content }) => sum + content.size, 0) / minBytesPerMs
}

/** `refusal` says why the server will not accept the message, if it is that. */
export function outcomeOf(failure: Failure, refusal: string): Outcome {
  const { status, message: reason, retryAfter: retryAfterMs } = failure
  // A 401 says that the session has ended, not that the message is wrong.
  if (status !== 401 && !isPassing(failure)) return { kind: 'refused', reason: refusal, said: reason }
  // A 5xx other than 503 may be caused by this one message, and 408 by its files: other threads need not wait.
  const isServerAway = status !== 408 && (status < 500 || status === 503)
  return { kind: 'postponed', reason, isServerAway, retryAfterMs }
}

/** Names the files that the server refuses. */
function reasonOf({ message, errors = {} }: Failure, files: NewFile[]) {
  const reasons = files.flatMap(({ name }, index) => {
    const error = fileError('files', index, errors)
    if (error === undefined) return []
    return error.includes(name) ? error : `${name}: ${error}`
  })
  return reasons.length > 0 ? reasons.join('. ') : message
}
