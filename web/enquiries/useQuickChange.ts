import type { Enquiry, NewerEnquiry, UpdateEnquiry } from '#contract/enquiries.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { newerOf } from '#web/enquiries/conflict/newerVersion.ts'
import { offerUndo } from '#web/enquiries/undo/offerUndo.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { updateEnquiry } from './enquiryApi.ts'

export type QuickChanges = Pick<UpdateEnquiry, 'enquiryStatus' | 'assignee'>

/** Someone else has set the same field to another value in the meantime. */
export interface QuickConflict {
  field: keyof QuickChanges
  theirs: NewerEnquiry
}

/**
 * Changes one field of an enquiry without a form. Others' changes to other fields stay. If they have changed the same
 * field, nothing is saved and the conflict is returned. A change of status can be undone.
 */
export function useQuickChange() {
  const dispatch = useAppDispatch()
  const { keyFor } = useIdempotencyKey()
  const change = async (base: Enquiry, changes: QuickChanges): Promise<QuickConflict | undefined> => {
    const { _id, version } = base
    const body = { id: _id, ...changes }
    try {
      const update = { body, version, idempotencyKey: keyFor({ body, version }), background: true }
      const saved = await dispatch(updateEnquiry.initiate(update, { track: false })).unwrap()
      if (saved.enquiryStatus !== base.enquiryStatus) void offerUndo(dispatch, saved, base.enquiryStatus)
    } catch (error) {
      // A toast has reported any other failure, and the list has reverted to the saved values.
      const theirs = newerOf(base, toFailure(error))
      if (!theirs) return
      const field = conflictOf(base, changes, theirs)
      return field ? { field, theirs } : change(theirs, changes)
    }
  }
  return change
}

function conflictOf(base: Enquiry, changes: QuickChanges, theirs: Enquiry) {
  const [before, now] = [valuesOf(base), valuesOf(theirs)]
  const fields = ['enquiryStatus', 'assignee'] as const
  return fields.find(
    (field) => changes[field] !== undefined && now[field] !== before[field] && now[field] !== changes[field],
  )
}

function valuesOf({ enquiryStatus, assignee }: Enquiry) {
  return { enquiryStatus, assignee: assignee?._id ?? null }
}
