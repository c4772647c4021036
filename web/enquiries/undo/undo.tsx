import { v4 } from 'uuid'
import { statusLabels, type Enquiry, type EnquiryStatus } from '#contract/enquiries.ts'
import { dismissToast, toastCustom, toastError } from '#web/api/toasts.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { newerOf } from '#web/enquiries/conflict/merging.ts'
import { refreshList, updateEnquiry } from '#web/enquiries/enquiryApi.ts'
import type { AppDispatch } from '#web/hooks.ts'
import { UndoToast } from './UndoToast.tsx'

const id = 'undo'

/** Offers to give an enquiry, as it is now, the status back that it had before. */
export function showUndo(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus) {
  const text = `${changed.enquiryId} is now “${statusLabels[changed.enquiryStatus]}”`
  const close = () => dismissToast(id)
  const undo = () => {
    close()
    void giveBack(dispatch, changed, before)
  }
  // A second change is another one, with ten seconds of its own.
  const content = <UndoToast key={`${changed._id}/${changed.version}`} text={text} onUndone={undo} onClosed={close} />
  toastCustom(id, content, `${text}. To undo it, press z`)
}

/** By an inverse change, recorded like any other; of what somebody else has set meanwhile nothing is overwritten. */
async function giveBack(dispatch: AppDispatch, changed: Enquiry, before: EnquiryStatus): Promise<void> {
  const body = { id: changed._id, enquiryStatus: before }
  try {
    const asked = { body, version: changed.version, idempotencyKey: v4(), background: true }
    await dispatch(updateEnquiry.initiate(asked)).unwrap()
  } catch (error) {
    const current = newerOf(changed, toFailure(error))
    if (!current) return
    if (current.enquiryStatus === changed.enquiryStatus) return giveBack(dispatch, current, before)
    const now = statusLabels[current.enquiryStatus]
    toastError(`Not undone: somebody else has set ${current.enquiryId} to “${now}” meanwhile`)
  } finally {
    dispatch(refreshList())
  }
}
