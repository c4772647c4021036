import { z } from 'zod'
import { ChangePassword, Reauthenticate, type User } from '#contract/accounts.ts'
import { EmailLink, EmailLinkState } from '#contract/emailLinks.ts'

/** The schemas of the routes that confirm a person, by password or by a mailed link, or change the password. */
export const accountContract = {
  'POST /auth/reauthenticate': { body: Reauthenticate, answer: z.null() },
  'POST /auth/password': { body: ChangePassword, answer: z.unknown() },
  'POST /auth/confirmation': { answer: z.null() },
  'POST /auth/email-links/state': { body: EmailLink, answer: EmailLinkState },
  'POST /auth/email-links': { body: EmailLink, answer: EmailLinkState },
}

type AccountRoute = keyof typeof accountContract

export function isAccountRoute(route: string): route is AccountRoute {
  return route in accountContract
}

/** Their responders in the fake server. */
export function usualAccount(route: AccountRoute, user: User) {
  switch (route) {
    case 'POST /auth/reauthenticate':
      return ok(null)
    case 'POST /auth/password':
      return ok(null, 'Password changed. Your other sessions have ended')
    case 'POST /auth/confirmation':
      return ok(null, `We have sent the link to ${user.email} again`)
    case 'POST /auth/email-links/state':
      return ok(linkState(user))
    case 'POST /auth/email-links':
      return ok(linkState(user, { state: 'done' }), 'Done')
  }
}

/** The state of a link that confirms this person's address, in the server's shape. */
export function linkState({ email, name, company }: User, changes: Partial<EmailLinkState> = {}) {
  const { companyName } = company
  return EmailLinkState.parse({ kind: 'confirm', state: 'open', email, name, companyName, ...changes })
}

function ok(data: unknown, message?: string) {
  return { status: 200, body: { message, data } }
}
