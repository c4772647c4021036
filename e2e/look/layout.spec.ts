import { expect, type Locator, type Page } from '@playwright/test'
import { hold } from '#e2e/support/interception.ts'
import { test } from '#e2e/support/journey.ts'
import { newTab } from '#e2e/support/newTab.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'

const modes = ['light', 'dark'] as const
const wide = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

function styleOf(element: Locator, ...names: (keyof CSSStyleDeclaration)[]) {
  return element.evaluate(
    (node, wanted) => Object.fromEntries(wanted.map((name) => [name, getComputedStyle(node)[name]])),
    names,
  )
}

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x, y, width, height }
}

/** The style of the background image of the auth pages, which is in a pseudo-element. */
function overlayOf(page: Page) {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll('body, body *')) {
      const { backgroundImage, opacity, position, width, height } = getComputedStyle(element, '::before')
      if (backgroundImage.includes('url(')) return { opacity, position, width, height }
    }
    return null
  })
}

for (const colorScheme of modes) {
  test(`the auth pages have the specified sizes, header and background image, ${colorScheme} [S1.2] [S1.3] [S1.4] [S9.5] [S9.6]`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ colorScheme, viewport: wide })).newPage()
    await page.goto('/login')
    const logo = page.getByRole('banner').getByRole('img').first()
    expect(await boxOf(logo)).toMatchObject({ width: 50, height: 50 })
    const content = page.getByRole('main').locator('> div').first()
    expect((await boxOf(content)).width).toBe(420)
    expect(await overlayOf(page)).toEqual({
      opacity: colorScheme === 'light' ? '0.24' : '0.08',
      position: 'fixed',
      width: '1440px',
      height: '900px',
    })
    expect(await styleOf(page.getByRole('banner'), 'position', 'zIndex')).toEqual({
      position: 'sticky',
      zIndex: '1100',
    })
    const bar = page.getByRole('banner')
    expect((await styleOf(bar, 'backdropFilter')).backdropFilter).toBe('blur(8px)')
    expect((await styleOf(bar, 'backgroundColor')).backgroundColor).toMatch(/0\.8\)|\/ 0\.8/)
    const vendor = page.getByRole('link', { name: 'Software By Vendor Ltd' })
    await expect(vendor).toHaveAttribute('target', '_blank')
  })

  test(`the dashboard has the specified sizes and z-indexes, wide and narrow, ${colorScheme} [S2.24] [S9.2] [S9.3] [S9.4]`, async ({
    browser,
  }) => {
    const owner = await registerOwner((await browser.newContext()).request)
    const page = await signIn(browser, owner, { colorScheme, viewport: wide })
    const header = page.getByRole('banner')
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Enquiry' })
    const sidebar = page.getByRole('navigation', { name: 'Main' }).locator('..')
    expect(await boxOf(sidebar)).toEqual({ x: 0, y: 0, width: 300, height: 900 })
    expect(await styleOf(sidebar, 'position', 'zIndex')).toEqual({ position: 'fixed', zIndex: '1101' })
    expect((await boxOf(entry)).height).toBe(44)
    expect(await boxOf(header)).toMatchObject({ x: 300, height: 72 })
    expect(await styleOf(header, 'zIndex')).toEqual({ zIndex: '1100' })
    expect((await styleOf(header, 'backdropFilter')).backdropFilter).toBe('blur(8px)')

    // Opens new windows: under load, a resized one has kept its old layout for a minute.
    const storageState = await page.context().storageState()
    const openAt = async (viewport: typeof wide) => {
      const other = await (await browser.newContext({ colorScheme, viewport, storageState })).newPage()
      await other.goto('/')
      await other.getByRole('button', { name: 'Open navigation' }).waitFor()
      return other
    }
    const narrow = await openAt({ width: 1199, height: 800 })
    await expect(narrow.getByRole('navigation', { name: 'Main' })).toBeHidden()
    expect(await boxOf(narrow.getByRole('banner'))).toMatchObject({ x: 0, height: 72 })

    const onPhone = await openAt(phone)
    expect((await boxOf(onPhone.getByRole('banner'))).height).toBe(64)
    await onPhone.getByRole('button', { name: 'Open navigation' }).click()
    const drawer = onPhone.getByRole('dialog').or(onPhone.locator('.MuiDrawer-paper')).last()
    await expect.poll(async () => boxOf(drawer)).toMatchObject({ x: 0, width: 320 })
    await drawer.getByRole('link', { name: 'Enquiry' }).click()
    await expect(drawer).toBeHidden()
  })
}

test('the header is 72 px high from md on every page, and the pages begin below it [S9.3] [S9.7]', async ({
  browser,
}) => {
  const { page } = await newTab(browser, { viewport: { width: 900, height: 800 } })
  for (const path of ['/', '/profile', '/enquiry/AddEnquiry', '/desk']) {
    await page.setViewportSize({ width: 900, height: 800 })
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect.poll(async () => boxOf(page.getByRole('banner'))).toMatchObject({ y: 0, height: 72 })
    expect((await boxOf(page.getByRole('main'))).y).toBe(72)
    await page.setViewportSize({ width: 899, height: 800 })
    await expect.poll(async () => boxOf(page.getByRole('banner'))).toMatchObject({ y: 0, height: 64 })
  }
})

for (const viewport of [phone, wide]) {
  test(`the skeletons of the list are in the place of its rows, ${viewport.width} px wide`, async ({ browser }) => {
    const { page } = await newTab(browser, { viewport })
    const release = await hold(page.context(), /\/api\/enquiry\?(?!_id)/)
    await page.goto('/')
    const skeleton = page.getByRole('main').locator('.skeleton-card, tr:has(.skeleton)').first()
    const { x, y, width } = await boxOf(skeleton)
    await release()
    const row = page.getByRole('main').locator('.enquiry-card, .enquiry-row').first()
    expect(await boxOf(row)).toMatchObject({ x, y, width })
  })
}

test('a scrollbar below the tabs of the list does not cover the line of the selected one', async ({ browser }) => {
  const { page } = await newTab(browser, { viewport: { width: 500, height: 800 } })
  await page.goto('/')
  const tabs = page.locator('.list-tabs')
  const scrollbar = 8
  // Playwright hides scrollbars. This leaves the tabs as little room.
  await tabs.evaluate((element, height) => (element.style.paddingBottom = `${height}px`), scrollbar)
  const [all, selected] = [await boxOf(tabs), await boxOf(page.getByRole('tab', { selected: true }))]
  expect(selected.y + selected.height).toBeLessThanOrEqual(all.y + all.height - scrollbar)
})

test('the rows of the table are 44 px high, or 56 px if the person has chosen tall ones', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner, { viewport: wide })
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  await page.request.post('/api/enquiry', {
    headers,
    data: { enquiryType: 'Claim', summery: 'Wet parcels. '.repeat(12) },
  })
  await page.goto('/')
  const height = async () => (await boxOf(page.getByRole('row', { name: /ENQ-000001/ }))).height
  await page.getByText('ENQ-000001').waitFor()
  expect(await height()).toBe(44)
  await page.getByRole('combobox', { name: 'Row height' }).selectOption('Tall rows')
  await expect.poll(height).toBe(56)
})

test('the colour mode is switched in the header, remembered, and applied from the first paint [S4.8] [D4.5]', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ colorScheme: 'light' })).newPage()
  await page.goto('/login')
  const scheme = () => page.locator('html').getAttribute('data-color-scheme')
  expect(await scheme()).toBe('light')
  await page.getByRole('button', { name: 'Colour mode' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Dark' })
    .or(page.getByRole('menuitem', { name: 'Dark' }))
    .click()
  await expect.poll(scheme).toBe('dark')
  const response = await page.request.get('/login')
  expect(await response.text()).toContain('data-color-scheme="dark"')
})

test('a first visit follows the colour scheme of the system before any script has run', async ({ browser }) => {
  for (const [colorScheme, backgroundColor] of [
    ['dark', 'rgb(20, 26, 33)'],
    ['light', 'rgb(249, 250, 251)'],
  ] as const) {
    const page = await (await browser.newContext({ colorScheme, javaScriptEnabled: false })).newPage()
    await page.goto('/login')
    expect(await styleOf(page.locator('body'), 'backgroundColor')).toEqual({ backgroundColor })
  }
})

test('the font of the text is preloaded with the page, fetched once, and used', async ({ page }) => {
  const fonts: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
  })
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const preloaded = await page.locator('link[rel=preload][as=font]').getAttribute('href')
  expect(preloaded).toMatch(/^\/assets\/dm-sans-latin-wght-normal-.*\.woff2$/)
  expect(fonts.filter((path) => path === preloaded)).toHaveLength(1)
  expect(await page.evaluate(() => document.fonts.check('400 16px "DM Sans Variable"'))).toBe(true)
  expect(warnings).toEqual([])
})

test('every path change scrolls to the top, and pages load as chunks from the site root [S2.28] [S2.10]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner, { viewport: { width: 800, height: 400 } })
  const chunks: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') chunks.push(new URL(request.url()).pathname)
  })
  await page.evaluate(() => document.querySelector('main')!.style.setProperty('min-height', '3000px'))
  await page.evaluate(() => window.scrollTo(0, 1000))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile' }).first().waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(chunks.some((path) => /^\/assets\/ProfilePage-.*\.js$/.test(path))).toBe(true)
})

declare global {
  interface Window {
    /** The sum of all layout shifts that input did not cause. */
    shifted: number
  }
}

for (const viewport of [phone, wide]) {
  test(`the layout does not shift while a page loads, ${viewport.width} px wide`, async ({ browser }) => {
    const owner = await registerOwner((await browser.newContext()).request)
    const page = await signIn(browser, owner, { viewport })
    const headers = { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'text/csv' }
    const data = `Type,Summary\n${'Claim,A parcel has not arrived\n'.repeat(60)}`
    expect((await page.request.post('/api/enquiry/import', { headers, data })).status()).toBe(201)
    await page.addInitScript(sumShifts)
    await page.goto('/')
    const path = await page.getByRole('link', { name: 'ENQ-000060' }).first().getAttribute('href')
    const thread = path!.replace('/enquiry/', '/chats/')
    for (const [address, shown] of [
      ['/', 'ENQ-000060'],
      [path!, 'History'],
      [thread, 'Write a comment below. Support replies here.'],
      [path!.replace('/enquiry/', '/desk/'), 'Reply below. The requester sees it.'],
      ['/enquiry/AddEnquiry', 'Add Document'],
      ['/profile', 'This device'],
    ] as const) {
      await page.goto(address)
      await page.getByRole('main').getByText(shown).first().waitFor()
      await expect(page.getByRole('main').locator('.MuiSkeleton-root, .skeleton')).toHaveCount(0)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      expect.soft(await page.evaluate(() => window.shifted), address).toBeLessThan(0.02)
    }
  })
}

function sumShifts() {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.shifted += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
