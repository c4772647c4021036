import { fetchCode } from '#web/api/fetchCode.ts'
import { dismissToast, toastError } from '#web/api/toasts.ts'
import type { KeptMessage } from '#web/storage/database.ts'

/** Shows the writer, on any page, that the server refused a message that was waiting. */
export async function showRefusal(kept: KeptMessage, reason: string) {
  const code = await fetchCode(() => import('./toastRefusal.tsx')).catch(() => undefined)
  if (code) await code.toastRefusal(kept, reason, toastIdOf(kept.id))
  else toastError(reason)
}

export function dismissRefusal(messageId: string) {
  dismissToast(toastIdOf(messageId))
}

function toastIdOf(messageId: string) {
  return `refused:${messageId}`
}
