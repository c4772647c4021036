import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import { CompanyChoice, JoinCompany, LogIn, RegisterCompany, SignedIn } from '#contract/accounts.ts'
import { ForgotPassword, ResetPassword } from '#contract/team.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'

/** Validates and sends one of the forms for people who are not signed in. */
export interface AuthRequest<Values extends FieldValues> {
  resolver: Resolver<Values>
  /** Resolves with the new session, if the request starts one. Rejects with a `Failure` when the server refuses. */
  submit: (values: Values) => Promise<SignedIn | null>
}

/** Calls `onChoice` with the companies to choose from when the address and password match accounts in several. */
export function logIn(onChoice: (companies: CompanyChoice) => void) {
  return authRequest(LogIn, async (values) => {
    try {
      return await postForSession('/auth/login', values)
    } catch (error) {
      if (!isFailure(error) || error.code !== 'choose-company') throw error
      onChoice(CompanyChoice.parse(error.data))
      return null
    }
  })
}

export const registerCompany = authRequest(RegisterCompany, (values) => postForSession('/auth/register', values))

export function joinCompany(invitation: string) {
  return authRequest(JoinCompany.omit({ invitation: true }), (values) =>
    postForSession('/auth/register', { ...values, invitation }).catch(explainInvitation),
  )
}

export const forgotPassword = authRequest(ForgotPassword, (values) => post('/auth/forgot', values))

export function resetPassword(token: string) {
  return authRequest(ResetPassword.omit({ token: true }), (values) => post('/auth/reset', { ...values, token }))
}

function authRequest<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  submit: AuthRequest<Values>['submit'],
): AuthRequest<Values> {
  return { resolver: zodResolver(schema), submit }
}

async function postForSession(url: string, body: unknown) {
  const { data } = await send({ url, method: 'POST', body, isPublic: true, isFailureShown: true })
  return SignedIn.parse(data)
}

async function post(url: string, body: unknown) {
  await send({ url, method: 'POST', body, isPublic: true, isFailureShown: true })
  return null
}

/** No other input can make a used or expired link work, so the message says how to get a new one. */
function explainInvitation(error: unknown): never {
  if (!isFailure(error) || (error.code !== 'not-found' && !error.errors?.['invitation'])) throw error
  const message =
    'This invitation is not valid: it has been used, has expired, or its link is incomplete. ' +
    'Ask the person who invited you for a new one.'
  throw { ...error, message }
}
