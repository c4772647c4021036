import type { Role } from '#contract/accounts.ts'

/** How a role is called, and what it is for. */
export const roleLook: Record<Role, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'Can do everything, and manages company and team' },
  agent: { name: 'Agent', purpose: 'Answers enquiries' },
  member: { name: 'Member', purpose: 'Raises enquiries and follows them' },
  viewer: { name: 'Viewer', purpose: 'Reads enquiries, without their comments' },
}
