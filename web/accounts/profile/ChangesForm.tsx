import { zodResolver } from '@hookform/resolvers/zod'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useForm, type Control, type FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'

interface ChangesFormProps<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>
  /** What is saved now. */
  values: Values
  saveLabel: string
  /** There is something to lose now, or no more. */
  onUnsaved: (isUnsaved: boolean) => void
  /** Resolves with the values as saved; rejects with a `Failure`. */
  onSubmitted: (values: Values) => Promise<Values>
  children: (control: Control<Values>) => ReactNode
}

/** Changes something that is there already: saves what was changed, or takes it back. */
export function ChangesForm<Values extends FieldValues>(props: ChangesFormProps<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(props.schema),
    values: props.values,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const tell = useEffectEvent(props.onUnsaved)
  useEffect(() => tell(isDirty), [isDirty])
  // A change that is saved or discarded is one no more; only one that arrives from elsewhere leaves it be.
  const begin = (values: Values) => form.reset(values, { keepDirtyValues: false })
  const submit = useSubmission(form, async (values) => {
    if (isDirty) begin(await props.onSubmitted(values))
  })
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
      {props.children(form.control)}
      {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SubmitButton label={props.saveLabel} isPending={isSubmitting} hasNothing={!isDirty} />
        {isDirty && !isSubmitting && (
          <Button color="inherit" onClick={() => begin(props.values)}>
            Discard
          </Button>
        )}
      </Box>
    </Box>
  )
}
