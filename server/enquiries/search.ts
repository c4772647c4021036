import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { conditions } from './enquiryFilters.ts'
import { companyTag } from './stretches.ts'
import { searchedIn } from './words.ts'

/** What somebody typed: words, a number, or both readings of the same digits. */
export type Search = { words: string[]; enquiryNo?: number; isNumberOnly: boolean }

/** What is asked for, or undefined where nothing is. A text without letters and digits asks for what cannot be. */
export function readSearch({ search }: Pick<EnquiryFilter, 'search'>): Search | undefined {
  // Of a number that is being typed, the beginning asks for nothing yet.
  if (!search?.trim() || /^\s*(enq-0*|#)\s*$/i.test(search)) return undefined
  const [, prefix, digits] = /^\s*(?:(enq[-\s]*)|#\s*)?0*(\d{1,12})\s*$/i.exec(search) ?? []
  const enquiryNo = digits === undefined ? undefined : Number(digits)
  const plain = search.replace(/\benq[-\s]?(\d{1,12})\b/gi, (_all, number: string) => number.padStart(6, '0'))
  return { words: searchedIn(plain), enquiryNo, isNumberOnly: prefix !== undefined }
}

/**
 * The numbers of what was found: that which was searched for (`exact`), then the newest first; `isMore` when there are
 * more than are counted.
 */
export type Found = { numbers: number[]; exact?: number; isMore: boolean }

export async function find(
  db: Db,
  actor: Actor,
  search: Search,
  filter: EnquiryFilter,
  counted: number,
): Promise<Found> {
  const numbers: number[] = []
  let isMore = false
  for await (const batch of findAll(db, actor, search, filter, counted + 1)) {
    numbers.push(...batch)
    isMore = numbers.length > counted
    if (isMore) break
  }
  const exact = numbers[0] === search.enquiryNo ? numbers[0] : undefined
  return { numbers: numbers.slice(0, counted), exact, isMore }
}

/** All that was found, in batches of about `wanted`: the enquiry of that number, then the newest first. */
export async function* findAll(db: Db, actor: Actor, search: Search, filter: EnquiryFilter, wanted: number) {
  const { words, enquiryNo, isNumberOnly } = search
  const exact = enquiryNo === undefined ? [] : await letThrough(db, actor, filter, [enquiryNo])
  if (exact.length > 0) yield exact
  if (isNumberOnly) return
  for await (const batch of findNumbers(db, actor, words, filter, { wanted })) {
    yield batch.filter((number) => number !== exact[0])
  }
}

/** Whether what was said in the threads is searched for them. */
export function mayReadMessages({ ability }: Actor) {
  return ability.can('read', 'acl-page')
}

type Reach = { wanted: number; below?: number }

/** The numbers in whose texts all of the words are, the newest first. */
export async function* findNumbers(
  db: Db,
  actor: Actor,
  words: string[],
  filter: EnquiryFilter,
  { wanted, below }: Reach,
): AsyncGenerator<number[]> {
  if (words.length === 0) return
  const tag = companyTag(actor.companyId)
  const isOwnOnly = !mayReadMessages(actor)
  let goingOn = below ?? null
  do {
    const [step] = await db<{ below: number; numbers: number[] }[]>`
      select f.below, f.numbers from company c, find_enquiry_numbers(
        c.id, ${tag}, ${words}::text[], ${wanted}, ${isOwnOnly}, least(${goingOn}::bigint, c.last_enquiry_no + 1)) f
      where c.id = ${actor.companyId}`
    yield await letThrough(db, actor, filter, step!.numbers)
    goingOn = step!.below
  } while (goingOn > 1)
}

/** Those of the numbers that pass the filter, the newest first. */
async function letThrough(db: Db, actor: Actor, { search: _search, ...filter }: EnquiryFilter, numbers: number[]) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (numbers.length === 0 || (!isFiltered && numbers.length > 1)) return numbers
  const rows = await db<{ enquiryNo: number }[]>`
    select e.enquiry_no from enquiry e
    where ${conditions(db, actor, filter)} and e.enquiry_no = any(${numbers}::bigint[])
    order by e.enquiry_no desc`.unprepared()
  return rows.map(({ enquiryNo }) => enquiryNo)
}
