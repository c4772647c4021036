import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Chance } from '#faults/chance.ts'
import { makePeople, type Person } from '#faults/people.ts'
import { Server } from '#faults/server.ts'
import { type Attacker, everyAttack } from './attacks.ts'
import { type Answer, quantile, work } from './work.ts'

const folder = mkdtempSync(join(tmpdir(), 'enquiry-desk-strangers-'))
const server = new Server(folder, {}, 'test-results/faults/strangers/server.log')
const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))

const quietMs = 15_000
const attackMs = 60_000
/** What each attacker does at a time. */
const atOnce = 8

test.beforeAll(() => server.start())
test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const origin = () => `http://localhost:${server.port}`

test('while an account and an address without one try everything for a minute, another company works on: no request fails, and its p95 is at most three times as long [D12.1] [D12.2]', async () => {
  test.setTimeout(240_000)
  console.log(`seed ${seed}`)
  const ending = AbortSignal.timeout(230_000)
  const [worker] = await makePeople(origin, 1, ending)
  const [attacking] = await makePeople(origin, 1, ending)
  const slug = await openForm(attacking!)
  const attacks = Object.entries(await everyAttack(server.port!, slug))

  const before = await work(worker!, AbortSignal.timeout(quietMs), () => [])
  const stop = AbortSignal.timeout(attackMs)
  const running = new Map<object, string>()
  const statuses = new Map<string, Set<number | void>>(attacks.map(([name]) => [name, new Set()]))
  const chance = new Chance(seed)
  const attack = async (by: Attacker) => {
    while (!stop.aborted) {
      const [name, run] = chance.oneOf(attacks)
      const act = {}
      running.set(act, name)
      statuses.get(name)!.add(await run(by).catch(() => undefined))
      running.delete(act)
    }
  }
  const common = { port: server.port!, slug, signal: stop }
  const account = { ...common, address: '198.51.100.1', token: attacking!.token }
  const address = { ...common, address: '198.51.100.2' }
  const attackers = [account, address].flatMap((by) => Array.from({ length: atOnce }, () => attack(by)))
  const during = await work(worker!, stop, () => [...running.values()])
  await Promise.all(attackers)

  const [quiet, busy] = [before, during].map((answers) => quantile(answers, 0.95))
  console.log(`p95 ${Math.round(quiet!)} ms alone, ${Math.round(busy!)} ms during ${attacks.length} kinds of attacks`)
  console.log(worstOf(during))
  expect([...statuses].filter(([, each]) => [...each].some((status) => status === 500))).toEqual([])
  // Otherwise the images would have been refused before anything read them.
  expect(statuses.get('an AVIF of 8 megapixels')).toContain(200)
  expect(during.filter(({ status }) => status >= 400)).toEqual([])
  expect(busy! / quiet!).toBeLessThanOrEqual(3)
})

async function openForm(owner: Person) {
  const slug = `form-${Date.now()}`
  const form = { isEnabled: true, slug, types: ['Question'], languages: ['en'], colour: '#7A5AF8' }
  const { status, message } = await owner.insist({ method: 'PATCH', path: '/customer-form', body: form })
  if (status >= 300) throw new Error(message)
  return slug
}

/** The attacks beside which the answers took longest, on average. */
function worstOf(answers: Answer[]) {
  const times = new Map<string, number[]>()
  for (const { ms, beside } of answers) for (const name of beside) times.set(name, [...(times.get(name) ?? []), ms])
  const means = Array.from(times, ([name, each]) => ({
    name,
    mean: each.reduce((sum, ms) => sum + ms, 0) / each.length,
  }))
  const worst = means.toSorted((one, other) => other.mean - one.mean).slice(0, 5)
  return `the worst: ${worst.map(({ name, mean }) => `${name} (${Math.round(mean)} ms)`).join(', ')}`
}
