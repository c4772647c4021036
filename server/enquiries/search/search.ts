import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Db, Queryable } from '#server/database/database.ts'
import type { Query, Rows } from '#server/database/sql.ts'
import { conditions, isByStatusAlone } from '#server/enquiries/list/filters.ts'
import { companyTag } from '#server/enquiries/list/stretches.ts'
import type { Actor } from '#server/http/actor.ts'
import { toAsciiDigits } from './folding.ts'
import { type FoundRow, mayReadMessages, mayReadNotes, taggedBeginning, withFirstRows } from './foundRows.ts'
import { foundByAddress, mayReadAddresses, withSuspects } from './hiddenAddresses.ts'
import { findNamesakes, selectNamesakes } from './namesakes.ts'
import { searchWordsOf } from './words.ts'

/** A parsed search: words, a number, or both readings of the same digits. */
export type Search = { words: string[]; enquiryNo?: number; isNumberOnly: boolean }

/** Parses a search. Undefined for an empty one; a text without letters or digits is a search that finds nothing. */
export function readSearch({ search }: Pick<EnquiryFilter, 'search'>): Search | undefined {
  // The prefix of a number that is still being typed is not a search yet.
  if (!search?.trim() || /^\s*(enq-0*|#)\s*$/i.test(search)) return undefined
  const typed = toAsciiDigits(search)
  const [, prefix, digits] = /^\s*(?:(enq[-\s]*)|#\s*)?0*(\d{1,12})\s*$/i.exec(typed) ?? []
  const enquiryNo = digits === undefined ? undefined : Number(digits)
  const plain = typed.replace(/\benq[-\s]?(\d{1,12})\b/gi, (_all, number: string) => number.padStart(6, '0'))
  return { words: searchWordsOf(plain), enquiryNo, isNumberOnly: prefix !== undefined }
}

/** When a search stops: at a time of `performance.now()`, or when its caller disconnects. */
export type Deadline = { at: number; signal: AbortSignal }

const searchTimeoutMs = 1500

export function searchDeadline(signal: AbortSignal): Deadline {
  return { at: performance.now() + searchTimeoutMs, signal }
}

/**
 * The numbers that were found: the number that was searched for (`exact`), then the newest first. `isMore`: there are more
 * than were counted. `stoppedAt`: the lowest number that was searched, if the deadline came before the end.
 */
export type Found = { numbers: number[]; exact?: number; isMore: boolean; stoppedAt?: number; rows?: FoundRow[] }

/** With `shown`, also reads the rows of so many of the numbers, if the first step finds them. */
export async function findFirstMatches(
  db: Db,
  actor: Actor,
  search: Search,
  filter: EnquiryFilter,
  { counted, deadline, shown }: { counted: number; deadline: Deadline; shown?: number },
): Promise<Found> {
  const numbers: number[] = []
  let below = 1
  let rows: FoundRow[] | undefined
  for await (const batch of findAll(db, actor, search, filter, { wanted: counted + 1, deadline, shown })) {
    numbers.push(...batch.numbers)
    rows ??= batch.rows
    below = batch.below
    if (numbers.length > counted) break
  }
  const exact = numbers[0] === search.enquiryNo ? numbers[0] : undefined
  const isMore = numbers.length > counted
  const stoppedAt = isMore || below <= 1 ? undefined : below
  return { numbers: numbers.slice(0, counted), exact, isMore, stoppedAt, rows }
}

/** Without a deadline a search runs to its end. With `shown`, the first batch has the rows of so many of its numbers. */
type Reach = { wanted: number; below?: number; deadline?: Deadline; shown?: number }

/** The matches of one step, the newest first, and the number below which the next step starts: 1 at the end. */
export type Batch = { numbers: number[]; below: number; rows?: FoundRow[] | undefined }

/** `suspects` are those of `numbers` that an address may have found which the actor does not see. */
type FoundBatch = Batch & { suspects: number[] }

/** Yields all matches, about `wanted` at a time: the enquiry with that number, then the newest first. */
export async function* findAll(
  db: Db,
  actor: Actor,
  search: Search,
  filter: EnquiryFilter,
  reach: Reach,
): AsyncGenerator<Batch> {
  const { words, enquiryNo, isNumberOnly } = search
  const exact = enquiryNo === undefined ? [] : await applyFilter(db, actor, filter, enquiryNo)
  if (exact.length > 0) yield { numbers: exact, below: 1 }
  if (isNumberOnly) return
  for await (const batch of findNumbers(db, actor, words, filter, reach)) {
    yield exact.length > 0 ? { ...batch, numbers: batch.numbers.filter((number) => number !== exact[0]) } : batch
  }
}

/** The words of a search, and a query that selects their Namesakes. */
type Sought = { words: string[]; namesakes: Query<unknown> }

/** A search with more words looks up this many in the index, and checks their matches for the others. */
const wordsLookedUp = 12
/** Few matches may pass the filter, so each step looks for more than the one before, up to this number. */
const largestStep = 10_000
/** A step takes less time than the database allows a statement, so that a long search never fails. */
const stepTimeoutMs = 1000

/** Yields the numbers of the enquiries that contain all words, the newest first. */
export async function* findNumbers(
  db: Db,
  actor: Actor,
  words: string[],
  filter: EnquiryFilter,
  { wanted, below, deadline, shown }: Reach,
): AsyncGenerator<Batch> {
  if (words.length === 0) return
  const first = { wanted, below: below ?? null, budget: budgetMsOf(deadline), shown }
  // The first step finds the people that the words name itself. It is repeated if a name needs folding, which only Node can do.
  const [{ named, people, isFolded }, quick] = await db.pipeline((one) => [
    findNamesakes(one, actor, words),
    findBatch(one, actor, { words, namesakes: selectNamesakes(one, actor, words) }, filter, first),
  ])
  const sought = { words, namesakes: db`select ${named}::text[] as named, ${people}::uuid[] as people` }
  let batch = isFolded ? await findBatch(db, actor, sought, filter, first) : quick
  yield batch
  if (hasFilter(filter) && batch.below > 1 && !isPast(deadline)) {
    const few = await findAmongFew(db, actor, sought, filter, batch.below)
    if (few) return yield { numbers: few, below: 1 }
  }
  let step = wanted
  while (batch.below > 1 && !isPast(deadline)) {
    step = Math.max(wanted, Math.min(step * 4, largestStep))
    const next = { wanted: step, below: batch.below, budget: budgetMsOf(deadline) }
    batch = await findBatch(db, actor, sought, filter, next)
    yield batch
  }
}

/** Checking this many enquiries one by one takes less time than looking up a frequent word in all of them. */
const fewEnquiries = 1000

/** The matches among the enquiries that pass the filter, or undefined if those are many. */
async function findAmongFew(
  db: Queryable,
  actor: Actor,
  sought: Sought,
  { search: _search, ...filter }: EnquiryFilter,
  below: number,
) {
  const [found] = await db<{ isFew: boolean; numbers: number[] }[]>`
    with passing as materialized (
      select e.enquiry_no as no from enquiry e
      where ${conditions(db, actor, filter)} and e.enquiry_no < ${below}::bigint
      limit ${db.unsafe(String(fewEnquiries + 1))}
    ), extent as materialized (select count(*) <= ${fewEnquiries}::int as is_few from passing)
    select is_few, array(select n.no from passing n where is_few ${containsAll(db, actor, sought)} order by n.no desc) as numbers
    from extent`.unprepared()
  if (!found!.isFew || mayReadAddresses(actor)) return found!.isFew ? found!.numbers : undefined
  const hidden = await foundByAddress(db, actor, sought, found!.numbers)
  return found!.numbers.filter((number) => !hidden.includes(number))
}

function budgetMsOf(deadline: Deadline | undefined) {
  const leftMs = deadline ? deadline.at - performance.now() : stepTimeoutMs
  return Math.max(1, Math.min(stepTimeoutMs, Math.ceil(leftMs)))
}

function isPast(deadline: Deadline | undefined) {
  return deadline !== undefined && (deadline.signal.aborted || performance.now() >= deadline.at)
}

type Step = { wanted: number; below: number | null; budget: number; shown?: number }

async function findBatch(
  db: Queryable,
  actor: Actor,
  sought: Sought,
  filter: EnquiryFilter,
  step: Step,
): Promise<Batch> {
  const { words } = sought
  const isWhole = !hasFilter(filter) && words.length <= wordsLookedUp
  const found = isWhole ? lookUp(db, actor, sought, step) : lookUpPassing(db, actor, sought, filter, step)
  const isFrequent = isByStatusAlone(filter) && words.length <= wordsLookedUp
  const run = <Row extends object>(query: Query<Rows<Row[]>>) => (isFrequent ? query : query.unprepared())
  const checked = withSuspects(db, actor, words, found)
  if (step.shown === undefined) return withoutHidden(db, actor, sought, (await run(db<FoundBatch[]>`${checked}`))[0]!)
  const rows = await run(withFirstRows(db, actor, words, checked, step.shown))
  const { below, numbers, suspects } = rows[0]!
  return withoutHidden(db, actor, sought, { below, numbers, suspects, rows: rows.slice(0, numbers.length) })
}

async function withoutHidden(db: Queryable, actor: Actor, sought: Sought, { suspects, ...batch }: FoundBatch) {
  const hidden = suspects.length === 0 ? [] : await foundByAddress(db, actor, sought, suspects)
  if (hidden.length === 0) return batch
  return { below: batch.below, numbers: batch.numbers.filter((number) => !hidden.includes(number)) }
}

/** Selects `below` and `numbers` of a step, without the filter. */
function lookUp(db: Queryable, actor: Actor, { words, namesakes }: Sought, { wanted, below, budget }: Step) {
  return db`
    select f.below, f.numbers from company c, (${namesakes}) n, search_enquiry_numbers(
      c.id, ${companyTag(actor.companyId)}::text, ${words.slice(0, wordsLookedUp)}::text[], n.named, n.people, ${wanted}::int,
      ${mayReadMessages(actor)}::boolean, ${mayReadNotes(actor)}::boolean,
      least(${below}::bigint, c.last_enquiry_no + 1), ${budget}::int) f
    where c.id = ${actor.companyId}`
}

/** Selects `below` of a step, and those of its numbers that pass the filter and contain the words that are not looked up. */
function lookUpPassing(
  db: Queryable,
  actor: Actor,
  sought: Sought,
  { search: _search, ...filter }: EnquiryFilter,
  step: Step,
) {
  const others = sought.words.slice(wordsLookedUp)
  // `offset 0` forces a lookup for each number: the planner cannot estimate how many there are, and might scan the company.
  return db`
    select found.below, array(
      select n.no from unnest(found.numbers) with ordinality as n(no, place)
      where true
        ${hasFilter(filter) ? db`and exists (select from enquiry e where ${conditions(db, actor, filter)} and e.enquiry_no = n.no offset 0)` : db``}
        ${others.length > 0 ? containsAll(db, actor, { ...sought, words: others }) : db``}
      order by n.place
    ) as numbers
    from (${lookUp(db, actor, sought, step)} offset 0) found`
}

/** Limits a query to the numbers `n.no` of enquiries in which each word is found, as `search_enquiry_numbers` finds it. */
function containsAll(db: Queryable, actor: Actor, { words, namesakes }: Sought) {
  const { companyId } = actor
  // The function `beginning_with` would take most of the time here.
  const beginning = db`${taggedBeginning(db, companyId, db`n.no`, db`other.word`)}::tsquery`
  const inNotes = db`
    or exists (
      select from (
        select w.words from note_words w where w.company_id = ${companyId} and w.enquiry_no = n.no
        offset 0
      ) notes where notes.words @@ ${beginning}
    )`
  const pairs = db`(select pair.named, pair.person from (${namesakes}) n, unnest(n.named, n.people) pair(named, person))`
  const inNames = db`
    or exists (
      select from enquiry e where e.company_id = ${companyId} and e.enquiry_no = n.no
        and ((other.word, e.created_by) in ${pairs} or (other.word, e.assignee_id) in ${pairs})
      offset 0
    )`
  return db`
    and not exists (
      select from unnest(${words}::text[]) other(word) where not (
        exists (
          select from (
            select w.words from enquiry_words w
            where w.company_id = ${companyId} and w.enquiry_no = n.no and (w.seq = 0 or ${mayReadMessages(actor)}::boolean)
            offset 0
          ) texts where texts.words @@ ${beginning}
        )
        ${mayReadNotes(actor) ? inNotes : db``}
        ${inNames}
      )
      offset 0
    )`
}

function hasFilter({ search: _search, ...filter }: EnquiryFilter) {
  return Object.values(filter).some((value) => value !== undefined)
}

/** The number, if its enquiry exists and passes the filter. */
async function applyFilter(db: Queryable, actor: Actor, { search: _search, ...filter }: EnquiryFilter, number: number) {
  const rows = await db<{ enquiryNo: number }[]>`
    select e.enquiry_no from enquiry e where ${conditions(db, actor, filter)} and e.enquiry_no = ${number}::bigint`.unprepared()
  return rows.map(({ enquiryNo }) => enquiryNo)
}
