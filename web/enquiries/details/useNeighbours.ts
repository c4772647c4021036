import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo, useState } from 'react'
import { useListEnquiriesQuery, type PageOfEnquiries } from '#web/enquiries/enquiryApi.ts'
import type { ListQuery } from '#web/enquiries/filters/listQuery.ts'
import { placeIn, queryOf, useListPlace, type ListPlace } from '#web/enquiries/list/listPlace.ts'
import { useGetAdjoiningEnquiriesQuery } from '#web/enquiries/search/lookUpApi.ts'

/** An enquiry, and the part of the list that it is in. */
export interface NeighbourInList {
  id: string
  place: ListPlace
}

export interface NeighboursInList {
  previous?: NeighbourInList
  next?: NeighbourInList
}

/** The enquiries before and after this one in the list from which the person came, even on the adjoining pages. */
export function useNeighbours(id: string): NeighboursInList {
  const list = useListPlace()?.list
  const query = useMemo(() => (list === undefined ? undefined : queryOf({ list })), [list])
  const { data: page } = useListEnquiriesQuery(query ?? skipToken)
  const held = useHeldPage(page, id)
  const at = held?.docs.findIndex(({ _id }) => _id === id) ?? -1
  const [isFirst, isLast] = [at === 0, at === (held?.docs.length ?? 0) - 1]
  const before = useAdjoining(query && held && isFirst ? pageBefore(query, held) : undefined)
  const after = useAdjoining(query && held && isLast ? pageAfter(query, held) : undefined)
  if (!query || !held || at < 0) return {}
  const known = new Set(held.docs.map(({ _id }) => _id))
  const here = (index: number) => neighbour(held.docs[index], query)
  return {
    previous:
      here(at - 1) ??
      neighbour(
        before.page?.docs.findLast(({ _id }) => !known.has(_id)),
        before.query,
      ),
    next:
      here(at + 1) ??
      neighbour(
        after.page?.docs.find(({ _id }) => !known.has(_id)),
        after.query,
      ),
  }
}

/** The last page that contained this enquiry, so that it keeps its neighbours after it leaves the list. */
function useHeldPage(page: PageOfEnquiries | undefined, id: string) {
  const [held, setHeld] = useState(page)
  if (page && page !== held && (!held || page.docs.some(({ _id }) => _id === id))) {
    setHeld(page)
    return page
  }
  return held
}

/** Pages beyond the counted rows need a cursor, and a cursor only leads forwards. */
function pageBefore(query: ListQuery, { hasPrevPage, totalPages }: PageOfEnquiries): ListQuery | undefined {
  const page = query.page - 1
  return hasPrevPage && page <= totalPages ? { ...query, page, cursor: undefined } : undefined
}

function pageAfter(query: ListQuery, { hasNextPage, totalPages, nextCursor }: PageOfEnquiries): ListQuery | undefined {
  const page = query.page + 1
  const cursor = page > totalPages ? (nextCursor ?? undefined) : undefined
  return hasNextPage ? { ...query, page, cursor } : undefined
}

function useAdjoining(query: ListQuery | undefined) {
  const { currentData: page } = useGetAdjoiningEnquiriesQuery(query ?? skipToken)
  return { page, query }
}

function neighbour(enquiry: { _id: string } | undefined, query: ListQuery | undefined): NeighbourInList | undefined {
  return enquiry && query && { id: enquiry._id, place: placeIn(query) }
}
