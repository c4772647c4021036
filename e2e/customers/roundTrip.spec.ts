import { expect, type Page } from '@playwright/test'
import { enableForm, sendUntil } from '#e2e/support/customers.ts'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'
import { newFolder, removeFolders, Server } from '#e2e/support/server.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'

test.afterAll(removeFolders)

/** Starts a server that shows its mails at /dev/mails. */
async function startServer() {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const server = new Server(await newFolder(), { PORT: port, PUBLIC_URL: origin, CATCH_MAILS: 'true' })
  await server.address()
  return { server, origin }
}

/** Opens the link with this path in the newest mail to an address. */
async function openMailedLink(page: Page, address: string, path: string) {
  const link = page.getByRole('article').filter({ hasText: address }).getByRole('link', { name: path })
  await expect(async () => {
    await page.goto('/dev/mails')
    await expect(link.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await link.first().click()
}

test('form, confirmation, reply, answer and rating on the customer’s page: the customer joins in without an account [D11.3] [D11.4] [D11.7] [D11.8] @main', async ({
  browser,
  playwright,
}) => {
  const { server, origin } = await startServer()
  const api = await playwright.request.newContext({ baseURL: origin })
  const owner = await registerOwner(api)
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 800 } })
  const customer = await context.newPage()
  // Only people with a confirmed address enable the form.
  await openMailedLink(customer, owner.userData.email, '/email?')
  await customer.getByRole('button', { name: 'Confirm address' }).click()
  await expect(customer.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  const address = await enableForm(api, owner)
  await customer.goto(address)
  await customer.getByLabel('What is it about?').selectOption('Complaint')
  await customer.getByLabel('Subject').fill('Broken lamp')
  await customer.getByLabel('Your message').fill('The lamp arrived broken.')
  await customer.getByLabel('Your name').fill('Mia Kunde')
  await customer.getByLabel('Your email address').fill('mia@kunde.example')
  await sendUntil(customer.getByRole('button', { name: 'Send' }), customer.getByText('mia@kunde.example'))

  const desk = await signIn(browser, owner, { baseURL: origin })
  await expect(desk.getByRole('heading', { name: 'Your first steps' })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'ENQ-000001' })).toHaveCount(0)
  expect((await (await api.get('/dev/mails.json')).text()).includes('Broken lamp')).toBe(false)
  await openMailedLink(customer, 'mia@kunde.example', '/c#')
  await customer.getByRole('button', { name: 'Confirm and send' }).click()
  await customer.getByRole('link', { name: 'Open your enquiry' }).click()
  await expect(customer.getByRole('heading', { name: 'Broken lamp' })).toBeVisible()

  await desk.goto('/desk')
  await desk.getByRole('link', { name: /Broken lamp/ }).click()
  await desk.getByRole('textbox', { name: 'Reply' }).fill('A new lamp is on its way.')
  await desk.keyboard.press('Control+Enter')
  await expect(customer.getByText('A new lamp is on its way.').first()).toBeVisible()

  await customer.getByRole('textbox', { name: 'Write a reply' }).fill('Thank you, that was quick!')
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(desk.getByText('Thank you, that was quick!').first()).toBeVisible()
  await desk.goto('/')
  await desk.getByRole('link', { name: 'ENQ-000001' }).click()
  await desk.getByRole('button', { name: 'As the customer sees it' }).click()
  await expect(desk.getByRole('dialog').getByText('Thank you, that was quick!')).toBeVisible()

  await desk.goto('/')
  await desk.getByRole('button', { name: 'Actions for ENQ-000001' }).click()
  await desk.getByRole('menuitemradio', { name: 'Closed' }).click()
  await expect(customer.getByRole('radiogroup', { name: 'How satisfied are you with our help?' })).toBeVisible()
  // The address in the email that asks for the rating.
  await customer.goto(customer.url().replace('#', '?rating=4#'))
  await expect(customer.getByRole('radio', { name: '4 – satisfied' })).toBeFocused()
  await expect(customer.getByRole('button', { name: 'Save' })).toBeInViewport()
  await customer.keyboard.press('ArrowDown')
  await customer.getByLabel('Comment (optional)').fill('Quick and kind')
  await customer.getByRole('button', { name: 'Save' }).click()
  await expect(customer.getByRole('heading', { name: 'Thank you for your rating.' })).toBeVisible()
  await expect(desk.getByRole('row', { name: /ENQ-000001 .*Rated 5 of 5/ })).toBeVisible()
  await desk.goto('/?rating=1,2,3,4')
  await expect(desk.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await desk.goto('/?rating=5')
  await desk.getByRole('link', { name: 'ENQ-000001' }).click()
  await expect(desk.getByRole('log').getByText(/Mia Kunde rated 5 of 5/)).toBeVisible()
  await expect(desk.getByRole('log').getByText('Quick and kind')).toBeVisible()
  await server.end('SIGTERM')
})
