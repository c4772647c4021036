import type { EnquiryFilter, ListEnquiries } from '#contract/enquiries.ts'
import { fromCursor, type Place } from './cursors.ts'
import { type Order, orderOf } from './filters.ts'

/** A page of a list: `limit` rows from `offset` on, counted from the place `after` if there is one. */
export type ListRequest = { filter: EnquiryFilter; order: Order; after?: Place; offset: number; limit: number }

/** Throws 400 for a cursor of another list. */
export function toListRequest({
  page,
  limit,
  sort,
  cursor,
  countTo: _countTo,
  _id,
  ...filter
}: ListEnquiries): ListRequest {
  const order = orderOf(sort, filter)
  const after = cursor === undefined ? undefined : fromCursor(cursor, order)
  return { filter, order, after, offset: after ? 0 : (page - 1) * limit, limit }
}
