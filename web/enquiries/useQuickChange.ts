import type { Enquiry, NewerEnquiry, UpdateEnquiry } from '#contract/enquiries.ts'
import { reportFailure } from '#web/api/reporting.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { newerOf } from '#web/enquiries/conflict/newerVersion.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { updateEnquiry } from './enquiryApi.ts'

export type QuickChanges = Pick<UpdateEnquiry, 'enquiryStatus' | 'assignee'>

/**
 * Changes one field of an enquiry without a form. Others' changes to other fields stay. If they have changed the same
 * field, nothing is saved, and their version is returned. A change of status can be undone.
 */
export function useQuickChange() {
  const dispatch = useAppDispatch()
  const { keyFor } = useIdempotencyKey()
  const change = async (base: Enquiry, changes: QuickChanges): Promise<NewerEnquiry | undefined> => {
    const { _id, version, enquiryStatus: undoTo } = base
    const body = { id: _id, ...changes }
    try {
      const update = { body, version, undoTo, idempotencyKey: keyFor({ body, version }), background: true }
      await dispatch(updateEnquiry.initiate(update, { track: false })).unwrap()
    } catch (error) {
      // A toast has reported any other failure, and the list has reverted to the saved values.
      const refusal = toFailure(error)
      const theirs = newerOf(base, refusal)
      if (!theirs) return undefined
      if (!isConflict(base, changes, theirs)) return change(theirs, changes)
      reportFailure(refusal.message)
      return theirs
    }
  }
  return change
}

function isConflict(base: Enquiry, changes: QuickChanges, theirs: Enquiry) {
  const [before, now] = [valuesOf(base), valuesOf(theirs)]
  const fields = ['enquiryStatus', 'assignee'] as const
  return fields.some(
    (field) => changes[field] !== undefined && now[field] !== before[field] && now[field] !== changes[field],
  )
}

function valuesOf({ enquiryStatus, assignee }: Enquiry) {
  return { enquiryStatus, assignee: assignee?._id ?? null }
}
