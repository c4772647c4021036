import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'
import { CompanyChoice, JoinCompany, LogIn, RegisterCompany, SignedIn } from '#contract/accounts.ts'
import { ForgotPassword, ResetPassword } from '#contract/team.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import { isFailure } from '#web/api/errors.ts'
import { send } from '#web/api/http.ts'
import type { Request } from '#web/api/transport.ts'

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
      return await postForSession(apiPaths.login, values, (refusal) => refusal.code === 'choose-company')
    } catch (error) {
      if (isFailure(error) && error.code === 'unauthenticated') throw { ...error, errors: inBoth(error.message) }
      if (!isFailure(error) || error.code !== 'choose-company') throw error
      onChoice(CompanyChoice.parse(error.data))
      return null
    }
  })
}

/** The server does not say which of the two is wrong. */
function inBoth(message: string) {
  return { password: message, email: message }
}

export const registerCompany = authRequest(RegisterCompany, (values) => postForSession(apiPaths.register, values))

export function joinCompany(invitation: string) {
  return authRequest(JoinCompany.omit({ invitation: true }), (values) =>
    postForSession(apiPaths.register, { ...values, invitation }),
  )
}

export const forgotPassword = authRequest(ForgotPassword, (values) => post(apiPaths.forgot, values))

export function resetPassword(token: string) {
  return authRequest(ResetPassword.omit({ token: true }), (values) => post(apiPaths.reset, { ...values, token }))
}

function authRequest<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  submit: AuthRequest<Values>['submit'],
): AuthRequest<Values> {
  return { resolver: zodResolver(schema), submit }
}

async function postForSession(url: string, body: unknown, isExpected?: Request['isExpected']) {
  const { data } = await send({ url, method: 'POST', body, isExpected, isPublic: true })
  return SignedIn.parse(data)
}

async function post(url: string, body: unknown) {
  await send({ url, method: 'POST', body, isPublic: true })
  return null
}
