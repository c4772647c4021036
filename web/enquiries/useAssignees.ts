import { useAbility } from '@casl/react'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { useGetEnquirySummaryQuery } from './enquiryApi.ts'

/**
 * The people to whom enquiries are assigned. Undefined where assignees are not shown: in a company where none is
 * assigned, to people who may not answer. `isKnown` says that this is decided.
 */
export function useAssignees() {
  const { data, isError } = useGetEnquirySummaryQuery()
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const assignees = data?.assignees ?? []
  const isShown = canAnswer || assignees.length > 0
  return { assignees: isShown ? assignees : undefined, isKnown: canAnswer || data !== undefined || isError }
}
