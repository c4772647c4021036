import { z } from 'zod'
import type { Queryable } from '#server/database/database.ts'
import { invalid } from '#server/http/errors.ts'
import type { Order } from './filters.ts'

const Place = z.tuple([z.string().nullable(), z.number().int().min(0)])
/** The last row of a page: what the list is sorted by, as PostgreSQL writes it, and the number. */
export type Place = z.infer<typeof Place>

export function toCursor(place: Place) {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** 400 for what is no cursor of a list sorted so. */
export function fromCursor(cursor: string, { column }: Order): Place {
  try {
    const place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if ((place[0] === null) === (column === undefined) && isOfColumn(place[0], column)) return place
  } catch {
    // Whatever is wrong with it, it is not one of ours.
  }
  throw invalid({ cursor: 'cursor must be the nextCursor of an answer to the same filters and sort' })
}

function isOfColumn(value: string | null, column: Order['column']) {
  return column === 'updated_at' ? value !== null && isMoment(value) : !value?.includes('\0')
}

/** As PostgreSQL writes one, and on a day that there is. */
function isMoment(value: string) {
  if (!/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false
  const seconds = value.slice(0, 19).replace(' ', 'T')
  const moment = new Date(`${seconds}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(seconds)
}

/** What comes behind a place in a list, which without one is all. */
export function behind(db: Queryable, { column, isDescending }: Order, place: Place | undefined) {
  if (!place) return db``
  const [value, enquiryNo] = place
  const sign = isDescending ? db`<` : db`>`
  if (!column) return db`and e.enquiry_no ${sign} ${enquiryNo}::bigint`
  return column === 'updated_at'
    ? db`and (e.updated_at, e.enquiry_no) ${sign} (${value}::text::timestamptz, ${enquiryNo}::bigint)`
    : db`and (e.${db(column)}, e.enquiry_no) ${sign} (${value}::text, ${enquiryNo}::bigint)`
}
