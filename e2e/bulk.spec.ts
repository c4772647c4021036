import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'

async function importTwenty(api: APIRequestContext, { accessToken }: SignedIn) {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' }
  const lines = Array.from({ length: 20 }, (_, index) => `Delivery,Crate ${index + 1} is late`)
  const response = await api.post('/api/enquiry/import', { headers, data: `Type,Summary\n${lines.join('\n')}` })
  expect(response.status()).toBe(201)
}

/** Counts the scrolls of the page from now on. */
async function countScrolls(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dataset.scrolls = '0'
    document.addEventListener('scroll', ({ target }) => {
      const { dataset } = document.documentElement
      if (target === document) dataset.scrolls = String(Number(dataset.scrolls) + 1)
    })
  })
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
]) {
  test(`twenty enquiries are closed at once and restored without scrolling, at ${viewport.width} px`, async ({
    browser,
  }) => {
    const setUp = await browser.newContext()
    const owner = await registerOwner(setUp.request)
    await importTwenty(setUp.request, owner)
    const page = await signIn(browser, owner, { viewport })
    await expect(page.getByText('ENQ-000020')).toBeVisible()
    await countScrolls(page)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    const bar = page.getByRole('region', { name: 'Selected enquiries' })
    await expect(bar.getByText('20 selected')).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Closed' }).click()
    await expect(page.getByText('20 of 20 enquiries changed to Closed')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Undo 20' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('z')
    await expect(page.getByText('Undone: 20 enquiries restored')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('tab', { name: 'Open 20' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-scrolls', '0')
  })
}

const columns = ['Enquiry ID', 'Type', 'Raised by', 'Assignee', 'Status', 'Documents', 'Messages', 'Updated']

test('at 1440 × 900 all columns and twelve rows are visible, on a tablet a select sorts by the hidden ones, and on a phone the first card is in the upper half', async ({
  browser,
}) => {
  const setUp = await browser.newContext()
  const owner = await registerOwner(setUp.request)
  await importTwenty(setUp.request, owner)
  const page = await signIn(browser, owner, { viewport: { width: 1440, height: 900 } })
  await expect(page.getByRole('row', { name: /ENQ-000009/ })).toBeInViewport({ ratio: 1 })
  for (const name of columns) await expect(page.getByRole('columnheader', { name })).toBeVisible()
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort).toBeHidden()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Type' })).toBeHidden()
  await sort.selectOption('Type, A to Z')
  await expect(page).toHaveURL(/sort=enquiryType/)
  await sort.selectOption('Newest first')
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(page.getByRole('table')).toBeHidden()
  const first = await page.getByRole('link', { name: /ENQ-000020/ }).boundingBox()
  expect(first!.y).toBeLessThan(390)
  await page.goto('/?enquiryStatus=closed')
  await expect(page.getByRole('tab', { name: 'Closed 0' })).toBeInViewport({ ratio: 1 })
})
