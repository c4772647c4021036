import { expect, type BrowserContext, type Request } from '@playwright/test'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

test('sign-in can be used after at most 190 KB of JavaScript as served, the list after 280 KB', async ({ browser }) => {
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

/** The scripts that a first visit has asked for by the time that such an element is there, as they came. */
async function kilobytesUntil(selector: string, path: string, context: BrowserContext) {
  const page = await context.newPage()
  const asked: Request[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request))
  await page.addInitScript((awaited) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(awaited)) return
      performance.mark('usable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  // What was asked for before it may still be under way.
  await Promise.all(asked.map(async (request) => (await request.response())?.finished()))
  const scripts = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]!.startTime
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // While the rows are waited for, a slow machine is idle and fetches what is needed later.
    const rowsAskedAt = fetched.find(({ name }) => name.includes('/api/enquiry?'))?.startTime ?? Infinity
    return fetched
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= Math.min(usableAt, rowsAskedAt))
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

const lateCode = '**/assets/entrances-*.js'

test('sign-in sent before the code that sends it has arrived is sent when it has', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  let isHeld = true
  await page.route(lateCode, async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false)
    await route.continue()
  })
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true')
  isHeld = false
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
})

test('sign-in whose code cannot be had says so, and keeps what was typed', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  await page.route(lateCode, (route) => route.abort())
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect(page.getByText('A part of this page could not be loaded')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(owner.userData.email)
})

test('a part that cannot be fetched takes nothing with it, and comes when it can be', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const owner = await registerOwner(page.request)
  let isAway = true
  let attempts = 0
  await page.route('**/assets/LiveSign-*.js', async (route) => {
    attempts++
    await (isAway ? route.abort() : route.continue())
  })
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect.poll(() => attempts).toBeGreaterThan(1)
  await expect(page.getByText('No enquiries yet')).toBeVisible()
  isAway = false
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('lastEvent')
  await page.request.post('/api/enquiry', {
    headers: { authorization: `Bearer ${owner.accessToken}` },
    data: { enquiryType: 'Damaged goods' },
  })
  await expect(page.getByText('ENQ-000001')).toBeVisible()
})
