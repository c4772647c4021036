import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Connection, load, type Request } from '#bench/httpClient.ts'
import { readSeeded, signIn, warmUp } from '#bench/people.ts'
import { startProduct } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { medianRound } from '#bench/rounds.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { projectRoot } from '#server/projectRoot.ts'

const clients = 16
const enquiries = 10_000

type Product = Awaited<ReturnType<typeof startProduct>>
type Person = { token: string; ids: string[] }
type Side = { product: Product; people: Person[] }
type Next = (people: Person[], number: number) => Request
type Round = { perSecond: number; processorMs: number }

/**
 * Compares this build with an earlier one, built in the folder `before`: both serve the same 10,000 enquiries of 20 companies to 16
 * clients, and take turns in each round. Prints the median of the ratios.
 */
export async function compareBuilds(before: string, rounds = '5', seconds = '4') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-comparing-'))
  const started: Product[] = []
  const start = async (build: string, dataDir: string): Promise<Side> => {
    const product = await startProduct(build, dataDir)
    started.push(product)
    return { product, people: await prepare(product.port) }
  }
  try {
    process.env.DATA_DIR = join(folder, 'before')
    // Only the earlier build can fill a database that it can use.
    const seed = ['scripts/seed.mjs', '--enquiries', String(enquiries)]
    execFileSync(process.execPath, seed, { cwd: resolve(before), stdio: 'inherit' })
    await cp(join(folder, 'before'), join(folder, 'after'), { recursive: true })
    const sides = {
      before: await start(resolve(before), join(folder, 'before')),
      after: await start(projectRoot, join(folder, 'after')),
    }
    await report(await measure(sides, Number(rounds), Number(seconds)))
  } finally {
    for (const product of started) await product.stop()
    await rm(folder, { recursive: true })
  }
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
  'an enquiry': (people, number) => read(`/enquiry?_id=${anyOf(people[0]!.ids, number)}`, people[0]!),
  'a thread': (people, number) => read(`/chat?limit=10&enquiryId=${anyOf(people[0]!.ids, number)}`, people[0]!),
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

async function measure(sides: Record<'before' | 'after', Side>, rounds: number, seconds: number) {
  const measured = new Map(Object.keys(cases).map((name) => [name, { before: [] as Round[], after: [] as Round[] }]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, next] of Object.entries(cases)) {
      const run = async (side: 'before' | 'after') =>
        measured.get(name)![side].push(await runOnce(sides[side], seconds, next))
      // Each side comes first in every other round.
      for (const side of round % 2 ? (['after', 'before'] as const) : (['before', 'after'] as const)) await run(side)
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
  const figures = [...measured].map(([name, { before, after }]) => {
    const ratio = (figure: keyof Round) =>
      rounded(
        medianRound(
          after.map((one, round) => one[figure] / before[round]![figure]),
          (one) => one,
        ),
      )
    return {
      name,
      before: Math.round(medianOf(before, 'perSecond')),
      after: Math.round(medianOf(after, 'perSecond')),
      times: ratio('perSecond'),
      processorMsBefore: rounded(medianOf(before, 'processorMs')),
      processorMsAfter: rounded(medianOf(after, 'processorMs')),
    }
  })
  console.table(figures)
  await keepResults('compared', { enquiries, clients, figures })
}

function medianOf(rounds: Round[], figure: keyof Round) {
  return medianRound(rounds, (one) => one[figure])[figure]
}

function rounded(figure: number) {
  return Math.round(figure * 100) / 100
}
