import type { EnquiryStatus } from '#contract/enquiries.ts'
import { recordMany } from '#server/accounts/history.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { adjustCounts } from '#server/enquiries/enquiryStore.ts'
import { indexedWords } from '#server/enquiries/search/words.ts'
import { textOf } from '#server/enquiries/search/wordStore.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { giveWay } from '#server/scheduling/givingWay.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import type { ImportRow } from './parseImport.ts'

/** Limits of one statement, because the driver encodes it without a pause: rows, and characters of their texts. */
const batchSize = 100
const batchCharacters = 100_000

/**
 * PostgreSQL may have planned how to check a row's references while the table was empty. On a new server, that
 * plan reads all enquiries for each row. It plans again after so many rows, and whenever they have doubled.
 */
const firstReplan = 500

/** The first of the taken numbers, and the moment of taking them. */
type Numbers = { first: number; createdAt: Date }

/**
 * Takes numbers for an import, outside its transaction: inside it, the company's row would stay locked, and nobody else in
 * the company could raise an enquiry until all rows are written. `db` must not be the import's own pool: imports that
 * wait there for a second connection could deadlock.
 */
export async function takeNumbers(db: Db, { companyId }: Actor, count: number): Promise<Numbers> {
  const [taken] = await db<Numbers[]>`
    update company set last_enquiry_no = last_enquiry_no + ${count} where id = ${companyId}
    returning last_enquiry_no - ${count} + 1 as first, clock_timestamp() as created_at`
  return taken!
}

/** Inserts an enquiry for each row, with the numbers that were taken for them. */
export async function insertRows(tx: Tx, actor: Actor, imported: ImportRow[], { first, createdAt }: Numbers) {
  let from = 0
  let replanAt = firstReplan
  for (const batch of batchesOf(imported)) {
    const startedAt = performance.now()
    await insertBatch(tx, actor, batch, first + from, createdAt)
    await giveWay(actor.companyId, performance.now() - startedAt)
    from += batch.length
    if (from < replanAt) continue
    await tx`discard plans`
    replanAt *= 2
  }
  await countTypes(tx, actor, imported)
  const changes = imported.map(({ enquiryStatus: status }, at) => ({ enquiryNo: first + at, status, by: 1 as const }))
  adjustCounts(tx, actor.companyId, changes)
  // One event is enough for the lists: nobody can have a new enquiry open yet.
  if (imported[0]) announce(tx, actor, { subject: 'enquiry', id: imported[0].id })
}

function* batchesOf(imported: ImportRow[]) {
  let batch: ImportRow[] = []
  let characters = 0
  for (const row of imported) {
    const { length } = row.enquiryType + row.summery + row.description + row.comments
    if (batch.length === batchSize || (batch.length > 0 && characters + length > batchCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(row)
    characters += length
  }
  if (batch.length > 0) yield batch
}

async function insertBatch(tx: Tx, actor: Actor, imported: ImportRow[], first: number, createdAt: Date) {
  const { companyId, userId } = actor
  const rows = imported.map(({ id, enquiryType, summery, description, comments, enquiryStatus }, at) => ({
    companyId,
    id,
    enquiryNo: first + at,
    enquiryType,
    summery,
    description,
    comments,
    status: enquiryStatus satisfies EnquiryStatus,
    createdBy: userId,
    createdAt,
    updatedAt: createdAt,
    waitingSince: createdAt,
  }))
  await tx`insert into enquiry ${tx(rows)}`
  await tx`insert into seen ${tx(rows.map((row) => ({ companyId, enquiryId: row.id, userId, follows: true })))}`
  const words: string[] = []
  for (const row of rows) {
    words.push(indexedWords(companyId, row.enquiryNo, textOf(row)))
    await yieldToEventLoop()
  }
  await tx`
    insert into enquiry_words (company_id, enquiry_no, seq, words)
    select ${companyId}, enquiry_no, 0, words::tsvector
    from unnest(${rows.map(({ enquiryNo }) => enquiryNo)}::bigint[], ${words}::text[]) as w(enquiry_no, words)`
  const records = rows.map(({ id }) => ({
    subject: 'enquiry' as const,
    subjectId: id,
    action: 'imported',
    changes: {},
  }))
  recordMany(tx, actor, records)
}

async function countTypes(tx: Tx, { companyId }: Actor, imported: ImportRow[]) {
  await tx`
    insert into enquiry_type as t (company_id, name, used)
    select ${companyId}, name, count(*) from unnest(${imported.map(({ enquiryType }) => enquiryType)}::text[]) as l(name)
    group by name order by name
    on conflict (company_id, name) do update set used = t.used + excluded.used`
}
