import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { join, password, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

const screens = [
  { name: 'on a wide screen', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone', viewport: { width: 360, height: 740 } },
]

for (const { name, viewport } of screens) {
  test(`register, raise an enquiry, find it, update it and talk about it, ${name} [S1.1] [S2.6] [S2.7] [S2.8] @main`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport })
    const customer = await context.newPage()
    const problems = watch(customer)

    const owner = await registerCompany(customer)
    await raiseEnquiry(customer)
    await findAndOpen(customer)
    await updateIt(customer)
    await talk(
      customer,
      owner,
      await signIn(browser, await join(customer.request, owner, 'agent', 'Hanna Host'), { viewport }),
    )

    expect(problems).toEqual([])
  })
}

/** Collects script errors and violations of the content security policy. */
function watch(page: Page) {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

async function registerCompany(page: Page): Promise<SignedIn> {
  const email = `${randomUUID()}@acme.test`
  await page.goto('/register')
  await page.getByLabel('Company name').fill('Acme Tools Ltd')
  await page.getByLabel('Your name').fill('Carla Customer')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign up|register|create/i }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first steps' })).toBeVisible()
  const response = await page.request.post('/api/auth/login', { data: { email, password } })
  return (await response.json()).data
}

async function raiseEnquiry(page: Page) {
  await page.getByRole('link', { name: 'Add Enquiry' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add Enquiry' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('enquiryType is a required field')).toBeVisible()

  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  await page.getByLabel('Summary').fill('Two of five drills arrived broken')
  await page.getByLabel('Description').fill('The box was open.\nPhotographs are attached.')
  await page.getByLabel('Comments').fill('Please call before noon.')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add Document' }).click(),
  ])
  await chooser.setFiles([await pictureFile('box.jpg', '#c08040'), await pictureFile('drill.jpg', '#4060a0')])
  await expect(page.getByText('2 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Enquiry ENQ-000001 created').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
}

async function findAndOpen(page: Page) {
  await page.getByLabel('Search enquiries').fill('drills')
  await expect(page).toHaveURL(/search=drills/)
  await page
    .getByRole('link', { name: /ENQ-000001/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'View Enquiry' })).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('The box was open.\nPhotographs are attached.')
  await expect(page.getByLabel('Description')).toBeDisabled()

  await page.getByRole('button', { name: 'View box.jpg' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('img')).toHaveJSProperty('naturalWidth', 640)
  await preview.getByRole('button', { name: 'Next document' }).click()
  await expect(preview.getByText('drill.jpg').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
}

async function updateIt(page: Page) {
  await expect(page.getByLabel('Comments')).toBeDisabled()
  await expect(page.getByLabel('Comments')).toHaveValue('Please call before noon.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Comments').fill('Replacement promised')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'In review' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enquiry ENQ-000001 saved').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('In review').first()).toBeVisible()
}

async function talk(customer: Page, owner: SignedIn, hostPage: Page) {
  await customer
    .getByRole('link', { name: /ENQ-000001/ })
    .first()
    .click()
  await customer.getByRole('link', { name: /^Chat/ }).click()
  await expect(customer.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  const thread = new URL(customer.url()).pathname
  await customer.getByPlaceholder('Write a comment...').fill('When do the drills come?\nSee https://example.com/order')
  await customer.getByRole('button', { name: 'Send Comment' }).click()
  await expect(customer.getByRole('log').getByText('When do the drills come?')).toBeVisible()
  await expect(customer.getByPlaceholder('Write a comment...')).toHaveValue('')

  await hostPage.goto(thread)
  await expect(hostPage.getByRole('log').getByText('When do the drills come?')).toBeVisible()
  await replyAsHost(hostPage, thread.split('/').at(-1)!, 'On Thursday.')

  await customer.getByRole('button', { name: 'Refresh' }).click()
  await expect(customer.getByRole('log').getByText('On Thursday.')).toBeVisible()
  await expect(customer.getByRole('link', { name: 'https://example.com/order' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
  const [green, pink] = await Promise.all(
    [owner.userData.name, 'Hanna Host'].map((sender) => colourOf(customer, sender)),
  )
  expect(green).not.toBe(pink)
}

/** Replies through the API under the host's session. `desk.spec.ts` covers replying on the desk. */
async function replyAsHost(page: Page, enquiry: string, message: string) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const response = await page.request.post('/api/chat', {
    headers: { authorization: `Bearer ${token}` },
    data: { enquiry, side: 'host', message },
  })
  expect(response.status()).toBe(201)
}

function colourOf(page: Page, sender: string) {
  const name = page.getByRole('main').getByText(sender, { exact: true }).first()
  return name.evaluate((element) => getComputedStyle(element).color)
}
