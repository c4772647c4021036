import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isFailure, type Failure } from '#web/api/errors.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'
import { useIsMounted } from '#web/components/leaving/useIsMounted.ts'
import { useLeaveGuard } from '#web/components/leaving/useLeaveGuard.ts'
import { documentRules } from '#web/documents/fileRules.ts'
import { useNewFiles } from '#web/documents/useNewFiles.ts'
import type { NewFile } from '#web/storage/keptFiles.ts'
import { blankEnquiry, NewEnquiry, useKeptEnquiry } from './useKeptEnquiry.ts'

/** Sends with the idempotency key and reports the part sent, from 0 to 1; rejects with a `Failure`. */
export type SubmitNewEnquiry = (
  values: NewEnquiry,
  files: NewFile[],
  key: string,
  onSent: (share: number) => void,
) => Promise<void>

/** A new enquiry: its texts, its documents and its submission. */
export function useNewEnquiry(userId: string, onSubmitted: SubmitNewEnquiry, onFinished: () => void) {
  const form = useForm({ resolver: zodResolver(NewEnquiry), defaultValues: blankEnquiry })
  const documents = useNewFiles(documentRules)
  const kept = useKeptEnquiry(userId, form, documents)
  const [failure, setFailure] = useState<Failure>()
  const [sent, setSent] = useState<number>()
  const { isDirty, isSubmitting } = form.formState
  const leaving = useLeaveGuard(isDirty || documents.chosen.length > 0)
  const isMounted = useIsMounted()
  const send = async (values: NewEnquiry, files: NewFile[], onSent: (share: number) => void) => {
    try {
      await onSubmitted(values, files, kept.submissionKey(), onSent)
    } catch (error) {
      console.error('Failed to submit enquiry', error)
      if (!isFailure(error)) throw error
      documents.stop(error.errors)
      if (!showFieldErrors(form, error)) setFailure(error)
      return
    } finally {
      setSent(undefined)
    }
    leaving.release()
    kept.forget()
    if (isMounted.current) onFinished()
  }
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    const files = await documents.read()
    if (!files) return
    documents.begin(files)
    await send(values, files, (share) => {
      setSent(share)
      documents.showSent(share)
    })
  })
  return { control: form.control, documents, failure, sent, submit, leaving, kept, isSubmitting }
}
