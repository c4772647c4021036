import { reportFailure } from '#web/api/reporting.ts'
import { readAccessToken, readUserData, watchSession } from '#web/api/session/session.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { showRefusal } from './refusals.ts'
import { sendMessage } from './sendMessage.ts'

/** How the messages of an outbox reach the server. */
export interface Delivery {
  /** Whether messages may be sent now. */
  isPossible: () => boolean
  /** Calls back when that may have changed. Returns a function that stops this. */
  watch: (onChanged: () => void) => () => void
  send: typeof sendMessage
  /** Shows the message of a response to a send that no box waits for any more. */
  showSent: (said: string) => void
  /** Shows why an attempt failed that the writer has caused. */
  showFailure: (reason: string) => void
  /** Tells the writer, on any page, that the server refused a message that was waiting. */
  showRefusal: (kept: KeptMessage, reason: string) => Promise<void>
}

/** The messages of a user are sent while they are signed in. */
export function deliveryBy(userId: string): Delivery {
  return {
    isPossible: () => readAccessToken() !== null && readUserData()?._id === userId,
    watch: watchSession,
    send: sendMessage,
    showSent: toastSuccess,
    showFailure: reportFailure,
    showRefusal,
  }
}
