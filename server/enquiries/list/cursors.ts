import { z } from 'zod'
import type { Queryable } from '#server/database/database.ts'
import { invalid } from '#server/http/errors.ts'
import type { Order } from './filters.ts'

const Place = z.tuple([z.string().nullable(), z.number().int().min(0)])
/** The place of a row in a list: its sort value as PostgreSQL writes it, null for a list by number, and its number. */
export type Place = z.infer<typeof Place>

export function toCursor(place: Place) {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Throws 400 for a cursor that does not belong to a list in this order. */
export function fromCursor(cursor: string, { column }: Order): Place {
  try {
    const place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if ((place[0] === null) === (column === undefined) && isOfColumn(place[0], column)) return place
  } catch {
    // A cursor that cannot be read is refused below, like one of another list.
  }
  throw invalid({ cursor: 'Use the nextCursor of a response to the same filters and sort as cursor' })
}

function isOfColumn(value: string | null, column: Order['column']) {
  return column === 'updated_at' ? value !== null && isMoment(value) : !value?.includes('\0')
}

/** Whether it is a moment as PostgreSQL writes it, on a day that exists. */
function isMoment(value: string) {
  if (!/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false
  const seconds = value.slice(0, 19).replace(' ', 'T')
  const moment = new Date(`${seconds}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(seconds)
}

type Row = { enquiryNo: number; sortValue: string | null }

/** The rows up to the limit, and unless they are the last the cursor after them. */
export function cutPage<T extends Row>(
  found: T[],
  { column }: Order,
  { limit, isLast }: { limit: number; isLast: boolean },
) {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = last && !isLast ? toCursor([column ? last.sortValue : null, last.enquiryNo]) : null
  return { rows, nextCursor }
}

/** Limits a list to the rows after a place; without a place it stays as it is. */
export function afterPlace(db: Queryable, { column, isDescending }: Order, place: Place | undefined) {
  if (!place) return db``
  const [value, enquiryNo] = place
  const sign = isDescending ? db`<` : db`>`
  if (!column) return db`and e.enquiry_no ${sign} ${enquiryNo}::bigint`
  return column === 'updated_at'
    ? db`and (e.updated_at, e.enquiry_no) ${sign} (${value}::text::timestamptz, ${enquiryNo}::bigint)`
    : db`and (e.${db(column)}, e.enquiry_no) ${sign} (${value}::text, ${enquiryNo}::bigint)`
}
