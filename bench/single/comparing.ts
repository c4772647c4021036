import { randomUUID } from 'node:crypto'
import { Connection, load, type Request } from '#bench/httpClient.ts'
import { Language, randomNumbers } from '#bench/language.ts'
import { readSeeded, signIn, warmUp } from '#bench/people.ts'
import { startYardstickProcess } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import type { BareEnquiry, BareMessage, BareStatus } from '#bench/yardstickWrites.ts'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import {
  compareFigure,
  enquiries,
  medianOf,
  rounded,
  type Product,
  type Sides,
  turnsOf,
  withBothBuilds,
} from './sides.ts'

const clients = 16
/** About as many as the earlier build does. */
const writesPerSecond = 500

type Person = { token: string; companyId: string; userId: string; newest: Enquiry[] }
type Side = { product: Product; people: Person[] }
type Next = (people: Person[], number: number) => Request
/** The requests to both builds and, for a write, to the bare routes of the yardstick. */
type Case = { next: Next; bare?: Next }
type Round = { perSecond: number; processorMs: number }
type Measured = Sides<Round[]> & { bare: number[] }

/**
 * Compares this build with an earlier one, built in the folder `before`: both serve the same 10,000 enquiries of 20 companies to 16
 * clients, and take turns in each round of a case; for writes with the yardstick, too. Prints the medians of the ratios.
 */
export async function compareBuilds(before: string, rounds = '5', seconds = '4') {
  await withBothBuilds(before, async (products, startSpare) => {
    const sides = { before: await sideOf(products.before), after: await sideOf(products.after) }
    // The yardstick writes to a copy of its own, so that it slows down neither build.
    await startSpare()
    const yardstick = await startYardstickProcess(sides.after.people[0]!.companyId)
    try {
      await report(await measure(sides, yardstick.port, Number(rounds), Number(seconds)))
    } finally {
      await yardstick.stop()
    }
  })
}

async function sideOf(product: Product): Promise<Side> {
  return { product, people: await prepare(product.port) }
}

async function prepare(port: number): Promise<Person[]> {
  const { companies } = await readSeeded()
  const connection = new Connection(port)
  const people: Person[] = []
  for (const company of companies) {
    const token = await signIn(port, company)
    const get = async (path: string) => JSON.parse((await connection.send({ method: 'GET', path, token })).body).data
    const { _id: userId }: User = await get('/api/auth/profile')
    const { docs: newest }: { docs: Enquiry[] } = await get('/api/enquiry')
    people.push({ token, companyId: company.id, userId, newest })
  }
  connection.close()
  await warmUp(port, people[0]!.token, ['/api/enquiry?enquiryStatus=open', '/api/enquiry?search=the'])
  return people
}

const { words } = new Language(randomNumbers(7))
const searches = Array.from({ length: 40 }, (_, at) => [
  words[5000 + at * 97]!,
  words[at]!,
  `${words[at]} ${words[5000 + at * 89]}`,
]).flat()

const text = 'The delivery has not arrived, and the customer has been waiting since Monday. '
const newEnquiry = { enquiryType: 'Delivery', summery: text, description: text.repeat(3) }
const statuses = ['open', 'in-progress', 'inReview']

/** Reads come first, while both builds have the same rows. */
const cases: Record<string, Case> = {
  list: { next: (people) => read('/enquiry?enquiryStatus=open', people[0]!) },
  'list, other pages': {
    next: (people, number) => read(`/enquiry?enquiryStatus=open&page=${2 + (number % 40)}`, people[0]!),
  },
  'search: rare, common, two words': { next: (people, number) => search(people[0]!, number) },
  'the same among the open ones': { next: (people, number) => search(people[0]!, number, '&enquiryStatus=open') },
  'an enquiry': {
    next: (people, number) => read(`/enquiry?_id=${enquiryOf(people[0]!, number)._id}`, people[0]!),
  },
  'a thread': {
    next: (people, number) => read(`/chat?limit=10&enquiryId=${enquiryOf(people[0]!, number)._id}`, people[0]!),
  },
  'create, 20 companies': {
    next: (people, number) => write('POST', '/enquiry', anyOf(people, number), newEnquiry),
    bare: (people, number) => bare<BareEnquiry>('POST', '/enquiry', anyOf(people, number), newEnquiry),
  },
  'message, 20 companies': {
    next: (people, number) => message(anyOf(people, number), number),
    bare: (people, number) => bareMessage(anyOf(people, number), number),
  },
  'status, 20 companies': {
    next: (people, number) => {
      const { person, enquiry, enquiryStatus } = statusChange(people, number)
      return write('PATCH', '/enquiry', person, { id: enquiry, enquiryStatus })
    },
    bare: (people, number) => {
      const { person, ...change } = statusChange(people, number)
      return bare<BareStatus>('PATCH', '/enquiry', person, change)
    },
  },
  'message, one company': {
    next: (people, number) => message(people[0]!, number),
    bare: (people, number) => bareMessage(people[0]!, number),
  },
}

function search(person: Person, number: number, filter = '') {
  return read(
    `/enquiry?search=${encodeURIComponent(anyOf(searches, number))}&countTo=${limits.countedFirst}${filter}`,
    person,
  )
}

function message(person: Person, number: number) {
  return write('POST', '/chat', person, { enquiry: enquiryOf(person, number)._id, side: 'customer', message: text })
}

function statusChange(people: Person[], number: number) {
  const person = anyOf(people, number)
  return { person, enquiry: enquiryOf(person, number)._id, enquiryStatus: anyOf(statuses, number) }
}

function bareMessage(person: Person, number: number) {
  const { _id: enquiry, enquiryId } = enquiryOf(person, number)
  const enquiryNo = Number(enquiryId.replace(/\D/g, ''))
  return bare<BareMessage>('POST', '/message', person, { enquiry, enquiryNo, message: text })
}

/** Sixteen clients write to different enquiries. */
function enquiryOf({ newest }: Person, number: number) {
  return anyOf(newest, number * 7)
}

function anyOf<T>(items: T[], number: number) {
  return items[number % items.length]!
}

function write(method: string, path: string, { token }: Person, body: object): Request {
  return { method, path: `/api${path}`, token, body, key: randomUUID() }
}

function bare<Body>(
  method: string,
  path: string,
  { companyId, userId }: Person,
  body: Omit<Body, 'companyId' | 'userId' | 'key'>,
) {
  return { method, path, body: { ...body, companyId, userId, key: randomUUID() } }
}

function read(path: string, { token }: Person): Request {
  return { method: 'GET', path: `/api${path}`, token }
}

async function measure(sides: Sides<Side>, yardstickPort: number, rounds: number, seconds: number) {
  const measured = new Map<string, Measured>()
  for (const [name, { next, bare: bareNext }] of Object.entries(cases)) {
    const extent = bareNext ? { seconds: Infinity, most: seconds * writesPerSecond } : { seconds }
    const figures: Measured = { before: [], after: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      for (const side of turnsOf(round)) figures[side].push(await runOnce(sides[side], next, extent))
      if (!bareNext) continue
      const { perSecond } = await loadWith(yardstickPort, sides.after.people, bareNext, extent)
      figures.bare.push(perSecond)
    }
    measured.set(name, figures)
  }
  return measured
}

/** Writes end by their number, so that the tables of all sides grow by the same. */
type Extent = { seconds: number; most?: number }

async function runOnce({ product, people }: Side, next: Next, extent: Extent): Promise<Round> {
  const processorMs = product.processorMs()
  const { perSecond, requests } = await loadWith(product.port, people, next, extent)
  return { perSecond, processorMs: (product.processorMs() - processorMs) / requests }
}

async function loadWith(port: number, people: Person[], next: Next, { seconds, most }: Extent) {
  let number = 0
  const figures = await load(port, clients, seconds, () => next(people, number++), most)
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed`)
  return figures
}

async function report(measured: Map<string, Measured>) {
  const figures = [...measured].map(([name, { bare: bareRates, ...sides }]) => {
    const rates = compareFigure(sides, 'perSecond')
    const times = compareFigure(sides, 'processorMs')
    return {
      name,
      before: Math.round(rates.before),
      after: Math.round(rates.after),
      times: rates.ratio,
      processorMsBefore: times.before,
      processorMsAfter: times.after,
      ...(bareRates.length > 0 && compareBare(sides.before, bareRates)),
    }
  })
  console.table(figures)
  await keepResults('compared', { enquiries, clients, figures })
}

/** The rate of the bare route, and its ratio to that of the earlier build. */
function compareBare(before: Round[], rates: number[]) {
  const ratios = rates.map((rate, round) => rate / before[round]!.perSecond)
  return { bare: Math.round(medianOf(rates)), bareTimes: rounded(medianOf(ratios)) }
}
