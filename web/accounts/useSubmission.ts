import { useRef, type SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isFailure } from '#web/api/errors.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'

/**
 * Submits a form, one submission at a time. A toast has told each failure; the form shows the errors of its fields, or
 * marks itself with a `root` error. `onSubmitted` rejects with a `Failure`.
 */
export function useSubmission<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  onSubmitted: (values: Values) => Promise<void>,
) {
  const isSubmitting = useRef(false)
  const handleSubmit = form.handleSubmit(async (values) => {
    try {
      await onSubmitted(values)
    } catch (error) {
      // The session has ended, so the form is about to disappear.
      if (isCancelled(error)) return
      if (!isFailure(error)) throw error
      if (!showFieldErrors(form, error)) form.setError('root', {})
    }
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSubmitting.current) return
    isSubmitting.current = true
    await handleSubmit(event).finally(() => {
      isSubmitting.current = false
    })
  }
  return (event: SyntheticEvent) => void submit(event)
}

function isCancelled(error: unknown) {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}
