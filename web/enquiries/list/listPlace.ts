import { useLocation } from 'react-router'
import { listAddress, parseListQuery, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

/** From which part of the list one came, kept with the entry of the history: it outlives a reload. */
export interface ListPlace {
  list: string
}

export function placeIn(query: ListQuery): ListPlace {
  return { list: listAddress(query).search }
}

/** The part of the list one came from, where it was one. */
export function useListPlace(): ListPlace | undefined {
  const { state } = useLocation()
  return typeof state?.list === 'string' ? { list: state.list } : undefined
}

export function queryOf({ list }: ListPlace) {
  return parseListQuery(new URLSearchParams(list))
}
