import type { Role } from '#contract/accounts/roles.ts'

/** The name of each role, and what it can do. */
export const roleTexts: Record<Role, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'Can do everything, and manages the company and the team' },
  agent: { name: 'Agent', purpose: 'Replies to enquiries' },
  member: { name: 'Member', purpose: 'Raises and follows enquiries' },
  viewer: { name: 'Viewer', purpose: 'Reads enquiries, but not their comments' },
}
