import { statusLabels } from '#contract/enquiries.ts'
import type { ExportEnquiries } from '#contract/csv.ts'
import { type Db, plannedAnew } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { byteOrderMark, toCsvLine } from './csv.ts'
import { behind, type Place } from './cursors.ts'
import { conditionsInOrder, orderBy, orderOf } from './enquiryFilters.ts'
import { type EnquiryRow, toEnquiryId } from './enquiryStore.ts'
import { findAll, readSearch } from './search.ts'

const headings = 'Enquiry ID,Type,Summary,Description,Comments,Status,Raised by,Documents,Messages,Created,Updated'
/** Rows in memory at a time; each batch is a short query of its own, so that nothing is held up or open meanwhile. */
const batchSize = 500

/** With `ids` only those. */
type Wanted = ExportEnquiries & { ids?: string[] }
type ExportRow = EnquiryRow & { creatorName: string; sortValue: string | null }

/** The enquiries of a view as the text of a CSV file, piece by piece. Those of a search come newest first. */
export async function* exportEnquiries(dbs: { db: Db; searchDb: Db }, actor: Actor, query: Wanted) {
  yield `${byteOrderMark}${headings}\r\n`
  const batches = readSearch(query) ? found(dbs.searchDb, actor, query) : listed(dbs.db, actor, query)
  for await (const rows of batches) yield* linesOf(rows)
}

/** Characters that are sent in one piece. */
const pieceLength = 500_000

async function* linesOf(rows: ExportRow[]) {
  let piece = ''
  for (const row of rows) {
    piece += toLine(row)
    await yieldToEventLoop()
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

function toLine(row: ExportRow) {
  return toCsvLine([
    toEnquiryId(row.enquiryNo),
    row.enquiryType,
    row.summery,
    row.description,
    row.comments,
    statusLabels[row.status],
    row.creatorName,
    row.documentCount,
    row.lastMessageSeq,
    row.createdAt.toISOString(),
    row.updatedAt.toISOString(),
  ])
}

async function* listed(db: Db, actor: Actor, { sort, ids, ...filter }: Wanted) {
  const order = orderOf(sort, filter)
  let after: Place | undefined
  do {
    const rows: ExportRow[] = await plannedAnew(db<ExportRow[]>`
      select e.*, u.name as creator_name, ${order.column ? db`e.${db(order.column)}::text` : db`null`} as sort_value
      from enquiry e join app_user u on u.company_id = e.company_id and u.id = e.created_by
      where ${conditionsInOrder(db, actor, filter, order)} ${ids ? db`and e.id = any(${ids}::uuid[])` : db``} ${behind(db, order, after)}
      order by ${orderBy(db, order)} limit ${db.unsafe(String(batchSize))}`)
    yield rows
    const last = rows.length === batchSize ? rows.at(-1) : undefined
    after = last && [order.column ? last.sortValue : null, last.enquiryNo]
  } while (after)
}

async function* found(db: Db, actor: Actor, { sort: _sort, ...filter }: ExportEnquiries) {
  for await (const numbers of findAll(db, actor, readSearch(filter)!, filter, batchSize)) {
    for (let from = 0; from < numbers.length; from += batchSize) {
      yield await db<ExportRow[]>`
        select e.*, u.name as creator_name
        from enquiry e join app_user u on u.company_id = e.company_id and u.id = e.created_by
        where e.company_id = ${actor.companyId} and e.enquiry_no = any(${numbers.slice(from, from + batchSize)}::int[])
        order by e.enquiry_no desc`
    }
  }
}
