import { expect, type Page } from '@playwright/test'
import { hold } from '#e2e/support/interception.ts'
import { test } from '#e2e/support/journey.ts'
import { newTab } from '#e2e/support/newTab.ts'

const scripts = /\/assets\/.*\.js$/

/** Where an element begins and how wide it is, in CSS pixels. */
function placeOf(page: Page, selector: string) {
  const element = page.locator(selector).first()
  return element.evaluate((node) => {
    const { x, y, width } = node.getBoundingClientRect()
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width) }
  })
}

const windows = [
  { width: 1440, hasTouch: false },
  { width: 1440, hasTouch: false, sidebar: 'collapsed' },
  { width: 1024, hasTouch: true },
  { width: 1000, hasTouch: false },
  { width: 768, hasTouch: true },
  { width: 700, hasTouch: false },
  { width: 360, hasTouch: true },
]

for (const { width, hasTouch, sidebar = 'whole' } of windows) {
  test(`before any script has run, the outline of the list is in its place, ${width} px, ${hasTouch ? 'touched' : 'with a mouse'}, the sidebar ${sidebar} [D2.10]`, async ({
    browser,
  }) => {
    const options = { viewport: { width, height: 900 }, hasTouch, isMobile: hasTouch }
    const { page, outline } = await newTab(browser, options)
    await page.context().addCookies([{ name: 'sidebar', value: sidebar, url: test.info().project.use.baseURL! }])
    const letGo = await hold(page.context(), scripts)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(outline.getByText('Enquiries')).toBeVisible()
    // After half a second.
    await expect(page.locator('.opening-bar')).toBeVisible()
    const [heading, side, list] = [
      await placeOf(page, '.opening-list p'),
      await placeOf(page, '.opening-side'),
      await placeOf(page, '.opening-card'),
    ]
    await letGo()
    await expect(page.getByRole('link', { name: /ENQ-000001/ })).toBeVisible()
    await expect(outline).toBeHidden()
    expect((await placeOf(page, 'h1')).x).toBe(heading.x)
    if (width >= 1200) expect(await placeOf(page, 'aside')).toEqual(side)
    expect(await placeOf(page, '.list-card')).toEqual(list)
  })
}

test('before any script has run, other pages show a bar on the ground of the chosen colour mode', async ({
  browser,
}) => {
  const { page, outline } = await newTab(browser, { colorScheme: 'light' })
  const url = test.info().project.use.baseURL!
  await page.context().addCookies([{ name: 'colorMode', value: 'dark', url }])
  const letGo = await hold(page.context(), scripts)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(outline).toBeVisible()
  await expect(outline.getByText('Enquiries')).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 26, 33)')
  await letGo()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await expect(outline).toBeHidden()
})

test('the list is requested before any script has run, and each part of the API once', async ({ browser }) => {
  const { page, headers } = await newTab(browser)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() === 'GET') reads.push(pathname)
  })
  const stream = page.waitForResponse(/\/api\/events\?after=\d+$/)
  const others = Promise.all(['**/api/views', '**/api/jobs'].map((path) => page.waitForRequest(path)))
  const letGo = await hold(page.context(), scripts)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => reads.toSorted()).toEqual(['/api/auth/profile', '/api/enquiry', '/api/enquiry/summary'])
  await letGo()
  await expect(page.getByText('ENQ-000001')).toBeVisible()
  await stream
  await others
  // Its event comes after those that would have the page fetch everything again.
  await page.request.post('/api/enquiry', { headers, data: { enquiryType: 'Claim' } })
  await expect(page.getByText('ENQ-000002')).toBeVisible()
  const once = reads.filter((path) => ['/api/auth/profile', '/api/views', '/api/jobs'].includes(path))
  expect(once.toSorted()).toEqual(['/api/auth/profile', '/api/jobs', '/api/views'])
  expect(reads.filter((path) => path === '/api/enquiry')).toHaveLength(2)
})

test('if the list arrives before its code, the first rows are drawn without a skeleton before them', async ({
  browser,
}) => {
  const { page } = await newTab(browser)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.skeleton')) performance.mark('skeleton')
    }).observe(document, { childList: true, subtree: true })
  })
  const letGo = await hold(page.context(), scripts)
  const arrived = ['/api/enquiry', '/api/enquiry/summary'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await page.goto('/', { waitUntil: 'commit' })
  await Promise.all(arrived)
  await letGo()
  await expect(page.getByRole('link', { name: 'ENQ-000001' })).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByName('skeleton').length)).toBe(0)
})

test('if the list arrives late, the page is there before it, with a skeleton in its place', async ({ browser }) => {
  const { page } = await newTab(browser)
  const letGo = await hold(page.context(), /\/api\/enquiry\?/)
  await page.goto('/')
  await expect(page.getByText('Loading enquiries')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  await letGo()
  await expect(page.getByText('ENQ-000001')).toBeVisible()
})

test('a page whose script cannot be loaded says so, and offers to try again', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.route(scripts, (route) => route.abort())
  await page.goto('/login')
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
  await expect(failure).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.unroute(scripts)
  await page.getByRole('link', { name: 'try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(failure).toBeHidden()
})
