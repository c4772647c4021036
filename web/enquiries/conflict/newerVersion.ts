import type { Enquiry, NewerEnquiry } from '#contract/enquiries.ts'
import type { Failure } from '#web/api/errors.ts'

const nobody: Partial<NewerEnquiry> = { changedBy: {} }

/** The newer version, with the person who saved it, if that is why the change was refused. */
export function newerOf({ version }: Pick<Enquiry, 'version'>, { code, data }: Failure) {
  // The version before does not say who changed it.
  const current = code === 'stale' ? { ...nobody, ...(data as NewerEnquiry) } : undefined
  // A merge onto the same version would be refused again.
  return current && current.version > version ? current : undefined
}
