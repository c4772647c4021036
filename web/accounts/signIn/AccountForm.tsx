import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, type ReactNode } from 'react'
import { useForm, type Control, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { fetchCode } from '#web/api/fetchCode.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'
import type * as Entrances from './authRequests.ts'
import { useSignedIn } from './useSignedIn.ts'

interface AccountFormProps<Values extends FieldValues> {
  /** Which of the entrances it is the form of. */
  entrance: (all: typeof Entrances) => Entrances.Entrance<Values>
  defaultValues: DefaultValues<Values>
  submitLabel: string
  /** Called when it has arrived, and nobody was signed in by it. */
  onSent?: () => void
  children: (control: Control<Values>) => ReactNode
}

/** What checks and sends a form: fetched while it is filled in, for nobody has to wait with typing for it. */
const fetchEntrances = () => fetchCode(() => import('./authRequests.ts'))

/** The form of the pages around signing in: fields, what the server said to them, and one button. */
export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
  const { entrance, defaultValues, submitLabel, onSent, children } = props
  const form = useForm<Values>({ resolver: resolverOf(entrance), defaultValues })
  const { errors, isSubmitting } = form.formState
  const signedIn = useSignedIn()
  const submit = useSubmission(form, async (values) => {
    const { enter } = entrance(await fetchEntrances())
    const session = await enter(values)
    if (session) signedIn(session)
    else onSent?.()
  })
  useEffect(() => whenIdle(() => void fetchEntrances().catch(() => {})), [])
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      {children(form.control)}
      {errors.root && <Alert severity="error">{errors.root.message}</Alert>}
      <SubmitButton size="large" label={submitLabel} isPending={isSubmitting} />
    </Box>
  )
}

function resolverOf<Values extends FieldValues>(entrance: AccountFormProps<Values>['entrance']): Resolver<Values> {
  return async (values, context, options) => {
    const entrances = await fetchEntrances().catch(() => undefined)
    // Without it nothing can be checked, nor sent: that is what the submit will say.
    return entrances ? entrance(entrances).resolver(values, context, options) : { values, errors: {} }
  }
}
