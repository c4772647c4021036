import type { AppAbility, Role } from '#contract/accounts.ts'

/** The caller. Every read takes one, and sees only that person's company. */
export type Actor = {
  userId: string
  companyId: string
  sessionId: string
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number
  role: Role
  ability: AppAbility
}
