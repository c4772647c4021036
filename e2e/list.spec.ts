import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { password, registerOwner } from './support/people.ts'

test('sign in, walk the list, change a status in its row, sort, search and open, all without a mouse [S2.6] [S3.6] [S4.1] @main', async ({
  page,
}) => {
  const owner = await registerOwner(page.request)
  for (const summery of ['Almonds', 'Cashews', 'Brazil nuts']) await raise(page.request, owner, summery)

  await signInByKeys(page, owner)
  await expect(row(page, 'Brazil nuts')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'ENQ-000003' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'ENQ-000002' })).toBeFocused()

  await changeStatusByKeys(page)
  await expect(row(page, 'Cashews').getByText('On hold')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'On hold 1' })).toBeVisible()

  await switchShortcutsOffAndOn(page)

  await page.getByRole('button', { name: 'Summary' }).press('Enter')
  await expect(page).toHaveURL(/sort=summery/)
  await expect(page.getByRole('columnheader', { name: 'Summary' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText('Almonds')

  await page.keyboard.press('/')
  await page.keyboard.type('cash')
  await expect(page).toHaveURL(/search=cash/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Summary')).toHaveValue('Cashews')
  await expect(page.getByRole('heading', { name: 'View Enquiry', level: 1 })).toBeFocused()
  await expectNoOverflow(page.getByLabel('Description'))

  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'ENQ-000002' })).toBeFocused()
  await page.getByRole('button', { name: 'Account' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeFocused()
})

/** A disabled field cannot be focused, so it could not be scrolled by keyboard. */
function expectNoOverflow(field: Locator) {
  return expect.poll(() => field.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(1)
}

const description = Array.from({ length: 40 }, (_, line) => `Line ${line + 1}`).join('\n')

async function raise(api: APIRequestContext, owner: SignedIn, summery: string) {
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await api.post('/api/enquiry', { headers, data: { enquiryType: 'Delivery', summery, description } })
  expect(response.status()).toBe(201)
}

async function signInByKeys(page: Page, { userData }: SignedIn) {
  await page.goto('/login')
  await page.getByLabel('Email address').focus()
  await page.keyboard.type(userData.email)
  await page.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Enquiries' }).waitFor()
}

function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

async function changeStatusByKeys(page: Page) {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions for ENQ-000002' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open comments' })).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: 'Open' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'On hold' }).press('Enter')
}

async function switchShortcutsOffAndOn(page: Page) {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Edit comments and status')).toBeVisible()
  await dialog.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await dialog.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
