import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import { conditions } from '#server/enquiries/list/filters.ts'
import { companyTag } from '#server/enquiries/list/stretches.ts'
import type { Actor } from '#server/http/actor.ts'
import { toAsciiDigits } from './folding.ts'
import { searchedIn } from './words.ts'

/** What somebody typed: words, a number, or both readings of the same digits. */
export type Search = { words: string[]; enquiryNo?: number; isNumberOnly: boolean }

/** What is asked for, or undefined where nothing is. A text without letters and digits asks for what cannot be. */
export function readSearch({ search }: Pick<EnquiryFilter, 'search'>): Search | undefined {
  // Of a number that is being typed, the beginning asks for nothing yet.
  if (!search?.trim() || /^\s*(enq-0*|#)\s*$/i.test(search)) return undefined
  const typed = toAsciiDigits(search)
  const [, prefix, digits] = /^\s*(?:(enq[-\s]*)|#\s*)?0*(\d{1,12})\s*$/i.exec(typed) ?? []
  const enquiryNo = digits === undefined ? undefined : Number(digits)
  const plain = typed.replace(/\benq[-\s]?(\d{1,12})\b/gi, (_all, number: string) => number.padStart(6, '0'))
  return { words: searchedIn(plain), enquiryNo, isNumberOnly: prefix !== undefined }
}

/** When a request gives up: at a moment of `performance.now()`, or sooner if its caller is gone. */
export type Deadline = { at: number; signal: AbortSignal }

const searchMilliseconds = 1500

export function searchDeadline(signal: AbortSignal): Deadline {
  return { at: performance.now() + searchMilliseconds, signal }
}

/**
 * The numbers of what was found: that which was searched for (`exact`), then the newest first; `isMore` when there are
 * more than are counted. `stoppedAt` is the oldest number that was looked at when the deadline came before the end.
 */
export type Found = { numbers: number[]; exact?: number; isMore: boolean; stoppedAt?: number }

export async function findFirstMatches(
  db: Db,
  actor: Actor,
  search: Search,
  filter: EnquiryFilter,
  { counted, deadline }: { counted: number; deadline: Deadline },
): Promise<Found> {
  const numbers: number[] = []
  let below = 1
  for await (const batch of findAll(db, actor, search, filter, { wanted: counted + 1, deadline })) {
    numbers.push(...batch.numbers)
    below = batch.below
    if (numbers.length > counted) break
  }
  const exact = numbers[0] === search.enquiryNo ? numbers[0] : undefined
  const isMore = numbers.length > counted
  return { numbers: numbers.slice(0, counted), exact, isMore, stoppedAt: isMore || below <= 1 ? undefined : below }
}

/** Without a deadline a search goes on to its end. */
type Reach = { wanted: number; below?: number; deadline?: Deadline }

/** What was found in one step, the newest first, and the number under which the next one begins: 1 at the end. */
export type Batch = { numbers: number[]; below: number }

/** All that was found, `wanted` at a time or more: the enquiry of that number, then the newest first. */
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
  for await (const { numbers, below } of findNumbers(db, actor, words, filter, reach)) {
    yield { numbers: numbers.filter((number) => number !== exact[0]), below }
  }
}

/** Whether what was said in the threads is searched for them. */
export function mayReadMessages({ ability }: Actor) {
  return ability.can('read', 'acl-page')
}

/** Of a longer search these are looked up in the index, and what they find is checked for the others. */
const lookedUp = 12
/** A filter may let little through: each step looks for more than the one before, up to this. */
const largestStep = 10_000
/** What one step may take, in milliseconds: less than the database allows a search, so that a long one never fails. */
const stepMilliseconds = 1000

/** The numbers in whose texts all of the words are, the newest first. */
export async function* findNumbers(
  db: Db,
  actor: Actor,
  words: string[],
  filter: EnquiryFilter,
  { wanted, below, deadline }: Reach,
): AsyncGenerator<Batch> {
  if (words.length === 0) return
  const few = await findAmongFew(db, actor, words, filter, below)
  if (few) {
    yield { numbers: few, below: 1 }
    return
  }
  let step = wanted
  let goesOn = below ?? null
  do {
    const batch = await findBatch(db, actor, words, filter, { wanted: step, below: goesOn, budget: budgetOf(deadline) })
    yield batch
    goesOn = batch.below
    step = Math.max(wanted, Math.min(step * 4, largestStep))
  } while (goesOn > 1 && !isOver(deadline))
}

/** So many enquiries are looked at one by one sooner than a frequent word is looked up in all. */
const fewEnquiries = 1000

/** What is found among those that the filter lets through, or undefined where these are many. */
async function findAmongFew(
  db: Db,
  actor: Actor,
  words: string[],
  { search: _search, ...filter }: EnquiryFilter,
  below: number | undefined,
) {
  if (!isAnyAsked(filter)) return undefined
  const [found] = await db<{ isFew: boolean; numbers: number[] }[]>`
    with passing as materialized (
      select e.enquiry_no as no from enquiry e
      where ${conditions(db, actor, filter)} ${below === undefined ? db`` : db`and e.enquiry_no < ${below}::bigint`}
      limit ${db.unsafe(String(fewEnquiries + 1))}
    ), extent as materialized (select count(*) <= ${fewEnquiries}::int as is_few from passing)
    select is_few, array(select n.no from passing n where is_few ${hasAll(db, actor, words)} order by n.no desc) as numbers
    from extent`.unprepared()
  return found!.isFew ? found!.numbers : undefined
}

function budgetOf(deadline: Deadline | undefined) {
  const left = deadline ? deadline.at - performance.now() : stepMilliseconds
  return Math.max(1, Math.min(stepMilliseconds, Math.ceil(left)))
}

function isOver(deadline: Deadline | undefined) {
  return deadline !== undefined && (deadline.signal.aborted || performance.now() >= deadline.at)
}

type Step = { wanted: number; below: number | null; budget: number }

async function findBatch(
  db: Db,
  actor: Actor,
  words: string[],
  { search: _search, ...filter }: EnquiryFilter,
  { wanted, below, budget }: Step,
) {
  const tag = companyTag(actor.companyId)
  const isOwnOnly = !mayReadMessages(actor)
  const others = words.slice(lookedUp)
  const found = db`
    select f.below, f.numbers from company c, find_enquiry_numbers(
      c.id, ${tag}::text, ${words.slice(0, lookedUp)}::text[], ${wanted}::int, ${isOwnOnly}::boolean,
      least(${below}::bigint, c.last_enquiry_no + 1), ${budget}::int) f
    where c.id = ${actor.companyId}`
  const isFiltered = isAnyAsked(filter)
  if (!isFiltered && others.length === 0) return (await db<Batch[]>`${found}`)[0]!
  // Looked up number by number: the planner, which cannot know how many there are, might read the whole company instead.
  const [batch] = await db<Batch[]>`
    with step as materialized (${found})
    select step.below, array(
      select n.no from unnest(step.numbers) with ordinality as n(no, place)
      where true
        ${isFiltered ? db`and exists (select from enquiry e where ${conditions(db, actor, filter)} and e.enquiry_no = n.no offset 0)` : db``}
        ${others.length > 0 ? hasAll(db, actor, others) : db``}
      order by n.place
    ) as numbers
    from step`.unprepared()
  return batch!
}

/** Whether each of the words begins one in a text of the enquiry of the number `n.no`. */
function hasAll(db: Db, actor: Actor, words: string[]) {
  const { companyId } = actor
  return db`
    and not exists (
      select from unnest(${words}::text[]) other(word) where not exists (
        select from (
          select w.words from enquiry_words w
          where w.company_id = ${companyId} and w.enquiry_no = n.no and (w.seq = 0 or ${mayReadMessages(actor)}::boolean)
          offset 0
        ) texts where texts.words @@ beginning_with(other.word, ${companyTag(companyId)}::text, n.no, n.no + 1)
      )
      offset 0
    )`
}

function isAnyAsked(filter: Omit<EnquiryFilter, 'search'>) {
  return Object.values(filter).some((value) => value !== undefined)
}

/** The number, if its enquiry is there and passes the filter. */
async function applyFilter(db: Db, actor: Actor, { search: _search, ...filter }: EnquiryFilter, number: number) {
  const rows = await db<{ enquiryNo: number }[]>`
    select e.enquiry_no from enquiry e where ${conditions(db, actor, filter)} and e.enquiry_no = ${number}::bigint`.unprepared()
  return rows.map(({ enquiryNo }) => enquiryNo)
}
