import type { Enquiry } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { toastError } from '#web/api/toasts.ts'
import { otherVersion } from '#web/enquiries/conflict/merging.ts'
import { useAppSelector } from '#web/hooks.ts'
import { useQuickChange, type QuickChanges, type QuickConflict } from './useQuickChange.ts'

/** As `useQuickChange`, but a toast reports a conflict, so the person may try again without a dialog. */
export function useReportedQuickChange() {
  const change = useQuickChange()
  const user = useAppSelector(selectUser)
  return async (base: Enquiry, changes: QuickChanges) => {
    const conflict = await change(base, changes)
    if (conflict) toastError(`Not changed: ${describeConflict(conflict, user?._id)} in the meantime`)
  }
}

function describeConflict({ field, theirs }: QuickConflict, ownId: string | undefined) {
  const { enquiryId, enquiryStatus, assignee } = theirs
  const { has } = otherVersion(theirs, [field], ownId)
  if (field === 'enquiryStatus') return `${has} set ${enquiryId} to “${statusLabels[enquiryStatus]}”`
  return assignee ? `${has} assigned ${enquiryId} to ${assignee.name}` : `${has} unassigned ${enquiryId}`
}
