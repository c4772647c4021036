import Box from '@mui/material/Box'
import { useEffect, type ReactNode } from 'react'
import { useForm, type Control, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form'
import { SubmitButton } from '#web/accounts/SubmitButton.tsx'
import { useSubmission } from '#web/accounts/useSubmission.ts'
import { fetchAskedCode, fetchCode } from '#web/api/fetchCode.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import type * as AuthRequests from './authRequests.ts'
import { useSignedIn } from './useSignedIn.ts'

interface AccountFormProps<Values extends FieldValues> {
  /** Picks the request that this form sends. */
  request: (all: typeof AuthRequests) => AuthRequests.AuthRequest<Values>
  defaultValues: DefaultValues<Values>
  submitLabel: string
  /** Called after a successful request that did not start a session. */
  onSent?: () => void
  children: (control: Control<Values>) => ReactNode
}

/** The code that validates and sends a form. It is fetched while the form is filled in, so that typing need not wait. */
const loadAuthRequests = () => import('./authRequests.ts')

/** The form of the sign-in pages: fields with their errors, and one button. */
export function AccountForm<Values extends FieldValues>(props: AccountFormProps<Values>) {
  const { request, defaultValues, submitLabel, onSent, children } = props
  const form = useForm<Values>({ resolver: resolverOf(request), defaultValues })
  const { errors, isSubmitting } = form.formState
  const startSession = useSignedIn()
  const submit = useSubmission(form, async (values) => {
    const session = await request(await fetchAskedCode(loadAuthRequests)).submit(values)
    if (session) startSession(session)
    else onSent?.()
  })
  useEffect(() => whenIdle(() => void fetchCode(loadAuthRequests).catch(() => {})), [])
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      {children(form.control)}
      {errors.root && <RetryAlert message="Not sent" />}
      <SubmitButton size="large" label={submitLabel} isPending={isSubmitting} />
    </Box>
  )
}

function resolverOf<Values extends FieldValues>(request: AccountFormProps<Values>['request']): Resolver<Values> {
  return async (values, context, options) => {
    const requests = await fetchCode(loadAuthRequests).catch(() => undefined)
    // Without the code the form can be neither validated nor sent; the submit reports that.
    return requests ? request(requests).resolver(values, context, options) : { values, errors: {} }
  }
}
