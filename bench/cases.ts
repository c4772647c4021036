import { limits } from '#contract/limits.ts'
import type { Request } from './httpClient.ts'
import { Language, randomNumbers } from './language.ts'

export type World = { tokens: string[]; enquiryIds: string[][]; threadIds: string[]; size: number }
export type Case = { name: string; target: string; next: () => Request }

const random = randomNumbers(99)
const language = new Language(randomNumbers(7))
const common = language.words.slice(0, 40)
const rare = language.words.slice(5000)
const pick = <T>(from: T[]) => from[Math.floor(random() * from.length)]!

/** The requests that sixteen clients send at once. */
export function throughputCases({ tokens, enquiryIds, threadIds }: World): Case[] {
  const token = tokens[0]!
  const get = (path: string): Request => ({ method: 'GET', path: `/api${path}`, token })
  const search = (words: string) => get(`/enquiry?search=${encodeURIComponent(words)}&countTo=${limits.countedFirst}`)
  let count = 0
  const alternate = <T>(...choices: (() => T)[]) => choices[count++ % choices.length]!()
  const nextCompany = () => count++ % tokens.length
  return [
    { name: 'list: 25 newest open', target: 'half of the yardstick', next: () => get('/enquiry?enquiryStatus=open') },
    {
      name: 'an enquiry, and its thread of 10',
      target: '2400/s',
      next: () => {
        const id = pick(threadIds)
        return alternate(
          () => get(`/enquiry?_id=${id}`),
          () => get(`/chat?enquiryId=${id}&limit=10`),
        )
      },
    },
    {
      name: 'search: rare, common, two words',
      target: '2500/s at 10,000',
      next: () =>
        alternate(
          () => search(pick(rare)),
          () => search(pick(common)),
          () => search(`${pick(common)} ${pick(rare)}`),
        ),
    },
    {
      name: 'create an enquiry, 20 companies',
      target: '2000/s',
      next: () => {
        const body = { enquiryType: 'Delivery', summery: language.sentence(4, 10), description: language.text(15, 70) }
        return { method: 'POST', path: '/api/enquiry', token: tokens[nextCompany()], body }
      },
    },
    {
      name: 'add a message, 20 companies',
      target: '2000/s',
      next: () => {
        const index = nextCompany()
        const body = { enquiry: pick(enquiryIds[index]!), side: 'customer', message: language.text(4, 36) }
        return { method: 'POST', path: '/api/chat', token: tokens[index], body }
      },
    },
  ]
}

/** The requests that one client sends, one after the other, in the largest company. */
export function latencyCases(world: World): Case[] {
  const token = world.tokens[0]!
  const get = (path: string): Request => ({ method: 'GET', path: `/api/enquiry${path}`, token })
  return [
    ...listCases(get, world.size),
    ...searchCases(get),
    ...queueCases(token),
    { name: 'counts on the tabs', target: '5 ms', next: () => get('/summary') },
    { name: 'unread totals', target: '5 ms', next: () => ({ method: 'GET', path: '/api/unread', token }) },
    ...writeCases(world),
  ]
}

type Get = (path: string) => Request

function listCases(get: Get, size: number): Case[] {
  const pages = Math.ceil(size / 25)
  const anyPage = () => 1 + Math.floor(random() * pages)
  const sorts = ['enquiryId', 'enquiryType', 'summery', 'enquiryStatus', 'updatedAt'].flatMap((sort) => [
    sort,
    `-${sort}`,
  ])
  const list = (name: string, query: () => string) => ({ name, target: '25 ms', next: () => get(`?${query()}`) })
  return [
    list('list: first page', () => ''),
    list('list: any page', () => `page=${anyPage()}`),
    list('list: last page', () => `page=${pages}`),
    list('list: a status', () => `enquiryStatus=${pick(['open', 'onHold', 'closed', 'in-progress'])}`),
    list('list: a status, any page', () => `enquiryStatus=closed&page=${Math.ceil(anyPage() * 0.7)}`),
    ...sorts.map((sort) => list(`list: sorted by ${sort}`, () => `sort=${sort}`)),
    list('list: any sort, any page', () => `sort=${pick(sorts)}&page=${anyPage()}`),
    list('list: a status, any sort, any page', () => {
      return `enquiryStatus=closed&sort=${pick(sorts)}&page=${Math.ceil(anyPage() * 0.7)}`
    }),
    list('list: sorted by summery, last page', () => `sort=summery&page=${pages}`),
    ...filteredCases(list, sorts, Math.min(200, Math.ceil(pages / 50))),
    list('filter: type', () => `enquiryType=${pick(['Delivery', 'Staff', 'Other'])}`),
    list('filter: type and statuses', () => 'enquiryType=Safety&enquiryStatus=open,onHold'),
    list('filter: unanswered', () => 'unanswered=true'),
    list('filter: with documents', () => 'hasDocuments=true'),
    list('filter: created in a month', () => `createdFrom=${month(0)}&createdTo=${month(1)}`),
    list('filter: changed in a month', () => `updatedFrom=${month(0)}&updatedTo=${month(1)}`),
  ]
}

/** Each filter in each order: the first page as the web page requests it, and any page with a number. */
function filteredCases(list: (name: string, query: () => string) => Case, sorts: string[], pages: number) {
  const filters = [
    'enquiryType=Other',
    'enquiryType=Safety&enquiryStatus=open,onHold',
    'unanswered=true',
    'hasDocuments=true',
    'hasDocuments=true&enquiryStatus=onHold',
    `createdFrom=${month(0)}&createdTo=${month(1)}`,
    `updatedFrom=${month(0)}&updatedTo=${month(1)}`,
  ]
  const query = () => `${pick(filters)}&sort=${pick(sorts)}`
  return [
    list('list: any filter, any sort', () => `${query()}&countTo=${limits.countedFirst}`),
    list('list: any filter, any sort, any page', () => `${query()}&page=${1 + Math.floor(random() * pages)}`),
  ]
}

function searchCases(get: Get): Case[] {
  const words: [name: string, words: () => string][] = [
    ['common word', () => pick(common)],
    ['rare word', () => pick(rare)],
    ['two words', () => `${pick(common)} ${pick(rare)}`],
    ['two common words', () => `${pick(common)} ${pick(common)}`],
    ['beginning of a word', () => pick(rare).slice(0, 4)],
    ['nothing found', () => `xy${pick(rare)}zq`],
  ]
  const searches = (name: string, more: string) =>
    words.map(([kind, next]) => ({
      name: `${name}: ${kind}`,
      target: '50 ms',
      next: () => get(`?search=${encodeURIComponent(next())}&${more}`),
    }))
  const filtered = (name: string, target: string, filter: string): Case => ({
    name,
    target,
    next: () => get(`?search=${encodeURIComponent(pick(common))}&${filter}&countTo=${limits.countedFirst}`),
  })
  // The web page requests the rows and, if there are many, separately the exact total.
  return [
    ...searches('search', `countTo=${limits.countedFirst}`),
    ...searches('search, its total', 'limit=1'),
    filtered('search: common word, filter matches nothing', '50 ms', 'createdTo=2000-01-01'),
    filtered('search: common word, filter by status', '1500 ms', 'enquiryStatus=onHold,inReview&sort=summery'),
  ]
}

/** Most of the longest waiting enquiries are assigned, so the unassigned ones are far down the queue. */
function queueCases(token: string): Case[] {
  const queue = (name: string, query: string): Case => {
    return { name, target: '25 ms', next: () => ({ method: 'GET', path: `/api/desk/queue?${query}`, token }) }
  }
  return [
    queue('desk: all', 'limit=25'),
    queue('desk: unassigned', 'assignee=unassigned'),
    queue('desk: unassigned, a status', 'assignee=unassigned&enquiryStatus=open'),
  ]
}

function writeCases({ tokens, enquiryIds }: World): Case[] {
  const token = tokens[0]!
  const any = () => pick(enquiryIds[0]!)
  return [
    {
      name: 'update a status',
      target: '10 ms',
      next: () => {
        const body = { id: any(), enquiryStatus: pick(['open', 'closed', 'onHold']) }
        return { method: 'PATCH', path: '/api/enquiry', token, body }
      },
    },
    {
      name: 'send a message',
      target: '10 ms',
      next: () => {
        const body = { enquiry: any(), side: 'customer', message: language.text(4, 36) }
        return { method: 'POST', path: '/api/chat', token, body }
      },
    },
  ]
}

/** The first day of the month that lies this many months after the one 400 days ago. */
function month(offset: number) {
  const date = new Date(Date.now() - 400 * 86_400_000)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)).toISOString()
}
