import type { ExportEnquiries } from '#contract/csv.ts'
import { statusLabels } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import { enquiryColumns, type EnquiryRow, ofEach, toEnquiryId } from '#server/enquiries/enquiryStore.ts'
import { conditionsInOrder, orderBy, orderOf } from '#server/enquiries/list/filters.ts'
import { findAll, readSearch } from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { byteOrderMark, toCsvLine } from './csv.ts'

const headings = 'Enquiry ID,Type,Summary,Description,Comments,Status,Raised by,Documents,Messages,Created,Updated'
/** Rows in memory at a time; each batch is a short query of its own, so that nothing is held up or open meanwhile. */
const batchSize = 500

/** With `ids` only those. */
type Wanted = ExportEnquiries & { ids?: string[] }
type ExportRow = EnquiryRow & { creatorName: string }

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

/** Which enquiries there are, and their order, are those of the beginning; what each says is as of its own batch. */
async function* listed(db: Db, actor: Actor, query: Wanted) {
  for (const numbers of await listNumbers(db, actor, query)) {
    for (let from = 0; from < numbers.length; from += batchSize) {
      yield await readRows(db, actor, [...numbers.subarray(from, from + batchSize)])
    }
  }
}

/** Reading so many numbers at a time holds up nobody else in this process; a multiple of the batch. */
const numbersAtOnce = 20_000

/**
 * The numbers in their order, as of one moment: 8 bytes for each enquiry. An order by last change would move under an
 * export that reads on behind its last row: a row that changes meanwhile would come twice, or not at all.
 */
async function listNumbers(db: Db, actor: Actor, { sort, ids, ...filter }: Wanted) {
  const order = orderOf(sort, filter)
  return db.begin(async (tx) => {
    await tx`
      declare exported no scroll cursor for
      select e.enquiry_no from enquiry e
      where ${conditionsInOrder(tx, actor, filter, order)} ${ids ? tx`and e.id = any(${ids}::uuid[])` : tx``}
      order by ${orderBy(tx, order)}`.unprepared()
    const parts: Float64Array[] = []
    do {
      const rows = await tx<{ enquiryNo: number }[]>`fetch ${tx.unsafe(String(numbersAtOnce))} from exported`
      parts.push(Float64Array.from(rows, ({ enquiryNo }) => enquiryNo))
    } while (parts.at(-1)!.length === numbersAtOnce)
    return parts
  })
}

async function* found(db: Db, actor: Actor, { sort: _sort, ...filter }: ExportEnquiries) {
  for await (const { numbers } of findAll(db, actor, readSearch(filter)!, filter, { wanted: batchSize })) {
    for (let from = 0; from < numbers.length; from += batchSize) {
      yield await readRows(db, actor, numbers.slice(from, from + batchSize))
    }
  }
}

/** The enquiries of these numbers, in their order. */
function readRows(db: Db, actor: Actor, numbers: number[]) {
  return db<ExportRow[]>`
    select ${enquiryColumns(db)}, u.name as creator_name
    from unnest(${numbers}::bigint[]) with ordinality as page(enquiry_no, place)
    ${ofEach(db, actor, 'page')}
    join app_user u on u.company_id = e.company_id and u.id = e.created_by
    order by page.place`
}
