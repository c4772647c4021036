import { statusLabels, type Enquiry, type NewerEnquiry, type UpdateEnquiry } from '#contract/enquiries.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { toastError } from '#web/api/toasts.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { newerOf, otherVersion } from '#web/enquiries/conflict/merging.ts'
import { offerUndo } from '#web/enquiries/undo/offerUndo.ts'
import { useAppDispatch, useAppSelector } from '#web/hooks.ts'
import { updateEnquiry } from './enquiryApi.ts'

export type QuickChanges = Pick<UpdateEnquiry, 'enquiryStatus' | 'assignee'>

/** Someone else has set the same field to another value in the meantime. */
interface QuickConflict {
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

/** The same without a dialog: a toast reports the conflict, and the person may try again. */
export function useReportedQuickChange() {
  const change = useQuickChange()
  const user = useAppSelector(selectUser)
  return async (base: Enquiry, changes: QuickChanges) => {
    const conflict = await change(base, changes)
    if (conflict) toastError(`Not changed: ${describeConflict(conflict, user?._id)} in the meantime`)
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

function describeConflict({ field, theirs }: QuickConflict, ownId: string | undefined) {
  const { enquiryId, enquiryStatus, assignee } = theirs
  const { has } = otherVersion(theirs, [field], ownId)
  if (field === 'enquiryStatus') return `${has} set ${enquiryId} to “${statusLabels[enquiryStatus]}”`
  return assignee ? `${has} assigned ${enquiryId} to ${assignee.name}` : `${has} unassigned ${enquiryId}`
}
