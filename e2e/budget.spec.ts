import { expect, type BrowserContext, type Request } from '@playwright/test'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

test('sign-in is usable after at most 190 KB of JavaScript as served, the list after 280 KB', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { request } = await browser.newContext()
  await request.post('/api/enquiry', { headers, data: { enquiryType: 'Damaged goods' } })
  const form = await kilobytesUntil('input[type=password]', '/login', await browser.newContext())
  expect(form).toBeLessThanOrEqual(190)

  const storageState = await (await signIn(browser, owner)).context().storageState()
  const list = await kilobytesUntil('a[href^="/enquiry/0"]', '/', await browser.newContext({ storageState }))
  expect(list).toBeLessThanOrEqual(280)
})

/** The compressed size of all scripts that a first visit requests before a matching element appears. */
async function kilobytesUntil(selector: string, path: string, context: BrowserContext) {
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => request.resourceType() === 'script' && requests.push(request))
  await page.addInitScript((awaited) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(awaited)) return
      performance.mark('usable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  // Scripts requested before the element appeared may still be loading.
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()))
  const scripts = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]!.startTime
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // While a slow machine waits for the rows, it is idle and prefetches code for later.
    const rowsRequestedAt = fetched.find(({ name }) => name.includes('/api/enquiry?'))?.startTime ?? Infinity
    return fetched
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= Math.min(usableAt, rowsRequestedAt))
      .map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize }))
  })
  const served = inKilobytes(scripts.map(({ encodedBodySize }) => encodedBodySize))
  const unpacked = inKilobytes(scripts.map(({ decodedBodySize }) => decodedBodySize))
  test.info().annotations.push({ type: path, description: `${served} KB served, ${unpacked} KB unpacked` })
  expect(served).toBeGreaterThan(100)
  expect(unpacked).toBeGreaterThan(2 * served)
  return served
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
  await expect(page.getByText('A part of this page could not be loaded')).toBeVisible()
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
