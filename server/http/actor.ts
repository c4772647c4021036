import type { AppAbility } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'

/** Whoever raises an enquiry or writes a message: a user, or a contact, whose id is then the `userId`. */
export type Author = Pick<Actor, 'companyId' | 'userId'> & { isContact?: true }

export type InCompany = Pick<Actor, 'companyId'>

/** The caller. Every read takes one, and sees only that person's company. */
export type Actor = {
  userId: string
  companyId: string
  sessionId: string
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number
  role: Role
  ability: AppAbility
  /** The number of an event of the company that all reads of this request contain. */
  lastEvent: number
  /** The number of the last one of which the caller may know. */
  lastShownEvent: number
}
