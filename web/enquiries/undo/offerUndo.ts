import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import type { AppDispatch } from '#web/hooks.ts'

/**
 * Shows the message of a success, and in the same toast for 10 s the offer to undo the change of status. The code is
 * fetched on demand; without it, there is no offer.
 */
export async function offerUndo(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus, message: string) {
  const undo = await fetchCode(() => import('./undo.tsx')).catch(() => undefined)
  if (undo) undo.showUndo(dispatch, changed, before, message)
  else toastSuccess(message)
}
