export const roles = ['owner', 'agent', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether this version knows the role: a later one may have more. */
export function isRole(role: unknown): role is Role {
  return roles.some((known) => known === role)
}
