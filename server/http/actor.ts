import type { AppAbility, Role } from '#contract/accounts.ts'

/** The person asking. Every read starts from one, and sees that person's company only. */
export type Actor = {
  userId: string
  companyId: string
  sessionId: string
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: number
  role: Role
  ability: AppAbility
}
