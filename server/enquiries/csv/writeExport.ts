import type { ExportEnquiries } from '#contract/csv.ts'
import { toEnquiryId } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { joinParticipant } from '#server/accounts/participants.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import { enquiryColumns, type EnquiryRow, joinEach } from '#server/enquiries/enquiryStore.ts'
import { conditionsInOrder, orderBy, orderOf } from '#server/enquiries/list/filters.ts'
import { mayReadAddresses } from '#server/enquiries/search/hiddenAddresses.ts'
import { findAll, readSearch } from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { byteOrderMark, joinLines, toCsvLine } from './csv.ts'

const headings =
  'Enquiry ID,Type,Summary,Description,Comments,Status,Raised by,Documents,Messages,Created,Updated,Rating,Rating comment'
/** Rows in memory at a time. Each batch is a short query of its own, so that no transaction stays open. */
const batchSize = 500

/** With `ids`, only those enquiries. */
type ExportQuery = ExportEnquiries & { ids?: string[] }
type ExportRow = EnquiryRow & { requesterName: string; requesterEmail: string | null; ratingComment: string | null }

/** Yields the text of a CSV file with the enquiries of a view. The matches of a search come newest first. */
export async function* exportEnquiries(dbs: { db: Db; searchDb: Db }, actor: Actor, query: ExportQuery) {
  yield `${byteOrderMark}${headings}\r\n`
  const batches = readSearch(query) ? readMatches(dbs.searchDb, actor, query) : readListed(dbs.db, actor, query)
  for await (const rows of batches) yield* joinLines(linesOf(rows, actor))
}

function* linesOf(rows: ExportRow[], actor: Actor) {
  for (const row of rows) yield toLine(row, mayReadAddresses(actor))
}

function toLine(row: ExportRow, hasAddress: boolean) {
  return toCsvLine([
    toEnquiryId(row.enquiryNo),
    row.enquiryType,
    row.summery,
    row.description,
    row.comments,
    statusLabels[row.status],
    row.requesterEmail === null || !hasAddress ? row.requesterName : `${row.requesterName} <${row.requesterEmail}>`,
    row.documentCount,
    row.lastMessageSeq,
    row.createdAt.toISOString(),
    row.updatedAt.toISOString(),
    row.rating ?? '',
    row.ratingComment ?? '',
  ])
}

/** The enquiries and their order are fixed at the start; each batch reads their current texts. */
async function* readListed(db: Db, actor: Actor, query: ExportQuery) {
  for (const numbers of await listNumbers(db, actor, query)) {
    for (let from = 0; from < numbers.length; from += batchSize) {
      yield await readRows(db, actor, [...numbers.subarray(from, from + batchSize)])
    }
  }
}

/** Few enough not to hold the event loop; a multiple of the batch. */
const numbersAtOnce = 20_000

/**
 * Reads all numbers in their order from one snapshot, 8 bytes each. An export that continued after its last row would
 * repeat or miss an enquiry whose place changes meanwhile, such as one sorted by last change.
 */
async function listNumbers(db: Db, actor: Actor, { sort, ids, ...filter }: ExportQuery) {
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

async function* readMatches(db: Db, actor: Actor, { sort: _sort, ...filter }: ExportEnquiries) {
  for await (const { numbers } of findAll(db, actor, readSearch(filter)!, filter, { wanted: batchSize })) {
    for (let from = 0; from < numbers.length; from += batchSize) {
      yield await readRows(db, actor, numbers.slice(from, from + batchSize))
    }
  }
}

/** Reads the enquiries with these numbers, in the order of the numbers. */
function readRows(db: Queryable, actor: Actor, numbers: number[]) {
  return db<ExportRow[]>`
    select ${enquiryColumns(db)}, p.name as requester_name, p.email as requester_email, t.rating_comment
    from unnest(${numbers}::bigint[]) with ordinality as page(enquiry_no, place)
    ${joinEach(db, actor, 'page')}
    ${joinParticipant(db, db`e.company_id`, db`e.created_by`)}
    left join lateral (
      select rating_comment from customer_thread where company_id = e.company_id and enquiry_id = e.id limit 1
    ) t on true
    order by page.place`
}
