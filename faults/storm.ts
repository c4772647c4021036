import { setMaxListeners } from 'node:events'
import { type Browser, expect } from '@playwright/test'
import { Chance } from './chance.ts'
import { Cluster } from './cluster.ts'
import { type Fault, planOf, FaultInjector } from './faultInjector.ts'
import { makePeople, type Person } from './people.ts'
import { Proxy } from './proxy.ts'
import { openBrowser, shownTotals, ThreadScreen } from './screens.ts'
import { readDatabase, readServer, totalsOf } from './storedState.ts'
import { everyoneWrites } from './work.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

export type Size = { messages: number; faults: number; people: number; threads: number; minutes: number }

export const sizes = {
  small: { messages: 360, faults: 40, people: 3, threads: 3, minutes: 8 },
  full: { messages: 20_000, faults: 1000, people: 5, threads: 8, minutes: 20 },
} satisfies Record<string, Size>

export type Evidence = Awaited<ReturnType<typeof storm>>

/** Lets people write during faults until everything is acknowledged. Returns what they know and what is stored. */
export async function storm(browser: Browser, size: Size, seed: number, logs: string) {
  const chance = new Chance(seed)
  let cluster: Cluster | undefined
  const proxy = new Proxy(() => cluster?.ports() ?? [], chance)
  const origin = await proxy.listen()
  try {
    cluster = await Cluster.start(logs, origin)
    return await writeThroughFaults(cluster, proxy, await prepare(browser, size, origin))
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()))
    proxy.close()
    await cluster?.stop()
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Creates people and threads, and opens their pages, before the faults begin. */
async function prepare(browser: Browser, size: Size, origin: string) {
  const signal = AbortSignal.timeout(size.minutes * 60_000)
  setMaxListeners(0, signal)
  const everyone = await makePeople(() => origin, size.people + 2, signal)
  const people = everyone.slice(0, size.people)
  const ledger = new Ledger()
  const threads: string[] = []
  for (let n = 1; n <= size.threads; n++) threads.push(await raiseEnquiry(people[0]!, `Thread ${n}`, ledger))
  const screens: ThreadScreen[] = []
  for (const [index, person] of everyone.slice(size.people).entries()) {
    screens.push(new ThreadScreen(await openBrowser(browser, origin, person), person, threads[index]!))
  }
  const list = await screens[0]!.page.context().newPage()
  await list.goto('/')
  for (const screen of screens) await screen.open()
  return { size, people, ledger, threads, screens, list }
}

async function writeThroughFaults(cluster: Cluster, proxy: Proxy, prepared: Prepared) {
  const { size, people, ledger, threads, screens } = prepared
  const started = Date.now()
  const catchUps: Promise<number>[] = []
  const measure = () => {
    const measured = screens.map((screen) => screen.waitForSeq(ledger.lastOf(screen.enquiry)))
    // `Promise.all` below reports failures. Handled here too, because Node ends the process on an unhandled rejection.
    for (const catchUp of measured) catchUp.catch(() => {})
    catchUps.push(...measured)
  }
  const injector = new FaultInjector(cluster, proxy, proxy.chance, measure)
  const plan = planOf(size.faults, proxy.chance)
  const onAcknowledged = () => {
    const due = Math.min(size.faults, (size.faults * ledger.messages.length) / (0.95 * size.messages))
    while (plan.length > 0 && injector.count < due) injector.cause(plan.shift()!)
  }
  const hasPendingFaults = () => proxy.pending.length > 0
  const { messages } = size
  const { chance } = proxy
  await everyoneWrites({ people, threads, screens, messages, ledger, chance, onAcknowledged, hasPendingFaults })
  const faults: Record<Fault, number> = await injector.end()
  await cluster.ready()
  const longestCatchUpMs = Math.max(0, ...(await Promise.all(catchUps)))
  const seconds = Math.round((Date.now() - started) / 1000)
  return { size, seconds, faults, longestCatchUpMs, ...(await readResults(cluster, prepared)) }
}

/** Waits until the pages have caught up, and reads the database, both servers and all pages. */
async function readResults(cluster: Cluster, { people, ledger, threads, screens, list }: Prepared) {
  const owner = people[0]!
  const companyId = owner.user.company._id
  await expect(async () => {
    const { messages } = await readDatabase(cluster, companyId)
    for (const screen of screens) {
      const { waiting, last } = await screen.shown()
      expect(waiting).toBe(0)
      expect(last).toBe(messages.filter(({ enquiry }) => enquiry === screen.enquiry).length)
    }
  }).toPass({ timeout: 120_000 })
  const stored = await readDatabase(cluster, companyId)
  await expect.poll(() => shownTotals(list), { timeout: 120_000 }).toEqual(totalsOf(stored.enquiries))
  const servers = await Promise.all(cluster.ports().map((port) => readServer(port, owner.token, threads)))
  const onScreens = screens.map(async (screen) => {
    const { enquiry, person, written } = screen
    return { enquiry, sender: person.user._id, written, ...(await screen.shown()) }
  })
  return {
    threads,
    stored,
    servers,
    ledger: ledger.toJSON(),
    people: people.map(summarise),
    screens: await Promise.all(onScreens),
    totals: await shownTotals(list),
  }
}

function summarise({ user, signedOut, renewals, client }: Person) {
  return { name: user.name, signedOut, renewals, failures: client.failures, serverErrors: client.serverErrors }
}

/** Describes the run for the person who started it. The tests check the details. */
export function summaryOf({ faults, ledger, people, screens, seconds, stored, longestCatchUpMs }: Evidence) {
  const happened = Object.entries(faults).map(([fault, times]) => `${times} × ${fault}`)
  const fromPages = screens.flatMap(({ enquiry, written }) => written.map((text) => ({ enquiry, text })))
  const storedKeys = new Set(stored.messages.map(keyOf))
  const lost = [...ledger.messages, ...fromPages].filter((message) => !storedKeys.has(keyOf(message))).length
  return [
    `${sum(Object.values(faults))} faults: ${happened.join(', ')}`,
    `${stored.messages.length} messages (${fromPages.length} from pages) in ${seconds} s`,
    `${sum(people.map(({ failures }) => failures))} failed attempts`,
    `${lost} lost, ${stored.messages.length - storedKeys.size} duplicated, ${outOfOrder(stored.messages)} out of order`,
    `longest catch-up of a screen: ${longestCatchUpMs} ms`,
  ].join('\n')
}

function keyOf({ enquiry, text }: { enquiry: string; text: string }) {
  return `${enquiry} ${text}`
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The number of messages that follow a later message of the same writer in the same thread. */
function outOfOrder(messages: Evidence['stored']['messages']) {
  const latest = new Map<string, number>()
  return messages.filter(({ enquiry, sender, text }) => {
    const lane = `${enquiry} ${sender}`
    const number = Number(text.split('.').at(-1))
    const previous = latest.get(lane) ?? 0
    latest.set(lane, Math.max(previous, number))
    return number < previous
  }).length
}
