import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'

const types = ['Delivery', 'Billing', 'Safety']

async function importEnquiries(api: APIRequestContext, owner: SignedIn, count: number) {
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'text/csv' }
  const lines = Array.from(
    { length: count },
    (_, index) => `${types[index % 3]},Crate ${index + 1} is late,Lifted by a crane`,
  )
  const data = `Type,Summary,Description\n${lines.join('\n')}`
  const response = await api.post('/api/enquiry/import', { headers, data })
  expect(response.status()).toBe(201)
}

const selected = (page: Page) => page.getByRole('region', { name: 'Selected enquiries' })

test('enquiries are searched, filtered, saved as a view, changed in bulk, exported and imported @main', async ({
  browser,
}) => {
  const setUp = await browser.newContext()
  const owner = await registerOwner(setUp.request)
  await importEnquiries(setUp.request, owner, 60)
  const page = await signIn(browser, owner)
  await expect(page.getByText('1–25 of 60')).toBeVisible()

  await searchFor(page)
  await filter(page)
  await saveView(page)
  await changeInBulk(page)
  await exportAndImport(page)
})

async function searchFor(page: Page) {
  await page.getByRole('searchbox').fill('cran late')
  await expect(page).toHaveURL(/search=cran\+late/)
  await expect(page.locator('mark').first()).toBeVisible()
  await page.getByRole('searchbox').fill('ENQ-000017')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('heading', { name: 'View Enquiry' })).toBeVisible()
  await page.goto('/')
}

async function filter(page: Page) {
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  for (const name of ['Open', 'On hold']) {
    // It is checked once the URL contains it.
    await panel.getByRole('checkbox', { name }).click()
    await expect(panel.getByRole('checkbox', { name })).toBeChecked()
  }
  await panel.getByRole('combobox', { name: 'Type' }).fill('Bill')
  await page.getByRole('option', { name: 'Billing' }).click()
  await panel.getByRole('group', { name: 'Created' }).getByRole('combobox').click()
  await page.getByRole('option', { name: 'Last 7 days' }).click()
  await expect(panel.getByRole('button', { name: 'Show 20 enquiries' })).toBeVisible()
  await panel.getByRole('button', { name: 'Show 20 enquiries' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(5)
}

async function saveView(page: Page) {
  await page.getByRole('button', { name: 'Views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByRole('textbox', { name: 'View name' }).fill('Bills of the week')
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name: 'Bills of the week' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('1–25 of 60')).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'Bills of the week' }).click()
  await expect(page.getByText('1–20 of 20')).toBeVisible()
}

async function selectTwenty(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select ENQ/ })
    .first()
    .check()
  await selected(page).getByRole('button', { name: 'Select all 20' }).click()
  await expect(selected(page)).toContainText('20 selected')
}

async function assignToMe(page: Page) {
  await selected(page).getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('menuitem', { name: 'Olivia Owner' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Olivia Owner' }).click()
  await expect(page.getByText('20 of 20 enquiries assigned to Olivia Owner')).toBeVisible()
}

async function changeInBulk(page: Page) {
  await selectTwenty(page)
  await assignToMe(page)
  await selectTwenty(page)
  await selected(page).getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await expect(page.getByText('20 of 20 enquiries changed to In review')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('tab', { name: 'In review 20' })).toBeVisible()
  await page.getByRole('button', { name: 'Earlier bulk changes (2)' }).click()
  const earlier = page.getByRole('dialog', { name: 'Earlier bulk changes' })
  await earlier.getByRole('listitem').filter({ hasText: 'In review' }).getByRole('button', { name: 'Undo 20' }).click()
  await earlier.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Undone: 20 enquiries restored')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Open 60' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

async function exportAndImport(page: Page) {
  await page.getByRole('button', { name: 'Import and export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export this view as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import enquiries' })
  const file = (name: string, content: string | Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await file('photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await expect(dialog.getByText('This file could not be read')).toBeVisible()
  await file('old.csv', 'Kind;Subject\nBilling;From the old desk\n;Without a type')
  await expect(dialog.getByText('2 of 2 rows need fixing')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Kind' }).click()
  await expect(dialog.getByText('Row 3: The type is missing')).toBeVisible()
  await file('corrected.csv', 'Type;Subject\nBilling;From the old desk\nSafety;With a type')
  await expect(dialog.getByText('2 rows ready to import.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 enquiries' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('tab', { name: 'All 62' })).toBeVisible()
}
