import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makePeople, type Person } from '#faults/people.ts'
import { Server } from '#faults/server.ts'
import { Ledger, raiseEnquiry } from '#faults/writers.ts'
import type { Deed, Plan } from './attackers.ts'
import { type Answer, quantile, work } from './work.ts'

const folder = mkdtempSync(join(tmpdir(), 'enquiry-desk-strangers-'))
const server = new Server(folder, {}, 'test-results/faults/strangers/server.log')
const seed = Number(process.env.FAULTS_SEED || Math.floor(Math.random() * 2 ** 31))

/**
 * The attack takes a minute in all. Between its parts it is quiet, because machines are faster at some times
 * than at others.
 */
const parts = 3
const quietMs = 6000
const attackMs = 20_000

/** Attacks that the server has to carry out at least once, and how it then responds. */
const accepted = {
  'an AVIF of 8 megapixels': 200,
  'a presence': 200,
  'a repeated key': 201,
  'a long text': 201,
  'an export': 200,
  'a search for many words': 200,
  'many values of a filter': 200,
}

test.beforeAll(() => server.start())
test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The answers to the worker while it was quiet and while it was not, and the acts of the attackers. */
type Round = { quiet: Answer[]; busy: Answer[]; deeds: Deed[] }

const origin = () => `http://localhost:${server.port}`

test('while an account and an address without one try everything for a minute, another company works on: no request fails, and its p95 is at most three times as long [D12.1] [D12.2]', async () => {
  test.setTimeout(240_000)
  console.log(`seed ${seed}`)
  const ending = AbortSignal.timeout(230_000)
  const [worker] = await makePeople(origin, 1, ending)
  const [attacking] = await makePeople(origin, 1, ending)
  const slug = await openForm(attacking!)
  const enquiry = await raiseEnquiry(attacking!, 'Question', new Ledger())
  const { port } = server
  const attackers = await prepare({ port: port!, slug, enquiry, token: attacking!.token, seed, ms: attackMs })

  const rounds: Round[] = []
  for (let part = 0; part < parts; part++) {
    const quiet = await work(worker!, AbortSignal.timeout(quietMs))
    const deeds = once(attackers, 'message') as Promise<[Deed[]]>
    attackers.send('begin')
    const busy = await work(worker!, AbortSignal.timeout(attackMs))
    rounds.push({ quiet, busy, deeds: (await deeds)[0] })
  }
  attackers.disconnect()

  for (const { quiet, busy, deeds } of rounds) {
    const [alone, beside] = [quiet, busy].map((answers) => Math.round(quantile(answers, 0.95)))
    console.log(`p95 ${alone} ms alone, ${beside} ms beside ${deeds.length} attacks`)
    console.log(worstOf(busy, deeds))
  }
  const deeds = rounds.flatMap((round) => round.deeds)
  expect(deeds.filter(({ status }) => status === 500)).toEqual([])
  // Otherwise they would have been refused before they cost anything.
  for (const [name, status] of Object.entries(accepted)) {
    const statuses = deeds.filter((deed) => deed.name === name).map((deed) => deed.status)
    expect.soft(statuses, name).toContain(status)
  }
  expect(rounds.flatMap(({ busy }) => busy).filter(({ status }) => status >= 400)).toEqual([])
  const ratios = rounds.map(({ quiet, busy }) => quantile(busy, 0.95) / quantile(quiet, 0.95))
  expect(ratios.toSorted((one, other) => one - other)[1]).toBeLessThanOrEqual(3)
})

async function openForm(owner: Person) {
  const slug = `form-${Date.now()}`
  const texts = { greeting: '', colour: '#7A5AF8', privacyUrl: null }
  const form = { ...texts, isEnabled: true, slug, types: ['Question'], languages: ['en'], origins: [] }
  const { status, message } = await owner.insist({ method: 'PATCH', path: '/customer-form', body: form })
  if (status >= 300) throw new Error(message)
  return slug
}

/** Real attackers use machines of their own, so these give way to the server. */
async function prepare(plan: Plan) {
  const attackers = fork('faults/strangers/attackers.mjs', [JSON.stringify(plan)], { serialization: 'advanced' })
  setPriority(attackers.pid!, constants.priority.PRIORITY_LOW)
  await once(attackers, 'message')
  return attackers
}

/** The attacks beside which the answers took longest, on average. */
function worstOf(answers: Answer[], deeds: Deed[]) {
  const times = new Map<string, number[]>()
  for (const { at, ms } of answers) {
    const beside = new Set(deeds.filter(({ from, to }) => from < at + ms && to > at).map(({ name }) => name))
    for (const name of beside) times.set(name, [...(times.get(name) ?? []), ms])
  }
  const means = Array.from(times, ([name, each]) => ({ name, mean: each.reduce((sum, ms) => sum + ms) / each.length }))
  const worst = means.toSorted((one, other) => other.mean - one.mean).slice(0, 5)
  return `the worst: ${worst.map(({ name, mean }) => `${name} (${Math.round(mean)} ms)`).join(', ')}`
}
