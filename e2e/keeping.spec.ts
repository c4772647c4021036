import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { fillSignIn, join, registerOwner, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

async function raise(page: Page, owner: SignedIn) {
  const data = { enquiryType: 'Two people', comments: 'Ask the carrier.' }
  const raised = await page.request.post('/api/enquiry', { headers: bearer(owner), data })
  return `/enquiry/${(await raised.json()).data._id}`
}

async function edit(page: Page, comments: string) {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Comments').fill(comments)
}

test('a session that ends during the creation of an enquiry loses nothing: texts and files are back after sign-in [D4.3] [D8.2] @main', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner, { path: '/enquiry/AddEnquiry' })
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  await page.getByLabel('Summary').fill('Two of five drills arrived broken')
  await page.getByLabel('Comments').fill('Ask the carrier.')
  const files = [await pictureFile('box.jpg', '#c08040'), await pictureFile('drill.jpg', '#4060a0')]
  await page.getByLabel('Add Document: file').setInputFiles(files)
  await expect(page.getByText('2 of 5 documents')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  // The page may redirect before the click, because the stream also reports the end of the session.
  await page
    .getByRole('button', { name: 'Submit' })
    .click({ timeout: 3000 })
    .catch(() => {})
  await expect(page).toHaveURL('/login')
  await fillSignIn(page, owner)
  await expect(page).toHaveURL('/enquiry/AddEnquiry')
  await expect(page.getByText('We kept what you typed')).toBeVisible()
  await expect(page.getByLabel('Summary')).toHaveValue('Two of five drills arrived broken')
  await expect(page.getByLabel('Comments')).toHaveValue('Ask the carrier.')
  await expect(page.getByText('2 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Enquiry ENQ-000001 created').first()).toBeVisible()
})

test('a session that ends during an edit loses nothing: the edit continues after sign-in [D4.3] [D8.2]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const path = await raise(page, owner)
  await page.goto(path)
  await edit(page, 'Ask the carrier. They never reply.')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await expect(page).toHaveURL('/login')
  await fillSignIn(page, owner)
  await expect(page).toHaveURL(path)
  await expect(page.getByText('We kept what you typed')).toBeVisible()
  await expect(page.getByLabel('Comments')).toHaveValue('Ask the carrier. They never reply.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  await page.goto(path)
  await expect(page.getByLabel('Comments')).toHaveValue('Ask the carrier. They never reply.')
})

test('the second of two people to change the same comments resolves the conflict, and logging out warns about unsaved changes [D7.7] @main', async ({
  browser,
}) => {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const agent = await join(api, owner, 'agent', 'Hanna Host')
  const page = await signIn(browser, owner, { viewport: { width: 360, height: 800 } })
  const path = await raise(page, owner)
  await page.goto(path)
  await edit(page, 'Ask the carrier. They never reply.')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByText('Logout').click()
  await expect(page.getByText('1 unsaved change to an enquiry')).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Escape')

  const data = { id: path.split('/').at(-1), comments: 'Ask the carrier again on Monday.' }
  await api.patch('/api/enquiry', { headers: bearer(agent), data })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hanna Host changed this too' })
  await expect(dialog.getByText('Hanna Host’s comments')).toBeVisible()
  await dialog.getByRole('button', { name: 'Combine' }).click()
  await dialog.getByLabel('Combined comments').fill('Ask the carrier again on Monday. They never reply.')
  await dialog.getByRole('button', { name: 'Save combined version' }).click()
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  await page.goto(path)
  await expect(page.getByLabel('Comments')).toHaveValue('Ask the carrier again on Monday. They never reply.')
})

test('z undoes a status change', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  await raise(page, owner)
  await page.goto('/')
  await page.getByRole('button', { name: 'Actions for ENQ-000001' }).click()
  await page.getByRole('menuitemradio', { name: 'Closed' }).click()
  // Hovering stops its countdown.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(page.getByRole('table').getByText('Open', { exact: true })).toBeVisible()
})
