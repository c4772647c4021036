import type { Enquiry } from '#contract/enquiries.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch } from '#web/hooks.ts'
import { offerUndo } from './offerUndo.ts'

/** Shows the message of a success after a reply, which may have changed the status, with the offer to undo that. */
export async function offerUndoOfReply(dispatch: AppDispatch, known: Enquiry | undefined, message = 'Reply sent') {
  const changed =
    known && (await dispatch(getEnquiry.initiate(known._id, { forceRefetch: true, subscribe: false }))).data
  if (changed && changed.enquiryStatus !== known.enquiryStatus) {
    await offerUndo(dispatch, changed, known.enquiryStatus, message)
  } else toastSuccess(message)
}
