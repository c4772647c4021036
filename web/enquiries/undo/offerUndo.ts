import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch } from '#web/hooks.ts'

/** After a change of status, a way back for some seconds. It comes when it is needed, as nothing waits for it. */
export async function offerUndo(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus) {
  const undo = await fetchCode(() => import('./undo.tsx')).catch(() => undefined)
  undo?.showUndo(dispatch, changed, before)
}

/** The same after an answer that has changed the status with it: what became of the enquiry is asked for first. */
export async function offerUndoOfReply(dispatch: AppDispatch, { _id, enquiryStatus: before }: Enquiry) {
  const { data: changed } = await dispatch(getEnquiry.initiate(_id, { forceRefetch: true, subscribe: false }))
  if (changed && changed.enquiryStatus !== before) await offerUndo(dispatch, changed, before)
}
