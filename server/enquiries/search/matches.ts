import { type SearchMatch, toEnquiryId } from '#contract/enquiries.ts'
import type { EnquiryView } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import type { FoundRow } from './foundRows.ts'
import { mayReadAddresses } from './hiddenAddresses.ts'
import type { Search } from './search.ts'
import { type Finder, createFinder, type FoundWord } from './words.ts'

/**
 * The text of each enquiry that matches the search, by the enquiry's id: a text of its own or a name, else a message, else
 * a note.
 */
export async function matchesOf(rows: FoundRow[], search: Search, actor: Actor) {
  const find = createFinder(search.words)
  const matches = new Map<string, SearchMatch>()
  for (const row of rows) {
    const match = (await matchIn(row, search, find, actor)) ?? (await matchInThread(row, find))
    if (match) matches.set(row.id, match)
  }
  return matches
}

/** The text that contains most of the words; of equal ones the first of this order. */
async function matchIn(
  row: EnquiryView,
  { words, enquiryNo }: Search,
  find: Finder,
  actor: Actor,
): Promise<SearchMatch | undefined> {
  if (row.enquiryNo === enquiryNo) {
    const enquiryId = toEnquiryId(enquiryNo)
    return { field: 'enquiryId', excerpt: enquiryId, marks: [[0, enquiryId.length]] }
  }
  let best: { field: SearchMatch['field']; text: string; places: FoundWord[]; found: number } | undefined
  for (const { field, text } of textsOf(row, actor)) {
    await yieldToEventLoop()
    const places = find(text)
    const found = new Set(places.map(({ sought }) => sought)).size
    if (found > (best?.found ?? 0)) best = { field, text, places, found }
    if (found === words.length) break
  }
  return best && excerptOf(best.field, best.text, best.places)
}

async function matchInThread({ foundMessage, foundNote }: FoundRow, find: Finder): Promise<SearchMatch | undefined> {
  for (const [field, text] of [
    ['message', foundMessage],
    ['note', foundNote],
  ] as const) {
    await yieldToEventLoop()
    const places = find(text ?? '')
    if (places.length > 0) return excerptOf(field, text!, places)
  }
  return undefined
}

function textsOf(row: EnquiryView, actor: Actor): { field: SearchMatch['field']; text: string }[] {
  const { name, email } = row.requester
  return [
    ...(['summery', 'description', 'comments', 'enquiryType'] as const).map((field) => ({ field, text: row[field] })),
    { field: 'requester', text: [name, mayReadAddresses(actor) && email].filter(Boolean).join(' ') },
    { field: 'assignee', text: row.assigneeName ?? '' },
  ]
}

const excerptLength = 160
const contextBefore = 50

/** The part of the text around the first word that was found, with the places of all such words in it. */
function excerptOf(field: SearchMatch['field'], text: string, places: FoundWord[]): SearchMatch {
  const start = text.length <= excerptLength ? 0 : wordStart(text, places[0]!.from - contextBefore)
  const end = wordEnd(text, start + excerptLength)
  const shift = (start > 0 ? 1 : 0) - start
  const marks: SearchMatch['marks'] = []
  for (const { from, to } of places) {
    if (to > end) break
    const last = marks.at(-1)
    if (last && from + shift <= last[1]) last[1] = Math.max(last[1], to + shift)
    else marks.push([from + shift, to + shift])
  }
  const part = text.slice(start, end).replaceAll('\n', ' ')
  return { field, excerpt: `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`, marks }
}

/** The start of a word, at or shortly after a place. */
function wordStart(text: string, place: number) {
  if (place <= 0) return 0
  const space = text.indexOf(' ', place)
  return space === -1 || space > place + contextBefore - 10 ? place : space + 1
}

function wordEnd(text: string, place: number) {
  if (place >= text.length) return text.length
  const space = text.lastIndexOf(' ', place)
  return space > place - 30 ? space : place
}
