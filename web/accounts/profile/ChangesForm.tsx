import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useForm, type Control, type FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'

interface ChangesFormProps<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>
  /** The saved values. */
  values: Values
  saveLabel: string
  /** Called when the form starts or stops having unsaved changes. */
  onUnsaved: (isUnsaved: boolean) => void
  /** Resolves with the values as saved; rejects with a `Failure`. */
  onSubmitted: (values: Values) => Promise<Values>
  children: (control: Control<Values>) => ReactNode
}

/** A form for existing values, with buttons to save and to discard the changes. */
export function ChangesForm<Values extends FieldValues>(props: ChangesFormProps<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(props.schema),
    values: props.values,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const reportUnsaved = useEffectEvent(props.onUnsaved)
  useEffect(() => reportUnsaved(isDirty), [isDirty])
  // Saving or discarding replaces dirty values; new values from elsewhere do not.
  const reset = (values: Values) => form.reset(values, { keepDirtyValues: false })
  const submit = useSubmission(form, async (values) => {
    if (isDirty) reset(await props.onSubmitted(values))
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
      {props.children(form.control)}
      {errors.root && <RetryAlert message="Not saved" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SubmitButton label={props.saveLabel} isPending={isSubmitting} hasNothingToSend={!isDirty} />
        {isDirty && !isSubmitting && (
          <Button color="inherit" onClick={() => reset(props.values)}>
            Discard
          </Button>
        )}
      </Box>
    </Box>
  )
}
