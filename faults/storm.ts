import { setMaxListeners } from 'node:events'
import { type Browser, expect } from '@playwright/test'
import { Chance } from './chance.ts'
import { Cluster } from './cluster.ts'
import { everybodyWrites } from './crew.ts'
import { makePeople, type Person } from './people.ts'
import { Proxy } from './proxy.ts'
import { openBrowser, shownTotals, ThreadScreen } from './screens.ts'
import { type Fault, planOf, Trouble } from './trouble.ts'
import { readDatabase, readServer, totalsOf } from './truth.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

export type Size = { messages: number; faults: number; people: number; threads: number; minutes: number }

export const sizes = {
  small: { messages: 360, faults: 40, people: 3, threads: 3, minutes: 8 },
  full: { messages: 20_000, faults: 1000, people: 5, threads: 8, minutes: 20 },
} satisfies Record<string, Size>

export type Evidence = Awaited<ReturnType<typeof storm>>

/** Lets people write through trouble until all is acknowledged; answers what they know and what is stored. */
export async function storm(browser: Browser, size: Size, seed: number, logs: string) {
  const chance = new Chance(seed)
  let cluster: Cluster | undefined
  const proxy = new Proxy(() => cluster?.ports() ?? [], chance)
  const origin = await proxy.listen()
  try {
    cluster = await Cluster.start(logs, origin)
    return await weather(cluster, proxy, await gather(browser, size, origin))
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()))
    proxy.close()
    await cluster?.stop()
  }
}

type Gathered = Awaited<ReturnType<typeof gather>>

/** People, their threads and what stands on their screens, while all is well. */
async function gather(browser: Browser, size: Size, origin: string) {
  const signal = AbortSignal.timeout(size.minutes * 60_000)
  setMaxListeners(0, signal)
  const everybody = await makePeople(() => origin, size.people + 2, signal)
  const people = everybody.slice(0, size.people)
  const ledger = new Ledger()
  const threads: string[] = []
  for (let n = 1; n <= size.threads; n++) threads.push(await raiseEnquiry(people[0]!, `Thread ${n}`, ledger))
  const screens: ThreadScreen[] = []
  for (const [index, person] of everybody.slice(size.people).entries()) {
    screens.push(new ThreadScreen(await openBrowser(browser, origin, person), person, threads[index]!))
  }
  const list = await screens[0]!.page.context().newPage()
  await list.goto('/')
  for (const screen of screens) await screen.open()
  return { size, people, ledger, threads, screens, list }
}

async function weather(cluster: Cluster, proxy: Proxy, gathered: Gathered) {
  const { size, people, ledger, threads, screens } = gathered
  const began = Date.now()
  const catchUps: Promise<number>[] = []
  const measure = () => {
    const measured = screens.map((screen) => screen.reaches(ledger.lastOf(screen.enquiry)))
    // What did not catch up is told at the end, by the one who waits for them all.
    for (const catchUp of measured) catchUp.catch(() => {})
    catchUps.push(...measured)
  }
  const trouble = new Trouble(cluster, proxy, proxy.chance, measure)
  const plan = planOf(size.faults, proxy.chance)
  const onAcknowledged = () => {
    const due = Math.min(size.faults, (size.faults * ledger.messages.length) / (0.95 * size.messages))
    while (plan.length > 0 && trouble.count < due) trouble.make(plan.shift()!)
  }
  const isTroubled = () => proxy.ordered.length > 0
  const { messages } = size
  const { chance } = proxy
  await everybodyWrites({ people, threads, screens, messages, ledger, chance, onAcknowledged, isTroubled })
  const faults: Record<Fault, number> = await trouble.end()
  await cluster.ready()
  const longestCatchUp = Math.max(0, ...(await Promise.all(catchUps)))
  const seconds = Math.round((Date.now() - began) / 1000)
  return { size, seconds, faults, longestCatchUp, ...(await whatIsLeft(cluster, gathered)) }
}

/** What everybody knows, and what is found in every place. */
async function whatIsLeft(cluster: Cluster, { people, ledger, threads, screens, list }: Gathered) {
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
    ledger: ledger.told(),
    people: people.map(told),
    screens: await Promise.all(onScreens),
    totals: await shownTotals(list),
  }
}

function told({ user, signedOut, renewals, client }: Person) {
  return { name: user.name, signedOut, renewals, failures: client.failures, faults: client.faults }
}
