import { expect, type Page } from '@playwright/test'
import { foundCompany } from '#e2e/states/company.ts'
import { showFaults } from '#e2e/states/operatorStates.ts'
import { examine } from '#e2e/support/examine.ts'
import { test } from '#e2e/support/journey.ts'
import { signIn } from '#e2e/support/people.ts'

// Snapshots in the traces would take a sixth of the time, and a failure shows its element and a screenshot.
test.use({ trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false } })

const touched = { hasTouch: true, isMobile: true }

for (const [what, screen, textSize] of [
  ['on a touched tablet', { viewport: { width: 768, height: 1024 }, ...touched }, '100%'],
  ['at 400 % zoom', { viewport: { width: 320, height: 256 } }, '100%'],
  ['with text at 200 %', { viewport: { width: 1280, height: 800 } }, '200%'],
] as const) {
  test(`every screen can be read ${what}`, async ({ browser }) => {
    const company = await foundCompany((await browser.newContext()).request)
    const { owner, discussed } = company
    const page = await signIn(browser, owner, { ...screen, colorScheme: 'light', reducedMotion: 'reduce' })
    for (const [path, heading] of [
      ['/', 'Enquiries'],
      ['/enquiry/AddEnquiry', 'Add Enquiry'],
      [`/enquiry/${discussed}`, 'View Enquiry'],
      [`/chats/${discussed}`, 'Comments'],
      ['/profile', 'Profile'],
      ['/desk', 'Desk'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).first().waitFor()
      await examineEnlarged(page, `${path} ${what}`, textSize)
    }
    await showFaults({ page, company, isNarrow: screen.viewport.width < 900 })
    await examineEnlarged(page, `/operator ${what}`, textSize)
  })
}

test('everything on the list is large enough for a finger on a tablet', async ({ browser }) => {
  const { owner } = await foundCompany((await browser.newContext()).request)
  const viewport = { width: 1024, height: 768 }
  const page = await signIn(browser, owner, { viewport, ...touched, reducedMotion: 'reduce' })
  await page.getByRole('columnheader', { name: 'Summary' }).waitFor()
  await examine(page, 'the list on a touched tablet')
})

async function examineEnlarged(page: Page, name: string, textSize: string) {
  await page.evaluate((size) => void (document.documentElement.style.fontSize = size), textSize)
  await expect(page.getByRole('main').locator('.MuiSkeleton-root, .skeleton')).toHaveCount(0)
  await examine(page, name)
}
