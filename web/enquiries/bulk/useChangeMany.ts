import type { EnquiryStatus } from '#contract/enquiries.ts'
import { useIdempotencyKey } from '#web/api/useIdempotencyKey.ts'
import { askedFilter, filterOf, type ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { useChangeManyMutation } from './jobApi.ts'
import type { Selection } from './useSelection.ts'

/** What becomes of them: a status, or whoever answers them; null is nobody. */
export type WantedChange = { enquiryStatus: EnquiryStatus } | { assignee: string | null }

/** Orders the change of all that is selected. What comes of it, the jobs tell. */
export function useChangeMany(query: ListQuery, selection: Selection) {
  const [changeMany, { isLoading }] = useChangeManyMutation()
  const { keyFor, forget } = useIdempotencyKey()
  const change = async (wanted: WantedChange) => {
    const { isAll, ids, clear } = selection
    const meant = isAll ? { filter: askedFilter(filterOf(query)) } : { ids: [...ids] }
    const body = { ...meant, ...wanted }
    const { error } = await changeMany({ body, idempotencyKey: keyFor(body) })
    if (error) return
    forget()
    clear()
  }
  return { isOrdering: isLoading, change: (wanted: WantedChange) => void change(wanted) }
}
