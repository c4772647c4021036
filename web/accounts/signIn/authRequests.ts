import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import { CompanyChoice, JoinCompany, LogIn, RegisterCompany, SignedIn } from '#contract/accounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ForgotPassword, ResetPassword } from '#contract/team.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'

/** A way to come by a session, or nearer to one: what checks the values of its form, and what sends them. */
export interface Entrance<Values extends FieldValues> {
  resolver: Resolver<Values>
  /** Answers the session, if there is one now. Rejects with a `Failure` when the server refuses. */
  enter: (values: Values) => Promise<SignedIn | null>
}

/** `onChoice` is given the companies to choose from when the address and the password are right in several. */
export function logIn(onChoice: (companies: CompanyChoice) => void) {
  return entrance(LogIn, async (values) => {
    try {
      return await ask('/auth/login', values, 'choose-company')
    } catch (error) {
      if (!isFailure(error) || error.code !== 'choose-company') throw error
      onChoice(CompanyChoice.parse(error.data))
      return null
    }
  })
}

export const registerCompany = entrance(RegisterCompany, (values) => ask('/auth/register', values))

export function joinCompany(invitation: string) {
  return entrance(JoinCompany.omit({ invitation: true }), (values) =>
    ask('/auth/register', { ...values, invitation }).catch(explain),
  )
}

export const forgotPassword = entrance(ForgotPassword, (values) => tell('/auth/forgot', values))

export function resetPassword(token: string) {
  return entrance(ResetPassword.omit({ token: true }), (values) => tell('/auth/reset', { ...values, token }))
}

function entrance<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  enter: Entrance<Values>['enter'],
): Entrance<Values> {
  return { resolver: zodResolver(schema), enter }
}

async function ask(url: string, body: unknown, expects?: ErrorCode) {
  const { data } = await send({ url, method: 'POST', body, anonymous: true, expects })
  return SignedIn.parse(data)
}

async function tell(url: string, body: unknown) {
  await send({ url, method: 'POST', body, anonymous: true })
  return null
}

/** That the link is of no use any more, no other words typed here could change: say what can. */
function explain(error: unknown): never {
  if (!isFailure(error) || (error.code !== 'not-found' && !error.errors?.['invitation'])) throw error
  const message =
    'This invitation is not valid: it has been used, has expired, or its link is incomplete. ' +
    'Ask whoever invited you for a new one.'
  throw { ...error, message }
}
