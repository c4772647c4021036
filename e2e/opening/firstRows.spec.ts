import { expect, type Locator, type Page } from '@playwright/test'
import { hold } from '#e2e/support/interception.ts'
import { test } from '#e2e/support/journey.ts'
import { newTab } from '#e2e/support/newTab.ts'

const pageScript = /\/assets\/index-.*\.js$/
const rowsScript = /\/assets\/firstRows-.*\.js$/

const windows = [
  { width: 1440, colorScheme: 'light', hasTouch: false },
  { width: 1280, colorScheme: 'light', hasTouch: false, sidebar: 'collapsed' },
  { width: 1000, colorScheme: 'dark', hasTouch: false },
  { width: 768, colorScheme: 'light', hasTouch: true },
  { width: 360, colorScheme: 'dark', hasTouch: true },
] as const

for (const { width, colorScheme, hasTouch, ...chosen } of windows) {
  test(`before its code has arrived, the list shows its rows as it will show them then, ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    const viewport = { width, height: 900 }
    const { page, headers } = await newTab(browser, { viewport, colorScheme, hasTouch, isMobile: hasTouch })
    await fillList(page, headers, 3)
    const value = 'sidebar' in chosen ? chosen.sidebar : 'whole'
    await page.context().addCookies([{ name: 'sidebar', value, url: test.info().project.use.baseURL! }])
    const letGo = await hold(page.context(), pageScript)
    await page.goto('/', { waitUntil: 'commit' })
    const early = page.locator('.first-rows')
    await expect(early.getByText('ENQ-000004')).toBeVisible()
    await expect(early.getByText('ENQ-000001')).toBeAttached()
    await fontsLoaded(page)
    const before = await looksOf(early)
    await letGo()
    await expect(page.getByRole('checkbox', { name: 'Select ENQ-000004' })).toBeVisible()
    await expect(early).toHaveCount(0)
    expect(before.length).toBeGreaterThan(60)
    expect(await looksOf(page.locator('#root :is(.enquiry-table, .enquiry-cards)'))).toEqual(before)
  })
}

test('the rows below the window follow, and the page goes on where someone has scrolled', async ({ browser }) => {
  const { page, headers } = await newTab(browser, { viewport: { width: 1000, height: 600 } })
  await fillList(page, headers, 24)
  const letGo = await hold(page.context(), pageScript)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.first-rows tbody tr')).toHaveCount(25)
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await letGo()
  await expect(page.getByRole('checkbox', { name: 'Select ENQ-000001' })).toBeAttached()
  await idle(page)
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Select ENQ-000001' })).toBeAttached()
  await idle(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a row that is pressed before the code of the list has arrived opens as soon as it is there, but not by its box', async ({
  browser,
}) => {
  const { page, headers } = await newTab(browser)
  await fillList(page, headers, 2)
  const letGo = await hold(page.context(), pageScript)
  await page.goto('/', { waitUntil: 'commit' })
  const row = page.locator('.first-rows tr', { hasText: 'ENQ-000002' })
  const { x, y } = (await row.boundingBox())!
  await page.mouse.click(x + 20, y + 20)
  await page.mouse.click(20, y + 20)
  await idle(page)
  await expect(row).not.toHaveClass(/selected/)
  await page.mouse.click(x + 300, y + 10)
  await expect(row).toHaveClass(/selected/)
  await letGo()
  await expect(page.getByLabel('Enquiry ID')).toHaveValue('ENQ-000002')
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: 'Select ENQ-000002' })).toBeVisible()
})

test('a list whose first rows cannot be drawn opens all the same', async ({ browser }) => {
  const { page, outline } = await newTab(browser)
  await page.route(rowsScript, (route) => route.abort())
  const letGo = await hold(page.context(), pageScript)
  const refused = page.waitForEvent('requestfailed', (request) => rowsScript.test(request.url()))
  await page.goto('/', { waitUntil: 'commit' })
  await refused
  await expect(outline).toBeVisible()
  await letGo()
  await expect(page.getByRole('checkbox', { name: 'Select ENQ-000001' })).toBeVisible()
  await expect(page.getByText('This page could not be loaded.')).toBeHidden()
})

/** Adds enquiries with texts of several lengths and directions, a status, comments and assignees. */
async function fillList(page: Page, headers: Record<string, string>, count: number) {
  const texts = [
    'Short',
    'The delivery has not arrived, and the customer has been waiting since Monday. '.repeat(3),
    'مرحبا بالعالم',
  ]
  for (let number = 0; number < count; number++) {
    const data = { enquiryType: texts[number % 3]!.slice(0, 40), summery: texts[(number + 1) % 3]! }
    const created = await page.request.post('/api/enquiry', { headers, data })
    const { _id: enquiry } = (await created.json()).data
    await page.request.post('/api/chat', { headers, data: { enquiry, side: 'customer', message: 'Any news?' } })
    if (number % 2)
      await page.request.patch('/api/enquiry', { headers, data: { id: enquiry, enquiryStatus: 'onHold' } })
  }
}

/** The rules of the fonts may arrive after the rows. */
async function fontsLoaded(page: Page) {
  const isLoaded = (weight: number) =>
    page.evaluate(async (font) => (await document.fonts.load(font)).length > 0, `${weight} 14px 'DM Sans Variable'`)
  for (const weight of [400, 700]) await expect.poll(() => isLoaded(weight)).toBe(true)
}

/** Effects of the page have run. */
function idle(page: Page) {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** The place, the text, the colours and the font of everything in these rows. */
function looksOf(rows: Locator) {
  return rows.evaluate((box) =>
    [...box.querySelectorAll('thead *, tbody *, li, li *')]
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.visually-hidden'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, borderBottom, fontFamily, fontSize, fontWeight } = getComputedStyle(element)
        return {
          // An age may change meanwhile.
          text: element.childElementCount === 0 && element.tagName !== 'TIME' ? element.textContent : '',
          place: [x, y, width, height].map((length) => Math.round(length * 10) / 10),
          look: [color, backgroundColor, borderBottom, fontFamily, fontSize, fontWeight].join(' '),
        }
      }),
  )
}
