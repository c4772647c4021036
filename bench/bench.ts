import { parseArgs } from 'node:util'
import type { Enquiry } from '#contract/enquiries.ts'
import { type Case, latencyCases, throughputCases, type World } from './cases.ts'
import { measureClicks } from './clicks.ts'
import { measureExport } from './exporting.ts'
import { Connection, type Figures, load } from './httpClient.ts'
import { readSeeded, signIn, warmUp } from './people.ts'
import { startProduct, startYardstickProcess } from './product.ts'
import { keepResults } from './results.ts'
import { medianRound } from './rounds.ts'

const clients = 16
/** From a click until the rows are painted. */
const clickTargetMs = 200

/** Measures the built server on a seeded folder, prints a table and writes the figures to bench/results/. */
export async function bench(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '4' } },
  })
  const seeded = await readSeeded()
  const product = await startProduct()
  const yardstick = await startYardstickProcess(seeded.companies[0]!.id)
  try {
    const idle = product.memory()
    const world = await prepare(product.port, seeded)
    await warmUp(product.port, world.tokens[0]!, ['/api/enquiry?enquiryStatus=open', '/api/enquiry?search=the'])
    const rounds = Number(values.rounds)
    const latencies = await measureLatencies(product.port, world, rounds)
    const clicks = await measureClicks(product.port, seeded.companies[0]!, rounds)
    for (const { name, median } of clicks) console.log(`${name.padEnd(40)} ${median} ms (target ${clickTargetMs} ms)`)
    const exported = await measureExport(product, world.tokens[0]!, world.size)
    const rates = await measureRates(product.port, yardstick.port, world, rounds, Number(values.seconds))
    const memory = { idle, loaded: product.memory() }
    console.log(`memory ${JSON.stringify(memory)} MB`)
    const { enquiries, messages } = seeded
    await keepResults(String(enquiries), { enquiries, messages, rates, latencies, clicks, exported, memory })
  } finally {
    await yardstick.stop()
    await product.stop()
  }
}

async function prepare(port: number, { companies, enquiries }: Awaited<ReturnType<typeof readSeeded>>): Promise<World> {
  const tokens = []
  for (const company of companies) tokens.push(await signIn(port, company))
  const enquiryIds = []
  const connection = new Connection(port)
  const threads: Enquiry[] = []
  for (const token of tokens) {
    const { body } = await connection.send({ method: 'GET', path: '/api/enquiry', token })
    const docs: Enquiry[] = JSON.parse(body).data.docs
    enquiryIds.push(docs.map(({ _id }) => _id))
    if (token === tokens[0]) threads.push(...docs.toSorted((a, b) => b.messageCount - a.messageCount).slice(0, 20))
  }
  connection.close()
  return { tokens, enquiryIds, threadIds: threads.map(({ _id }) => _id), size: enquiries }
}

type Latency = Figures & { name: string; target: string; isReached: boolean }

/** Runs every case in every round. The median round counts. */
async function measureLatencies(port: number, world: World, rounds: number) {
  const cases = latencyCases(world)
  const measured = cases.map((): Figures[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { next }] of cases.entries()) measured[index]!.push(await load(port, 1, 1, next))
  }
  return cases.map(({ name, target }, index): Latency => {
    const all = measured[index]!
    const figures = { ...medianRound(all, ({ p95 }) => p95), failed: failedIn(all) }
    const isReached = figures.p95 <= Number.parseFloat(target)
    const verdict = `target ${target}${isReached ? '' : ', NOT REACHED'}`
    console.log(`${name.padEnd(40)} p50 ${figures.p50} ms, p95 ${figures.p95} ms (${verdict})${failures(figures)}`)
    return { name, target, isReached, ...figures }
  })
}

type Rate = {
  name: string
  target: string
  perSecond: number
  share: number
  rounds: number[]
  p95: number
  failed: number
}

/** Runs every case in every round, each next to a measurement of the yardstick. The median round counts. */
async function measureRates(port: number, yardstickPort: number, world: World, rounds: number, seconds: number) {
  const cases = throughputCases(world)
  const measured = new Map<Case, (Figures & { share: number })[]>(cases.map((one) => [one, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) {
      const bare = await load(yardstickPort, clients, seconds / 2, () => ({ method: 'GET', path: '/list' }))
      const figures = await load(port, clients, seconds, one.next)
      measured.get(one)!.push({ ...figures, share: figures.perSecond / bare.perSecond })
    }
  }
  return cases.map((one): Rate => {
    const all = measured.get(one)!
    const { perSecond, share, p95 } = medianRound(all, (figures) => figures.perSecond)
    const failed = failedIn(all)
    const rate = { name: one.name, target: one.target, perSecond, share: Math.round(share * 100) / 100, p95, failed }
    console.log(
      `${one.name.padEnd(40)} ${perSecond}/s, ${rate.share} of the yardstick (target ${one.target})${failures(rate)}`,
    )
    return { ...rate, rounds: all.map((figures) => figures.perSecond).toSorted((a, b) => a - b) }
  })
}

function failedIn(rounds: Figures[]) {
  return rounds.reduce((sum, { failed }) => sum + failed, 0)
}

function failures({ failed }: { failed: number }) {
  return failed ? `, ${failed} FAILED` : ''
}
