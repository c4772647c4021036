import type { Db } from '#server/database/database.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'
import { indexedWords } from './words.ts'
import { textColumns, type Texts, textOf, writeMissingWords } from './wordStore.ts'

/** The size of the sample: enquiries, and companies that they belong to. */
const sampled = 1000
const sampledCompanies = 50
/** The newest messages of each enquiry that are checked, and the newest notes. */
const messagesEach = 50
/** Enquiries whose texts are in memory at a time. */
const batchSize = 20

/**
 * Compares the indexed words with the texts, for a random sample of enquiries, and for all enquiries of a company whose
 * sample has a wrong one. Writes wrong words again and returns those companies. Each batch is a short query of its own;
 * `signal` ends the check after the current one.
 */
export async function checkWords(db: Db, signal: AbortSignal) {
  const companies = await db<{ id: string; last: number }[]>`
    select id, last_enquiry_no as last from company where last_enquiry_no > 0
    order by random() limit ${sampledCompanies}`
  const wrong: string[] = []
  for (const { id, last } of companies) {
    const count = Math.ceil(sampled / companies.length)
    const sample = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * last))
    if ((await noteWrong(db, id, batchesOf(sample), signal)) === 0) continue
    wrong.push(id)
    await noteWrong(db, id, batchesOf(upTo(last)), signal)
  }
  while (!signal.aborted && (await writeMissingWords(db))) continue
  return wrong
}

function* upTo(last: number) {
  for (let number = 1; number <= last; number++) yield number
}

function* batchesOf(numbers: Iterable<number>) {
  let batch: number[] = []
  for (const number of numbers) {
    batch.push(number)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Notes the enquiries whose words do not match their texts, and returns how many there are. */
async function noteWrong(db: Db, companyId: string, batches: Iterable<number[]>, signal: AbortSignal) {
  let count = 0
  for (const numbers of batches) {
    if (signal.aborted) break
    const wrong = await findWrong(db, companyId, numbers)
    await db`
      insert into enquiry_words_missing (company_id, enquiry_id)
      select ${companyId}, id from unnest(${wrong}::uuid[]) id on conflict do nothing`
    count += wrong.length
  }
  return count
}

/** A text and its indexed words at the same moment. */
type Indexed = { id: string; enquiryNo: number; words: string[] | null }

async function findWrong(db: Db, companyId: string, numbers: number[]) {
  const own = await db<(Indexed & Texts)[]>`
    select e.id, ${textColumns(db)}, tsvector_to_array(w.words) as words
    from enquiry e
    left join enquiry_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.seq = 0
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
  const messages = await db<(Indexed & { message: string })[]>`
    select e.id, e.enquiry_no, m.message, tsvector_to_array(w.words) as words
    from enquiry e
    cross join lateral (
      select seq, message from message where company_id = e.company_id and enquiry_id = e.id
      order by seq desc limit ${messagesEach}
    ) m
    left join enquiry_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.seq = m.seq
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
  const notes = await db<(Indexed & { note: string })[]>`
    select e.id, e.enquiry_no, n.note, tsvector_to_array(w.words) as words
    from enquiry e
    cross join lateral (
      select id, note from note where company_id = e.company_id and enquiry_id = e.id
      order by created_at desc, id desc limit ${messagesEach}
    ) n
    left join note_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.note_id = n.id
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
  const indexed = [
    ...own.map((row) => ({ ...row, text: textOf(row) })),
    ...messages.map((row) => ({ ...row, text: row.message })),
    ...notes.map((row) => ({ ...row, text: row.note })),
  ]
  const wrong = new Set<string>()
  for (const one of indexed) {
    if (!isIndexed(companyId, one)) wrong.add(one.id)
    // A long text holds the event loop for milliseconds.
    await yieldToEventLoop()
  }
  return [...wrong]
}

function isIndexed(companyId: string, { enquiryNo, words, text }: Indexed & { text: string }) {
  const wanted = indexedWords(companyId, enquiryNo, text).split(' ').filter(Boolean)
  return words !== null && words.toSorted().join(' ') === wanted.toSorted().join(' ')
}
