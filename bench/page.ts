import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import type { CustomerForm } from '#contract/customers/form.ts'
import { launchChromium } from './chromium.ts'
import { settled } from './clicks.ts'
import { form, paintOfForm } from './formPaint.ts'
import { startProduct } from './product.ts'
import { keepResults } from './results.ts'
import { medianRound } from './rounds.ts'

const registration = {
  companyName: 'Acme Tools Ltd',
  name: 'Olivia Owner',
  email: 'olivia@acme.test',
  password: 'correct horse battery',
}

const enquiries = 60
const comments = 10_000
const viewport = { width: 1440, height: 900 }

declare global {
  interface Window {
    /** How long each press or key waited until its effect was painted, in milliseconds, and on what. */
    waits: Wait[]
  }
}

type Wait = { on: string; duration: number }

/** Measures the built page in Chromium, and the restart of the server; keeps the figures under bench/results/. */
export async function benchPage(rounds = '5') {
  const folder = await mkdtemp(join(tmpdir(), 'enquiry-desk-page-'))
  process.env.DATA_DIR = folder
  const browser = await launchChromium()
  let product = await startProduct()
  try {
    const origin = `http://localhost:${product.port}`
    const world = await prepare(origin)
    const waits = await repeat(rounds, () => longestWait(browser, origin))
    const frames = await repeat(rounds, () => frameOfLongThread(browser, origin, world))
    const paints = await repeat(rounds, () => paintOfForm(browser, origin))
    const restarts = await repeat(rounds, async () => {
      await product.stop()
      const started = performance.now()
      product = await startProduct()
      return { duration: performance.now() - started }
    })
    const times = [
      summarise('longest wait for the list to respond, CPU slowed to a quarter', 100, waits),
      summarise(`95th percentile of a frame while ${comments} comments are scrolled`, 50, frames),
      summarise(
        'first paint of the form for customers, on a slow line and with the CPU slowed to a quarter',
        1000,
        paints,
      ),
      summarise('restart of the server until it is ready', 3000, restarts),
    ]
    await keepResults('page', { times })
  } finally {
    await browser.close()
    await product.stop()
    await rm(folder, { recursive: true })
  }
}

async function repeat<T>(rounds: string, measure: () => Promise<T>) {
  const taken: T[] = []
  for (let round = 0; round < Number(rounds); round++) taken.push(await measure())
  return taken
}

/** The median round against its target, in milliseconds; `rounds` are in ascending order. */
function summarise(name: string, target: number, taken: { duration: number; on?: string; bytes?: number }[]) {
  const { duration, ...rest } = medianRound(taken, (one) => one.duration)
  const median = Math.round(duration)
  const rounds = taken.map((one) => Math.round(one.duration)).toSorted((a, b) => a - b)
  console.log(`${name}: ${median} ms (target ${target} ms${median <= target ? '' : ', NOT REACHED'})`)
  return { name, target, median, ...rest, rounds }
}

/** A company with a form for customers and some enquiries; the last one gets the long thread. */
async function prepare(origin: string) {
  const { accessToken, userData } = await send<SignedIn>('POST', `${origin}/api/auth/register`, registration)
  let last = ''
  for (let number = 1; number <= enquiries; number++) {
    const enquiry = { enquiryType: 'Claim', summery: `Parcel ${number} has not arrived` }
    last = (await send<{ _id: string }>('POST', `${origin}/api/enquiry`, enquiry, accessToken))._id
  }
  await send<CustomerForm>('PATCH', `${origin}/api/customer-form`, form, accessToken)
  return { enquiryId: last, sender: { _id: userData._id, name: userData.name, profilePic: null } }
}

async function send<T>(method: 'POST' | 'PATCH', url: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

async function signIn(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL, viewport })).newPage()
  await page.goto('/login')
  await page.getByLabel('Email address').fill(registration.email)
  await page.getByLabel('Password', { exact: true }).fill(registration.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(`ENQ-0000${enquiries}`).waitFor()
  return page
}

/** The longest that a press or key on the list waited for its paint, with a CPU four times as slow. */
async function longestWait(browser: Browser, origin: string) {
  const page = await signIn(browser, origin)
  await page.addInitScript(recordWaits)
  await page.reload()
  await page.getByRole('link', { name: `ENQ-0000${enquiries}` }).waitFor()
  await settled(page)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => (window.waits = []))
  await workWithTheList(page)
  const longest = await page.evaluate(() => window.waits.toSorted((one, other) => other.duration - one.duration)[0])
  await page.context().close()
  if (!longest) throw new Error('The browser reported no interaction')
  return longest
}

function recordWaits() {
  window.waits = []
  const interactions = new PerformanceObserver((list) => {
    for (const { interactionId, target, name, duration } of list.getEntries() as PerformanceEventTiming[]) {
      const label = target instanceof Element ? (target.ariaLabel ?? target.textContent ?? '') : ''
      if (interactionId) window.waits.push({ on: `${name} ${label.slice(0, 30)}`, duration })
    }
  })
  interactions.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** As fast as people are, and without a question to the page in between, which would be slowed down too. */
async function workWithTheList(page: Page) {
  await press(page, '[role=tab]:nth-child(2)')
  await press(page, '[role=tab]:nth-child(1)')
  await press(page, 'th:has-text("Summary") button')
  await press(page, '[aria-haspopup=menu][aria-label^="Actions for"]')
  await page.locator('[role=menu]').waitFor()
  await page.keyboard.press('Escape', { delay: 60 })
  await page.locator('[role=menu]').waitFor({ state: 'detached' })
  await settled(page)
  await press(page, '[type=search]')
  await page.keyboard.type('parcel 5', { delay: 150 })
  await settled(page)
  await press(page, '[aria-label="Clear search"]')
  await page.keyboard.press('Escape', { delay: 60 })
  await page.keyboard.press('ArrowDown', { delay: 60 })
  await settled(page)
}

async function press(page: Page, selector: string) {
  const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await settled(page)
  await page.mouse.down()
  await page.waitForTimeout(60)
  await page.mouse.up()
  await settled(page)
}

/** The 95th percentile of the frames of a long thread that is scrolled up by 30,000 px, in milliseconds. */
async function frameOfLongThread(browser: Browser, origin: string, world: Awaited<ReturnType<typeof prepare>>) {
  const page = await signIn(browser, origin)
  const docs = longThread(world)
  // Reading 200 stretches of a thread is not what is measured here, so the page gets all of it at once.
  await page.route(/\/api\/chat\?/, async (route) => {
    const body = await (await route.fetch()).json()
    body.data = { ...body.data, docs, totalDocs: docs.length, hasEarlier: false, hasLater: false }
    await route.fulfill({ json: body })
  })
  await page.goto(`/chats/${world.enquiryId}`)
  await page.getByText(`Comment ${comments}.`).waitFor()
  await settled(page)
  const duration = await page.getByRole('log').evaluate(frameWhileScrolling)
  await page.context().close()
  return { duration }
}

function longThread({ enquiryId, sender }: Awaited<ReturnType<typeof prepare>>) {
  return Array.from({ length: comments }, (_, index) => ({
    _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    enquiry: enquiryId,
    seq: index + 1,
    side: index % 3 === 0 ? 'host' : 'customer',
    sender,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
    message: `Comment ${index + 1}. ${'Some words of it. '.repeat(index % 12)}`,
  }))
}

/** Runs in the page. */
async function frameWhileScrolling(log: Element) {
  const frames: number[] = []
  let before = performance.now()
  for (let step = 0; step < 200; step++) {
    // The thread follows new comments until its reader scrolls it.
    log.dispatchEvent(new WheelEvent('wheel', { deltaY: -150 }))
    log.scrollTop -= 150
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    frames.push(now - before)
    before = now
  }
  return frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)]!
}
