import { useLocation } from 'react-router'
import { listAddress, parseListQuery, type ListQuery } from '#web/enquiries/filters/listQuery.ts'

/** The part of the list from which the person came. The browser keeps it in the history entry, so it survives a reload. */
export interface ListPlace {
  list: string
}

export function placeIn(query: ListQuery): ListPlace {
  return { list: listAddress(query).search }
}

/** The part of the list from which the person came, if any. */
export function useListPlace(): ListPlace | undefined {
  const { state } = useLocation()
  return typeof state?.list === 'string' ? { list: state.list } : undefined
}

export function queryOf({ list }: ListPlace) {
  return parseListQuery(new URLSearchParams(list))
}
