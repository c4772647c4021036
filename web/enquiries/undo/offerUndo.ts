import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch } from '#web/hooks.ts'

/** Offers to undo a change of status for 10 s. The code is fetched on demand, since nothing waits for it. */
export async function offerUndo(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus) {
  const undo = await fetchCode(() => import('./undo.tsx')).catch(() => undefined)
  undo?.showUndo(dispatch, changed, before)
}

/** Offers the same after a reply, which may have changed the status too: fetches the enquiry first. */
export async function offerUndoOfReply(dispatch: AppDispatch, { _id, enquiryStatus: before }: Enquiry) {
  const { data: changed } = await dispatch(getEnquiry.initiate(_id, { forceRefetch: true, subscribe: false }))
  if (changed && changed.enquiryStatus !== before) await offerUndo(dispatch, changed, before)
}
