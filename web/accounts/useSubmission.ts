import { useRef, type SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isFailure } from '#web/api/errors.ts'
import { showFieldErrors } from '#web/components/forms/fieldErrors.ts'

/**
 * Submits a form, once at a time. What the server refuses stands beside its field, and takes the focus there;
 * what belongs to no field becomes the error of the `root`. `onSubmitted` rejects with a `Failure`.
 */
export function useSubmission<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  onSubmitted: (values: Values) => Promise<void>,
) {
  const isUnderWay = useRef(false)
  const attempt = form.handleSubmit(async (values) => {
    try {
      await onSubmitted(values)
    } catch (error) {
      // The session has ended in the meantime, and its form goes with it.
      if (isCalledOff(error)) return
      if (!isFailure(error)) throw error
      const [field] = showFieldErrors(form, error.errors)
      if (field) form.setFocus(field)
      else form.setError('root', { message: error.message })
    }
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    await attempt(event).finally(() => {
      isUnderWay.current = false
    })
  }
  return (event: SyntheticEvent) => void submit(event)
}

function isCalledOff(error: unknown) {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}
