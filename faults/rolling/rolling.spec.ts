import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { SentMessage } from '#contract/chat.ts'
import { isFull } from '#faults/interrupted.ts'
import { makePeople, type Person } from '#faults/people.ts'
import { openBrowser, ThreadScreen } from '#faults/screens.ts'
import { Ledger, raiseEnquiry } from '#faults/writers.ts'
import { type BalancerName, balancers } from './balancers.ts'
import { startServers } from './replaceable.ts'
import { previousVersion } from './versions.ts'

const root = 'test-results/faults/rolling'
/** How often both servers are replaced: the first time with the newer version, then with the older one again, and so on. */
const rounds = isFull ? 10 : 1
const [people, writersPerPerson, pages] = [10, 5, 5]

/** Sends messages to a thread until stopped, each only once. Returns what failed. */
async function write(origin: string, person: Person, lane: Lane, ledger: Ledger, stop: AbortSignal) {
  const { enquiry, name } = lane
  const failed: string[] = []
  for (let n = 1; !stop.aborted; n++) {
    const text = `${name}.${n}`
    try {
      const { _id: id, seq } = await sendOnce(origin, person, { enquiry, side: 'customer', message: text })
      ledger.messages.push({ text, sender: person.user._id, enquiry, id, seq })
    } catch (error) {
      failed.push(`${text}: ${String(error)}`)
    }
    await wait(1000 + Math.random() * 1000)
  }
  return failed
}

type Lane = { enquiry: string; name: string }

async function sendOnce(origin: string, person: Person, message: object) {
  const headers = {
    authorization: `Bearer ${person.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const response = await fetch(`${origin}/api/chat`, { method: 'POST', headers, body: JSON.stringify(message) })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as { data: SentMessage }).data
}

/** Collects the requests of a page that fail, and each moment that it has no live updates. */
async function watch(page: Page) {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page ends requests itself when it no longer needs them.
    if (reason !== 'net::ERR_ABORTED') failed.push(`${request.method()} ${request.url()}: ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
  })
  await page.exposeFunction('noteLoss', () => failed.push('The page said that it was reconnecting'))
  // Also after a reload.
  await page.addInitScript(noteLosses)
  await page.evaluate(noteLosses)
  return failed
}

function noteLosses() {
  const observer = new MutationObserver(() => {
    if (document.body?.innerText.includes('Reconnecting…')) (globalThis as { noteLoss?: () => void }).noteLoss!()
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

async function openScreens(browser: Browser, origin: string, persons: Person[], threads: string[]) {
  const opened = []
  for (const [index, person] of persons.slice(0, pages).entries()) {
    const screen = new ThreadScreen(await openBrowser(browser, origin, person), person, threads[index]!)
    await screen.open()
    opened.push({ screen, failed: await watch(screen.page) })
  }
  await Promise.all(opened.map(({ screen }) => screen.fetchParts()))
  return opened
}

/**
 * Waits until the page has this message. A page may be of version 0.1.0, which loses the end of a thread on a
 * busy machine: then it shows a button for the new comments.
 */
async function findMessage(screen: ThreadScreen, seq: number) {
  const newest = screen.page.getByRole('button', { name: /^(\d+ new comments?|Newest comments)$/ })
  await expect(async () => {
    if (await newest.isVisible()) await newest.click({ timeout: 5000 })
    expect((await screen.shown()).last).toBeGreaterThanOrEqual(seq)
  }).toPass({ timeout: 90_000 })
}

for (const name of Object.keys(balancers) as BalancerName[]) {
  test(`behind ${name}, servers are upgraded one by one without a failed request or a lost message [D13.3]`, async ({
    browser,
  }) => {
    test.skip(!balancers[name].path, `${name} is not installed`)
    test.skip(!previousVersion, 'This clone lacks the history of the version before')
    test.setTimeout(3_600_000)
    const logs = join(root, name)
    rmSync(logs, { recursive: true, force: true })
    const { origin, replace, database, stop } = await startServers(name, logs)
    const done = new AbortController()
    try {
      const persons = await makePeople(() => origin, people, AbortSignal.timeout(3_600_000))
      const [owner] = persons
      const ledger = new Ledger()
      const threads: string[] = []
      for (let n = 1; n <= people; n++) threads.push(await raiseEnquiry(owner!, `Thread ${n}`, ledger))
      const screens = await openScreens(browser, origin, persons, threads)
      const writing = persons.flatMap((person, index) =>
        Array.from({ length: writersPerPerson }, (_, writer) =>
          write(origin, person, { enquiry: threads[index]!, name: `${index}.${writer}` }, ledger, done.signal),
        ),
      )
      for (let round = 0; round < rounds; round++) {
        const version = round % 2 === 0 ? 'newer' : 'older'
        await replace(0, version)
        // The servers have the parts of two versions.
        await Promise.all(screens.map(({ screen }) => screen.open().then(() => screen.fetchParts())))
        await replace(1, version)
        await Promise.all(screens.map(({ screen }) => screen.write(`From a page ${round}`)))
      }
      done.abort()
      const failures = (await Promise.all(writing)).flat()
      const allFailures = () => [...failures, ...screens.flatMap(({ failed }) => failed)]
      // Failures explain why a page does not show what it should.
      expect(allFailures()).toEqual([])
      for (const { screen } of screens) await findMessage(screen, ledger.lastOf(screen.enquiry))
      console.log(`${name}: ${ledger.messages.length} messages, ${2 * rounds} servers replaced`)
      expect(allFailures()).toEqual([])
      const sql = database()
      const stored = await sql<
        { id: string; message: string }[]
      >`select id, message from message where message like '%.%'`
      const [migrated] = await sql`
        select count(*) filter (where name like '9%') as migrations,
          (select count(*) from message where rehearsed is null) as without_value from migration`
      await sql.end()
      expect(migrated).toEqual({ migrations: 3, withoutValue: 0 })
      expect(stored.map(({ id }) => id).toSorted()).toEqual(ledger.messages.map(({ id }) => id).toSorted())
    } finally {
      done.abort()
      await Promise.all(browser.contexts().map((context) => context.close()))
      await stop()
    }
  })
}
