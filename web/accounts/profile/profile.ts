import * as z from 'zod'
import { UpdateUser, type User } from '#contract/accounts.ts'

/** What everybody may change of themselves. */
export const OwnProfile = UpdateUser.pick({ name: true, email: true, profilePic: true }).required()
export type OwnProfile = z.infer<typeof OwnProfile>

/** What an owner may change of the company; nested as it is sent, and as its errors are answered. */
export const CompanyProfile = z.object({ company: UpdateUser.shape.company.unwrap().required() })
export type CompanyProfile = z.infer<typeof CompanyProfile>

export function ownProfileOf({ name, email, profilePic }: User): OwnProfile {
  return { name, email, profilePic }
}

export function companyProfileOf({ company: { companyName, logo, sessionDays } }: User): CompanyProfile {
  return { company: { companyName, logo, sessionDays } }
}

/** Only what differs is sent. */
export function changesBetween<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed = Object.entries(after).filter(([field, value]) => value !== before[field as keyof Fields])
  return Object.fromEntries(changed) as Partial<Fields>
}
