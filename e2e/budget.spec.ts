import { type Browser, expect, type BrowserContext, type Request } from '@playwright/test'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

const rowLink = 'a[href^="/enquiry/0"]'

/** Kilobytes as served, and requests after that of the page. */
interface Loaded {
  scripts: number
  all: number
  requests: number
}

test('sign-in is usable after 172 KB of scripts and 220 KB in all, the list after 216 KB and 296 KB in 17 requests @main', async ({
  browser,
}) => {
  const form = await loadedUntil('input[type=password]', '/login', await browser.newContext())
  expectWithin({ scripts: 172, all: 220, requests: 11 }, form)

  const list = await loadedUntil(rowLink, '/', await contextOfOwner(browser))
  expectWithin({ scripts: 216, all: 296, requests: 17 }, list)
})

test('once the list is idle, it fetches what appears later and what the next click opens, and the icons of those: 130 KB in 12 requests @main', async ({
  browser,
}) => {
  const page = await (await contextOfOwner(browser)).newPage()
  const arriving = new Set<Request>()
  page.on('request', (request) => arriving.add(request))
  page.on('requestfinished', (request) => arriving.delete(request))
  page.on('requestfailed', (request) => arriving.delete(request))
  const scriptsArriving = () => [...arriving].filter((request) => request.url().endsWith('.js')).length
  await page.addInitScript(markUsable, rowLink)
  const fetched = Promise.all(
    ['menus', 'later', 'FirstSteps'].map((name) => page.waitForResponse(new RegExp(`/assets/${name}-`))),
  )
  await page.goto('/')
  await fetched
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect.poll(scriptsArriving).toBe(0)
  const after = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]!.startTime
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const later = files.filter(({ name, startTime }) => name.endsWith('.js') && startTime > usableAt)
    return later.map(({ encodedBodySize }) => encodedBodySize)
  })
  expect(after.length).toBeGreaterThan(5)
  expect(after.length).toBeLessThanOrEqual(12)
  expect(inKilobytes(after)).toBeLessThanOrEqual(130)
})

function expectWithin(limits: Loaded, loaded: Loaded) {
  for (const [name, limit] of Object.entries(limits))
    expect(loaded[name as keyof Loaded], name).toBeLessThanOrEqual(limit)
}

/** A browser in which an owner whose company has an enquiry is signed in, without any file in its cache. */
async function contextOfOwner(browser: Browser) {
  const owner = await registerOwner((await browser.newContext()).request)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { request } = await browser.newContext()
  await request.post('/api/enquiry', { headers, data: { enquiryType: 'Damaged goods' } })
  const storageState = await (await signIn(browser, owner)).context().storageState()
  return browser.newContext({ storageState })
}

/** The requests of a first visit until a matching element appears. */
async function loadedUntil(selector: string, path: string, context: BrowserContext): Promise<Loaded> {
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(markUsable, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  // Files that were requested before the element appeared may still be loading.
  const before = requests.filter((request) => !request.url().includes('/api/events'))
  await Promise.all(before.map(async (request) => (await request.response())?.finished()))
  const loaded = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]!.startTime
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const [document] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[]
    const early = files.filter(({ startTime }) => startTime <= usableAt)
    const scripts = early.filter(({ name }) => name.endsWith('.js'))
    return {
      scripts: scripts.map(({ encodedBodySize }) => encodedBodySize),
      unpacked: scripts.map(({ decodedBodySize }) => decodedBodySize),
      all: [document!, ...early].map(({ transferSize }) => transferSize),
    }
  })
  const [scripts, unpacked, all] = [loaded.scripts, loaded.unpacked, loaded.all].map(inKilobytes) as [
    number,
    number,
    number,
  ]
  const description = `${scripts} KB of scripts served, ${unpacked} KB unpacked, ${all} KB in all`
  test.info().annotations.push({ type: path, description })
  expect(scripts).toBeGreaterThan(100)
  expect(unpacked).toBeGreaterThan(2 * scripts)
  return { scripts, all, requests: loaded.all.length - 1 }
}

/** Notes when a matching element appears. Runs inside the page. */
function markUsable(selector: string) {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(selector)) return
    performance.mark('usable')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

function inKilobytes(sizes: number[]) {
  return sizes.reduce((total, size) => total + size, 0) / 1000
}

const authRequestsChunk = '**/assets/authRequests-*.js'

test('a sign-in submitted before its code has loaded is sent once the code arrives', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  let isHeld = true
  await page.route(authRequestsChunk, async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false)
    await route.continue()
  })
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true')
  isHeld = false
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
})

test('if the code for signing in cannot be loaded, the page says so and keeps the input', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  await page.route(authRequestsChunk, (route) => route.abort())
  await page.goto('/login')
  await fillSignIn(page, owner)
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('A part of this page could not be loaded')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(owner.userData.email)
})

test('a part of the page that cannot be loaded breaks nothing else, and appears once it loads', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  let isBlocked = true
  let attempts = 0
  await page.route('**/assets/later-*.js', async (route) => {
    attempts++
    await (isBlocked ? route.abort() : route.continue())
  })
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect.poll(() => attempts).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { name: 'Your first steps' })).toBeVisible()
  isBlocked = false
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('lastEvent')
  await page.request.post('/api/enquiry', {
    headers: { authorization: `Bearer ${owner.accessToken}` },
    data: { enquiryType: 'Damaged goods' },
  })
  await expect(page.getByText('ENQ-000001')).toBeVisible()
})
