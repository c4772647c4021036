import { statusLabels, type Enquiry, type UpdateEnquiry } from '#contract/enquiries.ts'
import { toastError } from '#web/api/toasts.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { newerOf } from '#web/enquiries/conflict/merging.ts'
import { offerUndo } from '#web/enquiries/undo/offerUndo.ts'
import { useAppDispatch } from '#web/hooks.ts'
import { updateEnquiry } from './enquiryApi.ts'

export type QuickChanges = Pick<UpdateEnquiry, 'enquiryStatus' | 'assignee'>

/** Somebody else has set the same to something else meanwhile. */
interface QuickConflict {
  field: keyof QuickChanges
  theirs: Enquiry
}

/**
 * Changes an enquiry as the person sees it, by one press. What others have made of anything else meanwhile stays;
 * where they have changed the same nothing is done, and that is answered. A change of the status can be undone.
 */
export function useQuickChange() {
  const dispatch = useAppDispatch()
  const { keyFor } = useIdempotencyKey()
  const change = async (base: Enquiry, changes: QuickChanges): Promise<QuickConflict | undefined> => {
    const { _id, version } = base
    const body = { id: _id, ...changes }
    try {
      const asked = { body, version, idempotencyKey: keyFor({ body, version }), background: true }
      const saved = await dispatch(updateEnquiry.initiate(asked, { track: false })).unwrap()
      if (saved.enquiryStatus !== base.enquiryStatus) void offerUndo(dispatch, saved, base.enquiryStatus)
    } catch (error) {
      // Anything else is told already, and what is shown is what holds.
      const theirs = newerOf(base, toFailure(error))
      if (!theirs) return
      const field = conflictOf(base, changes, theirs)
      return field ? { field, theirs } : change(theirs, changes)
    }
  }
  return change
}

/** The same where nobody can be asked: of a conflict the person is told, and may choose again. */
export function useToldQuickChange() {
  const change = useQuickChange()
  return async (base: Enquiry, changes: QuickChanges) => {
    const conflict = await change(base, changes)
    if (conflict) toastError(`Not changed: somebody else has ${describeConflict(conflict)} meanwhile`)
  }
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

function describeConflict({ field, theirs: { enquiryId, enquiryStatus, assignee } }: QuickConflict) {
  if (field === 'enquiryStatus') return `set ${enquiryId} to “${statusLabels[enquiryStatus]}”`
  return assignee ? `assigned ${enquiryId} to ${assignee.name}` : `unassigned ${enquiryId}`
}
