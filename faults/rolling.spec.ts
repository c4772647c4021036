import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { SentMessage } from '#contract/chat.ts'
import { openDatabase } from '#server/database/database.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { type BalancerName, balancers, startBalancer } from './balancers.ts'
import { Bucket } from './bucket.ts'
import { isFull } from './interrupted.ts'
import { makePeople, type Person } from './people.ts'
import { openBrowser, ThreadScreen } from './screens.ts'
import { Server } from './server.ts'
import { Ledger, raiseEnquiry } from './writers.ts'

const root = 'test-results/faults/rolling'
/** How often each of the two servers is replaced. */
const rounds = isFull ? 10 : 1
const [people, writersPerPerson, pages] = [10, 5, 5]
const drainSeconds = 4
/** How long a load balancer may take to notice that a server is there. */
const noticeMs = 2000

/** Two servers without folders behind a load balancer. Their database belongs to a third one that serves nobody. */
async function startServers(name: BalancerName, logs: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-rolling-'))
  const bucket = new Bucket()
  await bucket.start()
  const keeper = new Server(join(folder, 'keeper'), { DATABASE_URL: '', DATABASE_POOL: '3' }, join(logs, 'keeper.log'))
  await keeper.start()
  const socket = encodeURIComponent(join(folder, 'keeper/postgres')).replaceAll('%2F', '/')
  const ports = [await freePort(), await freePort()]
  const port = await freePort()
  const settings = {
    ...bucket.settings(),
    DATABASE_URL: `postgresql:///enquiry_desk?host=${socket}&user=enquiry_desk`,
    DATABASE_POOL: '3',
    APP_SECRET: randomUUID(),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DRAIN_SECONDS: String(drainSeconds),
  }
  const servers = ports.map((each) => new Server('', settings, join(logs, `${each}.log`)))
  for (const [index, server] of servers.entries()) await server.start(ports[index])
  const log = join(logs, `${name}.log`)
  const stopBalancer = await startBalancer(name, { folder: join(folder, name), log, port, servers: ports })
  const stop = async () => {
    await stopBalancer()
    await Promise.all(servers.map((server) => server.stop()))
    await keeper.stop()
    bucket.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const replace = async (index: number) => {
    await servers[index]!.stop()
    await servers[index]!.start(ports[index])
    await wait(noticeMs)
  }
  const database = () =>
    openDatabase({ host: join(folder, 'keeper/postgres'), user: 'enquiry_desk', database: 'enquiry_desk' }, 1)
  return { origin: settings.PUBLIC_URL, replace, database, stop }
}

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
    await wait(500 + Math.random() * 1000)
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
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.body.innerText.includes('Reconnecting…')) (globalThis as { noteLoss?: () => void }).noteLoss!()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return failed
}

async function openScreens(browser: Browser, origin: string, persons: Person[], threads: string[]) {
  const opened = []
  for (const [index, person] of persons.slice(0, pages).entries()) {
    const screen = new ThreadScreen(await openBrowser(browser, origin, person), person, threads[index]!)
    await screen.open()
    opened.push({ screen, failed: await watch(screen.page) })
  }
  return opened
}

for (const name of Object.keys(balancers) as BalancerName[]) {
  test(`behind ${name}, servers are replaced one by one without a failed request or a lost message [D13.3]`, async ({
    browser,
  }) => {
    test.skip(!balancers[name].path, `${name} is not installed`)
    test.setTimeout(3_600_000)
    const logs = join(root, name)
    rmSync(logs, { recursive: true, force: true })
    const { origin, replace, database, stop } = await startServers(name, logs)
    try {
      const persons = await makePeople(() => origin, people, AbortSignal.timeout(3_600_000))
      const [owner] = persons
      const ledger = new Ledger()
      const threads: string[] = []
      for (let n = 1; n <= people; n++) threads.push(await raiseEnquiry(owner!, `Thread ${n}`, ledger))
      const screens = await openScreens(browser, origin, persons, threads)
      const done = new AbortController()
      const writing = persons.flatMap((person, index) =>
        Array.from({ length: writersPerPerson }, (_, writer) =>
          write(origin, person, { enquiry: threads[index]!, name: `${index}.${writer}` }, ledger, done.signal),
        ),
      )
      for (let round = 0; round < rounds; round++) {
        await replace(0)
        await replace(1)
        await Promise.all(screens.map(({ screen }) => screen.write(`From a page ${round}`)))
      }
      done.abort()
      const failures = (await Promise.all(writing)).flat()
      for (const { screen } of screens) await screen.waitForSeq(ledger.lastOf(screen.enquiry))
      console.log(`${name}: ${ledger.messages.length} messages, ${2 * rounds} servers replaced`)
      expect([...failures, ...screens.flatMap(({ failed }) => failed)]).toEqual([])
      const sql = database()
      const stored = await sql<
        { id: string; message: string }[]
      >`select id, message from message where message like '%.%'`
      await sql.end()
      expect(stored.map(({ id }) => id).toSorted()).toEqual(ledger.messages.map(({ id }) => id).toSorted())
    } finally {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await stop()
    }
  })
}
