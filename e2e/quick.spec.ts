import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './journey.ts'
import { registerOwner, signIn } from './people.ts'
import { newFolder, removeFolders, Server } from './server.ts'
import { slowness } from './slowness.ts'

// What is measured here is measured alone; a noisy machine only ever makes it slower, so the best of some rounds counts.
test.describe.configure({ mode: 'serial' })
const rounds = 12

declare global {
  interface Window {
    /** The sum of all layout shifts that nobody caused. */
    shifted: number
    /** How long each touch, click or key waited until what it changed was painted, in milliseconds, and on what. */
    waits: { target: string; duration: number }[]
  }
}

let owner: SignedIn
let enquiryId: string

test.beforeAll(async ({ playwright }, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  owner = await registerOwner(api)
  for (let number = 1; number <= 60; number++) enquiryId = await raise(api, `Parcel ${number} has not arrived`)
  await api.dispose()
})

async function raise(api: APIRequestContext, summery: string): Promise<string> {
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const answer = await api.post('/api/enquiry', { headers, data: { enquiryType: 'Claim', summery } })
  return (await answer.json()).data._id
}

function watch(page: Page) {
  return page.addInitScript(() => {
    window.shifted = 0
    window.waits = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const interactions = new PerformanceObserver((list) => {
      for (const { interactionId, target, name, duration } of list.getEntries() as PerformanceEventTiming[]) {
        const label = target instanceof Element ? (target.ariaLabel ?? target.textContent ?? '') : ''
        if (interactionId) window.waits.push({ target: `${name} ${label.slice(0, 30)}`, duration })
      }
    })
    interactions.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

/** All that was asked for at first is there, and nothing is being worked out any more. */
async function settled(page: Page) {
  await expect(page.getByRole('main').locator('.MuiSkeleton-root')).toHaveCount(0)
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
}

for (const width of [360, 1440]) {
  test(`nothing shifts as a page fills, ${width} px wide`, async ({ browser }) => {
    const page = await signIn(browser, owner, { viewport: { width, height: 800 } })
    await watch(page)
    for (const [path, shown] of [
      ['/', 'ENQ-000060'],
      [`/enquiry/${enquiryId}`, 'History'],
      [`/chats/${enquiryId}`, 'No comments yet'],
      ['/enquiry/AddEnquiry', 'Add Document'],
      ['/profile', 'This device'],
    ] as const) {
      await page.goto(path)
      await page.getByText(shown).first().waitFor()
      await settled(page)
      expect.soft(await page.evaluate(() => window.shifted), path).toBeLessThan(0.02)
    }
  })
}

test('on a device four times as slow the list answers each touch within 100 ms', async ({ browser }) => {
  const page = await signIn(browser, owner, { viewport: { width: 1440, height: 900 } })
  await watch(page)
  const devTools = await page.context().newCDPSession(page)
  let best = { target: '', duration: Infinity }
  for (let round = 0; round < rounds && best.duration >= 100; round++) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto('/')
    await page.getByText('ENQ-000060').waitFor()
    await settled(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, 4 / slowness()) })
    await page.evaluate(() => (window.waits = []))
    await workWithTheList(page)
    const longest = await page.evaluate(() => window.waits.toSorted((one, other) => other.duration - one.duration)[0]!)
    if (longest.duration < best.duration) best = longest
    test.info().annotations.push({ type: 'longest wait', description: `${longest.duration} ms: ${longest.target}` })
  }
  expect(best.duration, best.target).toBeLessThan(100)
})

/** As fast as people are, and without a question to the page in between, which would be four times as slow, too. */
async function workWithTheList(page: Page) {
  const press = async (selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await settled(page)
    await page.mouse.down()
    await page.waitForTimeout(60)
    await page.mouse.up()
    await settled(page)
  }
  await press('[role=tab]:nth-child(2)')
  await press('[role=tab]:nth-child(1)')
  await press('th:has-text("Summary") [role=button]')
  await press('[aria-haspopup=menu][aria-label^="Actions for"]')
  await page.locator('[role=menu]').waitFor()
  await page.keyboard.press('Escape', { delay: 60 })
  await page.locator('[role=menu]').waitFor({ state: 'detached' })
  await settled(page)
  await press('[type=search]')
  await page.keyboard.type('parcel 5', { delay: 150 })
  await settled(page)
  await press('[aria-label="Clear search"]')
  await page.keyboard.press('Escape', { delay: 60 })
  await page.keyboard.press('ArrowDown', { delay: 60 })
  await settled(page)
}

test('10,000 comments in a thread are scrolled through smoothly', async ({ browser }) => {
  const page = await signIn(browser, owner, { viewport: { width: 1440, height: 900 } })
  const sender = { _id: owner.userData._id, name: owner.userData.name, profilePic: null }
  const docs = Array.from({ length: 10_000 }, (_, index) => ({
    _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    enquiry: enquiryId,
    seq: index + 1,
    side: index % 3 === 0 ? 'host' : 'customer',
    sender,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
    message: `Comment ${index + 1}. ${'Some words of it. '.repeat(index % 12)}`,
  }))
  // The page as it is with all of a long thread read; only the reading of 200 stretches is spared.
  await page.route(/\/api\/chat\?/, async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data = { ...answer.data, docs, totalDocs: docs.length, hasEarlier: false, hasLater: false }
    await route.fulfill({ json: answer })
  })
  await page.goto(`/chats/${enquiryId}`)
  await expect(page.getByText('Comment 10000.')).toBeInViewport()
  expect(await page.getByRole('log').locator('li').count()).toBeLessThan(100)
  let best = Infinity
  for (let round = 0; round < rounds && best >= 50; round++) best = Math.min(best, await frameWhileScrolling(page))
  test.info().annotations.push({ type: 'a frame in twenty is longer than', description: `${best} ms` })
  expect(best).toBeLessThan(50)
})

test('the server stops cleanly when told to, and starts again within three seconds', async () => {
  const folder = await newFolder()
  const first = new Server(folder)
  await first.address()
  expect(await first.end('SIGTERM')).toBe(0)
  let best = Infinity
  for (let round = 0; round < rounds && best >= 3000; round++) {
    const factor = slowness()
    const start = performance.now()
    const again = new Server(folder)
    await again.address()
    best = Math.min(best, (performance.now() - start) / factor)
    expect(await again.end('SIGINT')).toBe(0)
  }
  await removeFolders()
  test.info().annotations.push({ type: 'started again within', description: `${Math.round(best)} ms` })
  expect(best).toBeLessThan(3000)
})

/** Scrolls up by 30,000 px; answers what 19 of 20 frames stayed within, in milliseconds. */
function frameWhileScrolling(page: Page) {
  return page.getByRole('log').evaluate(async (log) => {
    const frames: number[] = []
    let before = performance.now()
    for (let step = 0; step < 200; step++) {
      log.scrollTop -= 150
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - before)
      before = now
    }
    return frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)]!
  })
}
