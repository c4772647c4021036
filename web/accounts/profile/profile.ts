import * as z from 'zod'
import { UpdateUser, type User } from '#contract/accounts.ts'

/** The fields of their own account that everyone may change. */
export const OwnProfile = UpdateUser.pick({ name: true, email: true, profilePic: true }).required()
export type OwnProfile = z.infer<typeof OwnProfile>

/** The fields of the company that an owner may change, nested as in the request and in the paths of its errors. */
export const CompanyProfile = z.object({ company: UpdateUser.shape.company.unwrap().required() })
export type CompanyProfile = z.infer<typeof CompanyProfile>

export function ownProfileOf({ name, email, profilePic }: User): OwnProfile {
  return { name, email, profilePic }
}

export function companyProfileOf({ company }: User): CompanyProfile {
  const { companyName, logo, sessionDays, assignsOnReply, enquiryTypes } = company
  return { company: { companyName, logo, sessionDays, assignsOnReply, enquiryTypes: knownTypes(enquiryTypes) } }
}

/** A session that was stored by an earlier version has no types until the profile is loaded. */
function knownTypes(types: string[] | undefined) {
  return types ?? []
}

/** The request contains only the fields that differ. */
export function changesBetween<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed = Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof Fields]))
  return Object.fromEntries(changed) as Partial<Fields>
}

function isSame(value: unknown, other: unknown) {
  return JSON.stringify(value) === JSON.stringify(other)
}
