import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { EnquirySort } from '#contract/enquiries/choices.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'

type Filters = Omit<EnquiryFilter, 'search'>

/** Limits a query to the enquiries of the actor's company that match a filter, apart from the words of a search. */
export function conditions(db: Queryable, actor: Pick<Actor, 'companyId'>, filter: Filters) {
  return db`${otherConditions(db, actor, filter)} ${oneOf(db, 'status', filter.enquiryStatus)}`
}

/**
 * The same for a list that is read in its order, with the bounds that the order allows. In a list that is sorted by a
 * column the status is only a filter: PostgreSQL would read an index that has the status before the number from its start.
 */
export function conditionsInOrder(db: Queryable, actor: Pick<Actor, 'companyId'>, filter: Filters, { column }: Order) {
  const { enquiryStatus } = filter
  return db`
    ${otherConditions(db, actor, filter)}
    ${column && enquiryStatus ? db`and e.status = any(${enquiryStatus})` : oneOf(db, 'status', enquiryStatus)}
    ${boundsOf(db, actor, filter, column)}`
}

function otherConditions(db: Queryable, { companyId }: Pick<Actor, 'companyId'>, filter: Filters) {
  const { enquiryType, raisedBy, assignee, hasDocuments, unanswered, rating } = filter
  const updatedFrom = momentOf(filter.updatedFrom)
  const updatedTo = momentOf(filter.updatedTo, 1)
  return db`
    e.company_id = ${companyId}
    ${oneOf(db, 'enquiry_type', enquiryType)}
    ${oneOf(db, 'created_by', raisedBy)}
    ${isAssignedTo(db, assignee)}
    ${hasDocuments === undefined ? db`` : hasDocuments ? db`and e.document_count > 0` : db`and e.document_count = 0`}
    ${unanswered === undefined ? db`` : unanswered ? isUnanswered(db) : db`and not (true ${isUnanswered(db)})`}
    ${oneOf(db, 'rating', rating)}
    ${createdBetween(db, companyId, filter)}
    ${updatedFrom ? db`and e.updated_at >= ${updatedFrom}` : db``}
    ${updatedTo ? db`and e.updated_at < ${updatedTo}` : db``}`
}

/** Equality with one value keeps the order of the index; `any` does not. */
function oneOf(db: Queryable, column: string, values: (string | number)[] | undefined) {
  if (!values) return db``
  return values.length === 1 ? db`and e.${db(column)} = ${values[0]!}` : db`and e.${db(column)} = any(${values})`
}

function isAssignedTo(db: Queryable, assignee: Filters['assignee']) {
  const people = assignee?.filter((one) => one !== 'unassigned')
  if (people?.length === assignee?.length) return oneOf(db, 'assignee_id', people)
  if (!people?.length) return db`and e.assignee_id is null`
  return db`and (e.assignee_id is null or e.assignee_id = any(${people}))`
}

/** 'closed' is the first status in alphabetical order, so a list by status can start after it. */
function isUnanswered(db: Queryable) {
  return db`and e.awaits_answer and e.status <> 'closed' and e.status > 'closed'`
}

/** Numbers follow the order of creation, so a range of numbers serves, and the index of the list can be used. */
function createdBetween(db: Queryable, companyId: string, { createdFrom, createdTo }: Filters) {
  const from = momentOf(createdFrom)
  const to = momentOf(createdTo, 1)
  return db`
    ${from ? db`and e.enquiry_no >= ${firstSince(db, companyId, from)}` : db``}
    ${to ? db`and e.enquiry_no < ${firstSince(db, companyId, to)}` : db``}`
}

/** `updated_at` is the start of a transaction, `created_at` a moment within it. No transaction takes longer than this. */
const longestTransactionMs = 3_600_000

/**
 * No enquiry is changed before it is created. A list by number can skip the enquiries that were created after the last
 * change that is wanted, a list by last change those that changed before the first creation that is wanted.
 */
export function boundsOf(
  db: Queryable,
  { companyId }: Pick<Actor, 'companyId'>,
  filter: Filters,
  column: Order['column'],
) {
  const updatedTo = momentOf(filter.updatedTo, 1)
  const createdFrom = momentOf(filter.createdFrom)
  if (!column && updatedTo) {
    return db`and e.enquiry_no < ${firstSince(db, companyId, new Date(updatedTo.getTime() + longestTransactionMs))}`
  }
  if (column !== 'updated_at' || !createdFrom) return db``
  return db`and e.updated_at >= ${new Date(createdFrom.getTime() - longestTransactionMs)}`
}

/** The number of the first enquiry that was created at or after a moment. */
function firstSince(db: Queryable, companyId: string, moment: Date) {
  return db`
    coalesce((
      select f.enquiry_no from enquiry f where f.company_id = ${companyId} and f.created_at >= ${moment}
      order by f.created_at, f.enquiry_no limit 1), 9223372036854775807)`
}

const earliest = Date.UTC(1970)
const latest = Date.UTC(9000)

/** A moment as it is; a day as its midnight in UTC, `days` later. */
function momentOf(value: string | undefined, days = 0) {
  if (value === undefined) return undefined
  const time = Date.parse(value) + (/^[\d-]+$/.test(value) ? days * 86_400_000 : 0)
  return new Date(Math.min(Math.max(time, earliest), latest))
}

/** Whether a list has no filter except by status, so that its total is a kept one. */
export function isByStatusAlone({ enquiryStatus: _status, search: _search, ...others }: EnquiryFilter) {
  return Object.values(others).every((value) => value === undefined)
}

/** How a list is sorted: by a column and then by number, or by number alone. */
export type Order = { column: 'enquiry_type' | 'summery' | 'status' | 'updated_at' | undefined; isDescending: boolean }

const sortColumns: Record<EnquirySort, Order['column']> = {
  enquiryId: undefined,
  createdAt: undefined,
  enquiryType: 'enquiry_type',
  summery: 'summery',
  enquiryStatus: 'status',
  updatedAt: 'updated_at',
}

/** Skips a sort column that the filter pins to one value. */
export function orderOf(sort: EnquirySort | `-${EnquirySort}` = '-createdAt', filter: EnquiryFilter): Order {
  const column = sortColumns[sort.replace('-', '') as EnquirySort]
  const one = { status: filter.enquiryStatus, enquiry_type: filter.enquiryType, summery: [], updated_at: [] }
  const isSame = column !== undefined && one[column]?.length === 1
  return { column: isSame ? undefined : column, isDescending: sort.startsWith('-') }
}

export function orderBy(db: Queryable, { column, isDescending }: Order) {
  const direction = isDescending ? db`desc` : db`asc`
  return column ? db`e.${db(column)} ${direction}, e.enquiry_no ${direction}` : db`e.enquiry_no ${direction}`
}
