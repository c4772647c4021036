import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { examine, screenSizes } from './support/examine.ts'
import { fail, hold, tryAgain } from './support/interception.ts'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'

let owner: SignedIn
let newcomer: SignedIn
let enquiryId: string

test.beforeAll(async ({ playwright }, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  newcomer = await registerOwner(api, 'Nora Newcomer')
  owner = await registerOwner(api, 'Olivia Owner')
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const raised = await api.post('/api/enquiry', { headers, data: { enquiryType: 'Claim', summery: 'Wet parcels' } })
  enquiryId = (await raised.json()).data._id
  await api.dispose()
})

const requests = {
  list: /\/api\/enquiry\?(?!_id)/,
  enquiry: /\/api\/enquiry\?_id/,
  thread: /\/api\/chat\?/,
  sessions: /\/api\/auth\/sessions/,
}

function visit(page: Page, what: keyof typeof requests) {
  return page.goto(
    { list: '/', enquiry: `/enquiry/${enquiryId}`, thread: `/chats/${enquiryId}`, sessions: '/profile' }[what],
  )
}

for (const size of screenSizes) {
  const name = `${size.viewport.width} px wide`

  test(`loading and failed screens meet WCAG 2.2 AA, ${name} [S4.1] [S8.1]`, async ({ browser }) => {
    const page = await signIn(browser, owner, size)
    for (const what of Object.keys(requests) as (keyof typeof requests)[]) {
      const release = await hold(page.context(), requests[what])
      await visit(page, what)
      await page.getByRole('main').locator('[aria-busy="true"], .MuiSkeleton-root').first().waitFor()
      await examine(page, `${what}, loading`)
      await release()
    }
    for (const what of Object.keys(requests) as (keyof typeof requests)[]) {
      const restore = await fail(page.context(), requests[what])
      await visit(page, what)
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await examine(page, `${what}, failed`)
      await restore()
      await tryAgain(page)
    }
  })

  test(`empty screens, menus and dialogs meet WCAG 2.2 AA, ${name} [S2.6] [S2.11] [S2.17]`, async ({ browser }) => {
    const empty = await signIn(browser, newcomer, size)
    await empty.getByText('No enquiries yet').waitFor()
    await examine(empty, 'list, empty')
    const page = await signIn(browser, owner, size)
    await page.getByRole('button', { name: 'Actions for ENQ-000001' }).click()
    await page.getByRole('menu').waitFor()
    await examine(page, 'row menu')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await examine(page, 'keyboard shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Colour mode' }).click()
    await page.getByRole('menu').waitFor()
    await examine(page, 'colour modes')
    await page.keyboard.press('Escape')
    await page.goto(`/chats/${enquiryId}`)
    await page.getByText('No comments yet').waitFor()
    await examine(page, 'thread, empty')
    await page.goto('/enquiry/AddEnquiry')
    await page.getByLabel('Summary').fill('Half an enquiry')
    if (size.viewport.width < 1200) {
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await page.getByRole('dialog').waitFor()
      await examine(page, 'drawer')
      await page.getByRole('dialog').getByRole('link', { name: 'Enquiry' }).click()
    } else {
      await page.getByRole('link', { name: 'Enquiry', exact: true }).first().click()
    }
    await page.getByRole('alertdialog').waitFor()
    await examine(page, 'leaving')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/')
  })
}

test('a dialog that opens while another one closes is visible to screen readers, even on a slow device', async ({
  browser,
}) => {
  const page = await signIn(browser, owner, { viewport: { width: 360, height: 800 } })
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (let round = 0; round < 3; round++) {
    await page.goto('/enquiry/AddEnquiry')
    await page.getByLabel('Summary').fill('Half an enquiry')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Enquiry' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/')
  }
})

for (const [what, viewport, textSize] of [
  ['on a tablet', { width: 768, height: 1024 }, '100%'],
  ['at 400 % zoom', { width: 320, height: 256 }, '100%'],
  ['with text at 200 %', { width: 1280, height: 800 }, '200%'],
] as const) {
  test(`every screen can be read ${what}`, async ({ browser }) => {
    const page = await signIn(browser, owner, { viewport })
    const screens: [string, RegExp | string][] = [
      ['/', 'Enquiries'],
      ['/enquiry/AddEnquiry', /Add|New|Create/],
      [`/enquiry/${enquiryId}`, /View Enquiry/],
      [`/chats/${enquiryId}`, /./],
      ['/profile', 'Profile'],
    ]
    for (const [path, heading] of screens) {
      await page.goto(path)
      await page
        .getByRole('heading', { level: 1, name: heading })
        .or(page.getByRole('heading').first())
        .first()
        .waitFor()
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), textSize)
      await expect(page.getByRole('main').locator('.MuiSkeleton-root')).toHaveCount(0)
      await examine(page, `${path} ${what}`)
    }
  })
}
