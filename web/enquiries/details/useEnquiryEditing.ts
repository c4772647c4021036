import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { UpdateEnquiry, type Enquiry, type NewerEnquiry } from '#contract/enquiries.ts'
import { isFailure, type Failure } from '#web/api/errors.ts'
import { reportFailure } from '#web/api/reporting.ts'
import { toastSuccess } from '#web/api/toasts.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'
import { useLeaveGuard } from '#web/components/leaving/useLeaveGuard.ts'
import type { Conflict } from '#web/enquiries/conflict/ConflictDialog.tsx'
import { keptTheirs, mergeChanges, type EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import { newerOf } from '#web/enquiries/conflict/newerVersion.ts'
import { useKeptEdit, type KeptEdit } from './useKeptEdit.ts'

const EnquiryChanges = UpdateEnquiry.omit({ id: true, assignee: true }).required()

type Resumed = Pick<KeptEdit, 'base' | 'changes'>

interface EditedEnquiry {
  userId: string
  enquiry: Enquiry
  canEdit: boolean
  /** Saves on top of `base`, the version the person started from; rejects with a `Failure`. */
  onSubmitted: (changes: UpdateEnquiry, base: Enquiry) => Promise<Enquiry>
  /** The server has the changes. */
  onFinished: () => void
}

/**
 * Reading, editing and saving an enquiry. Updates from the server never overwrite what the person types. Others'
 * changes are merged on save, and the person chooses only where both have changed the same field.
 */
export function useEnquiryEditing({ userId, enquiry, canEdit, onSubmitted, onFinished }: EditedEnquiry) {
  const [base, setBase] = useState<Enquiry | null>(null)
  const form = useForm<EnquiryChanges>({
    resolver: zodResolver(EnquiryChanges),
    defaultValues: changeable(enquiry),
    values: base ? undefined : changeable(enquiry),
  })
  const { isDirty, isSubmitting } = form.formState
  const isEditing = base !== null
  const leaving = useLeaveGuard(isEditing && isDirty)
  const resume = (edit: Resumed) => {
    setBase(edit.base)
    form.reset(changeable(edit.base))
    form.reset(edit.changes, { keepDefaultValues: true })
  }
  const kept = useKeptEdit({ userId, enquiry, canEdit, base, form, onResumed: resume })
  const saving = useSaving(form, userId, onSubmitted, () => {
    leaving.release()
    kept.forget()
    onFinished()
  })
  const begin = () => {
    form.reset(changeable(enquiry))
    setBase(enquiry)
  }
  const cancel = () => {
    saving.clear()
    kept.forget()
    form.reset(changeable(enquiry))
    setBase(null)
  }
  return {
    control: form.control,
    isEditing,
    isSaving: isSubmitting || saving.isSettling,
    leaving,
    kept,
    hasFailed: saving.hasFailed,
    conflict: saving.conflict,
    submit: form.handleSubmit(async (changes) => {
      if (base) await saving.save(changes, base)
    }),
    begin,
    cancel,
    setFocus: form.setFocus,
    ...useSettling(saving, kept.keep, resume),
  }
}

export type EnquiryEditing = ReturnType<typeof useEnquiryEditing>

function changeable({ comments, enquiryStatus }: Enquiry): EnquiryChanges {
  return { comments, enquiryStatus }
}

function useSaving(
  form: UseFormReturn<EnquiryChanges>,
  userId: string,
  onSubmitted: EditedEnquiry['onSubmitted'],
  onSaved: EditedEnquiry['onFinished'],
) {
  const [hasFailed, setHasFailed] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [isSettling, setIsSettling] = useState(false)
  const save = async (mine: EnquiryChanges, base: Enquiry, note?: string): Promise<void> => {
    setHasFailed(false)
    setConflict(undefined)
    setIsSettling(true)
    try {
      await onSubmitted({ id: base._id, ...mine }, base)
      if (note) toastSuccess(note)
      onSaved()
    } catch (error) {
      console.error('Failed to submit enquiry', error)
      if (!isFailure(error)) throw error
      const theirs = newerOf(base, error)
      if (theirs) return await merge(base, mine, theirs, error)
      setHasFailed(!showFieldErrors(form, error))
    } finally {
      setIsSettling(false)
    }
  }
  const merge = async (base: Enquiry, mine: EnquiryChanges, theirs: NewerEnquiry, refusal: Failure) => {
    const merged = mergeChanges(base, mine, theirs)
    if (merged.conflicts.length > 0) {
      reportFailure(refusal.message)
      return setConflict({ fields: merged.conflicts, mine: merged.values, theirs })
    }
    const note = merged.theirs.length > 0 ? keptTheirs(merged.theirs, theirs, userId) : undefined
    await save(merged.values, theirs, note)
  }
  const clear = () => {
    setHasFailed(false)
    setConflict(undefined)
  }
  return { save, clear, hasFailed, conflict, isSettling }
}

/** Resolves a conflict. From then on the changes are based on the others' version. */
function useSettling(
  { conflict, clear, save }: ReturnType<typeof useSaving>,
  keep: (base: Enquiry, changes: EnquiryChanges) => void,
  resume: (edit: Resumed) => void,
) {
  const continueOnTheirs = (changes: EnquiryChanges) => {
    resume({ base: conflict!.theirs, changes })
    keep(conflict!.theirs, changes)
  }
  return {
    settle: async (values: EnquiryChanges) => {
      continueOnTheirs(values)
      await save(values, conflict!.theirs)
    },
    keepMerge: (merged: EnquiryChanges) => keep(conflict!.theirs, merged),
    /** A merge that was begun continues in the form. */
    postpone: (merged: EnquiryChanges | undefined) => {
      clear()
      if (merged) continueOnTheirs(merged)
    },
  }
}
