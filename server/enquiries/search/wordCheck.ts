import type { Db } from '#server/database/database.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import { indexedWords } from './words.ts'
import { textColumns, type Texts, textOf, writeMissingWords } from './wordStore.ts'

/** The size of the sample: enquiries, and companies that they belong to. */
const sampled = 1000
const sampledCompanies = 50
/** Messages of each enquiry that are in memory at a time, and notes. Of the sample only the newest ones are checked. */
const pageSize = 50
/** Enquiries whose texts are in memory at a time. */
const batchSize = 20

type Company = { id: string; last: number }

/**
 * Compares the indexed words with the texts, for a random sample of enquiries, and for all enquiries of a company whose
 * sample has a wrong one. Writes wrong words again and returns those companies. Each batch is a short query of its own;
 * `signal` ends the check after the current one.
 */
export async function checkWords(db: Db, signal: AbortSignal) {
  const companies = await db<Company[]>`
    select id, last_enquiry_no as last from company where last_enquiry_no > 0
    order by random() limit ${sampledCompanies}`
  const wrong: string[] = []
  for (const { id, last } of companies) {
    const count = Math.ceil(sampled / companies.length)
    const sample = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * last))
    if ((await noteWrong(db, id, batchesOf(sample), { signal, isWhole: false })) === 0) continue
    wrong.push(id)
    await noteWrong(db, id, batchesOf(upTo(last)), { signal, isWhole: true })
  }
  while (!signal.aborted && (await writeMissingWords(db))) continue
  return wrong
}

/** The same for every enquiry with all its messages and notes. Passes the finished share, from 0 to 1, to `report`. */
export async function checkAllWords(db: Db, signal: AbortSignal, report: (share: number) => void) {
  const companies = await db<Company[]>`
    select id, last_enquiry_no as last from company where last_enquiry_no > 0 order by id`
  const total = companies.reduce((sum, { last }) => sum + last, 0)
  let checked = 0
  const onChecked = (enquiries: number) => report((checked += enquiries) / total)
  const wrong: string[] = []
  for (const { id, last } of companies) {
    const count = await noteWrong(db, id, batchesOf(upTo(last)), { signal, isWhole: true, onChecked })
    if (count > 0) wrong.push(id)
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

/** `isWhole` also compares the messages and notes before the newest ones. */
type Extent = { signal: AbortSignal; isWhole: boolean; onChecked?: (enquiries: number) => void }

/** Notes the enquiries whose words do not match their texts, and returns how many there are. */
async function noteWrong(
  db: Db,
  companyId: string,
  batches: Iterable<number[]>,
  { signal, isWhole, onChecked }: Extent,
) {
  let count = 0
  for (const numbers of batches) {
    if (signal.aborted) break
    const wrong = await findWrong(db, companyId, numbers, isWhole)
    if (wrong.length > 0) {
      await db`
        insert into enquiry_words_missing (company_id, enquiry_id)
        select ${companyId}, id from unnest(${wrong}::uuid[]) id on conflict do nothing`
    }
    count += wrong.length
    onChecked?.(numbers.length)
  }
  return count
}

async function findWrong(db: Db, companyId: string, numbers: number[], isWhole: boolean) {
  const wrong = new Set<string>()
  for (const read of [readOwn, readMessages, readNotes]) {
    for await (const page of pagesOf((some, skipped) => read(db, companyId, some, skipped), numbers, isWhole)) {
      for (const one of page) {
        if (!isIndexed(companyId, one)) wrong.add(one.id)
        // A long text holds the event loop for milliseconds.
        await yieldToEventLoop()
      }
    }
  }
  return [...wrong]
}

/** A text and its indexed words at the same moment. */
type Indexed = { id: string; enquiryNo: number; text: string; words: string[] | null }

/** Continues with the enquiries of which a page was full. One that gets messages meanwhile has some of them on two pages. */
async function* pagesOf(
  read: (numbers: number[], skipped: number) => Promise<Indexed[]>,
  numbers: number[],
  isWhole: boolean,
) {
  for (let left = numbers, skipped = 0; left.length > 0; skipped += pageSize) {
    const page = await read(left, skipped)
    yield page
    const isFull = (number: number) => page.filter(({ enquiryNo }) => enquiryNo === number).length === pageSize
    left = isWhole ? left.filter(isFull) : []
  }
}

async function readOwn(db: Db, companyId: string, numbers: number[]): Promise<Indexed[]> {
  const rows = await db<(Omit<Indexed, 'text'> & Texts)[]>`
    select e.id, ${textColumns(db)}, tsvector_to_array(w.words) as words
    from enquiry e
    left join enquiry_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.seq = 0
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
  return rows.map((row) => ({ ...row, text: textOf(row) }))
}

function readMessages(db: Db, companyId: string, numbers: number[], skipped: number) {
  return db<Indexed[]>`
    select e.id, e.enquiry_no, m.message as text, tsvector_to_array(w.words) as words
    from enquiry e
    cross join lateral (
      select seq, message from message where company_id = e.company_id and enquiry_id = e.id
      order by seq desc limit ${pageSize} offset ${skipped}
    ) m
    left join enquiry_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.seq = m.seq
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
}

function readNotes(db: Db, companyId: string, numbers: number[], skipped: number) {
  return db<Indexed[]>`
    select e.id, e.enquiry_no, n.note as text, tsvector_to_array(w.words) as words
    from enquiry e
    cross join lateral (
      select id, note from note where company_id = e.company_id and enquiry_id = e.id
      order by created_at desc, id desc limit ${pageSize} offset ${skipped}
    ) n
    left join note_words w on w.company_id = e.company_id and w.enquiry_no = e.enquiry_no and w.note_id = n.id
    where e.company_id = ${companyId} and e.enquiry_no = any(${numbers}::bigint[])`
}

function isIndexed(companyId: string, { enquiryNo, words, text }: Indexed) {
  const wanted = indexedWords(companyId, enquiryNo, text).split(' ').filter(Boolean)
  return words !== null && words.toSorted().join(' ') === wanted.toSorted().join(' ')
}
