import { randomUUID } from 'node:crypto'
import { Connection, load, type Request } from '#bench/httpClient.ts'
import { Language, randomNumbers } from '#bench/language.ts'
import { readSeeded, signIn, warmUp } from '#bench/people.ts'
import { keepResults } from '#bench/results.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import { compareFigure, enquiries, type Product, type Sides, turnsOf, withBothBuilds } from './sides.ts'

const clients = 16

type Person = { token: string; ids: string[] }
type Side = { product: Product; people: Person[] }
type Next = (people: Person[], number: number) => Request
type Round = { perSecond: number; processorMs: number }

/**
 * Compares this build with an earlier one, built in the folder `before`: both serve the same 10,000 enquiries of 20 companies to 16
 * clients, and take turns in each round. Prints the median of the ratios.
 */
export async function compareBuilds(before: string, rounds = '5', seconds = '4') {
  await withBothBuilds(before, async (products) => {
    const sides = { before: await sideOf(products.before), after: await sideOf(products.after) }
    await report(await measure(sides, Number(rounds), Number(seconds)))
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
    const { body } = await connection.send({ method: 'GET', path: '/api/enquiry', token })
    people.push({ token, ids: (JSON.parse(body).data.docs as Enquiry[]).map(({ _id }) => _id) })
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

const cases: Record<string, Next> = {
  'create, 20 companies': (people, number) => {
    const body = { enquiryType: 'Delivery', summery: text, description: text.repeat(3) }
    return write('POST', '/enquiry', people[number % people.length]!, body)
  },
  'message, 20 companies': (people, number) => message(people[number % people.length]!, number),
  'status, 20 companies': (people, number) => {
    const person = people[number % people.length]!
    const enquiryStatus = ['open', 'in-progress', 'inReview'][number % 3]
    return write('PATCH', '/enquiry', person, { id: anyOf(person.ids, number), enquiryStatus })
  },
  'message, one company': (people, number) => message(people[0]!, number),
  list: (people) => read('/enquiry?enquiryStatus=open', people[0]!),
  'list, other pages': (people, number) => read(`/enquiry?enquiryStatus=open&page=${2 + (number % 40)}`, people[0]!),
  'search: rare, common, two words': (people, number) => search(people[0]!, number),
  'the same among the open ones': (people, number) => search(people[0]!, number, '&enquiryStatus=open'),
  'an enquiry': (people, number) => read(`/enquiry?_id=${anyOf(people[0]!.ids, number)}`, people[0]!),
  'a thread': (people, number) => read(`/chat?limit=10&enquiryId=${anyOf(people[0]!.ids, number)}`, people[0]!),
}

function search(person: Person, number: number, filter = '') {
  const sought = encodeURIComponent(searches[number % searches.length]!)
  return read(`/enquiry?search=${sought}&countTo=${limits.countedFirst}${filter}`, person)
}

function message(person: Person, number: number) {
  return write('POST', '/chat', person, { enquiry: anyOf(person.ids, number), side: 'customer', message: text })
}

/** Sixteen clients write to different enquiries. */
function anyOf(ids: string[], number: number) {
  return ids[(number * 7) % ids.length]!
}

function write(method: string, path: string, { token }: Person, body: object): Request {
  return { method, path: `/api${path}`, token, body, key: randomUUID() }
}

function read(path: string, { token }: Person): Request {
  return { method: 'GET', path: `/api${path}`, token }
}

async function measure(sides: Sides<Side>, rounds: number, seconds: number) {
  const measured = new Map<string, Sides<Round[]>>(Object.keys(cases).map((name) => [name, { before: [], after: [] }]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, next] of Object.entries(cases)) {
      const run = async (side: 'before' | 'after') =>
        measured.get(name)![side].push(await runOnce(sides[side], seconds, next))
      for (const side of turnsOf(round)) await run(side)
    }
  }
  return measured
}

async function runOnce({ product, people }: Side, seconds: number, next: Next): Promise<Round> {
  let number = 0
  const processorMs = product.processorMs()
  const { perSecond, requests, failed } = await load(product.port, clients, seconds, () => next(people, number++))
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return { perSecond, processorMs: (product.processorMs() - processorMs) / requests }
}

async function report(measured: Awaited<ReturnType<typeof measure>>) {
  const figures = [...measured].map(([name, sides]) => {
    const rates = compareFigure(sides, 'perSecond')
    const times = compareFigure(sides, 'processorMs')
    return {
      name,
      before: Math.round(rates.before),
      after: Math.round(rates.after),
      times: rates.ratio,
      processorMsBefore: times.before,
      processorMsAfter: times.after,
    }
  })
  console.table(figures)
  await keepResults('compared', { enquiries, clients, figures })
}
