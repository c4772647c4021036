export const roles = ['owner', 'agent', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Those of the people who may answer; `abilityFor` says what else they may do. */
export const answeringRoles: readonly Role[] = ['owner', 'agent']

/** Whether this version knows the role: a later one may have more. */
export function isRole(role: unknown): role is Role {
  return roles.some((known) => known === role)
}
