import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type FrameLocator, type Page } from '@playwright/test'
import { enableForm, sendUntil } from '#e2e/support/customers.ts'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'
import { pictureFile } from '#e2e/support/pictures.ts'

type Place = Page | FrameLocator

async function fill(place: Place, subject: string) {
  await place.getByLabel('What is it about?').selectOption('Question')
  await place.getByLabel('Subject').fill(subject)
  await place.getByLabel('Your message').fill('The lamp arrived broken.')
  await place.getByLabel('Your name').fill('Mia Kunde')
  await place.getByLabel('Your email address').fill('mia@kunde.example')
}

function send(place: Place) {
  return sendUntil(place.getByRole('button', { name: 'Send' }), place.getByRole('heading', { name: 'Thank you' }))
}

async function visitorOf(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL, ...options })
  return context.newPage()
}

test('a visitor without JavaScript corrects an error, sends an image, and the company has the enquiry [D11.2] @main', async ({
  browser,
  playwright,
}, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  const owner = await registerOwner(api)
  const page = await visitorOf(browser, { javaScriptEnabled: false })
  await page.goto(await enableForm(api, owner))
  await fill(page, 'Broken lamp')
  await page.getByLabel('Your message').fill('   ')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Please check')
  await expect(page.getByLabel('Subject')).toHaveValue('Broken lamp')
  await page.getByLabel('Your message').fill('The lamp arrived broken.')
  await page.getByLabel('Images').setInputFiles(await pictureFile('lamp.png', '#c08040'))
  await send(page)
  await expect(page.getByLabel('Your private link')).toHaveValue(/\/t#[\w-]{22}$/)
  expect(await page.context().cookies()).toEqual([])

  const desk = await signIn(browser, owner)
  await desk.getByRole('link', { name: 'ENQ-000001' }).click()
  await expect(desk.getByText('The lamp arrived broken.').first()).toBeVisible()
  await expect(desk.getByText('Mia Kunde (customer)')).toBeVisible()
})

test('with the keyboard alone: what was typed survives a reload and a lost connection, and is then sent once', async ({
  browser,
  playwright,
}, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  const owner = await registerOwner(api)
  const page = await visitorOf(browser, { viewport: { width: 360, height: 740 } })
  await page.goto(await enableForm(api, owner))
  await page.getByLabel('What is it about?').focus()
  await page.keyboard.type('Complaint')
  for (const text of ['Wrong size', 'It does not fit.']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue('It does not fit.')
  await page.getByLabel('Your name').focus()
  await page.keyboard.type('Mia Kunde')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mia@kunde.example')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('there is no connection')).toBeVisible()
  await page.context().setOffline(false)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()

  const desk = await signIn(browser, owner)
  await expect(desk.getByRole('link', { name: /^ENQ-/ })).toHaveCount(1)
})

/** A website of the company, on another site than the product, with a policy that allows nothing but the form. */
async function website(formUrl: URL) {
  const page = `<!doctype html><html lang="en"><title>Acme</title><h1>Acme</h1>
    <a href="${formUrl}" data-enquiry-link>Write to us</a>
    <script src="${formUrl.origin}/embed.js" data-form="${formUrl.pathname.slice(3)}" async></script>`
  const policy = `default-src 'none'; script-src ${formUrl.origin}; frame-src ${formUrl.origin}`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, address: `http://127.0.0.1:${port}` }
}

test('the form works in an iframe of the company’s website, under a strict policy and with storage blocked [D11.2]', async ({
  browser,
  playwright,
}, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  const owner = await registerOwner(api)
  const base = project.use.baseURL!
  // The website's address is needed for the form, and the form's for the website.
  const slug = `shop-${Date.now()}`
  const { server, address } = await website(new URL(`/f/${slug}`, base))
  await enableForm(api, owner, { slug, origins: [address] })
  const page = await visitorOf(browser)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked', 'SecurityError')
        },
      })
    }
  })
  await page.goto(address)
  const frame = page.frameLocator('iframe')
  await fill(frame, 'From the website')
  await expect(page.getByRole('link', { name: 'Write to us' })).toBeHidden()
  const heightOf = async () => (await page.locator('iframe').boundingBox())!.height
  const contentHeight = await frame.locator('html').evaluate((element) => element.scrollHeight)
  await expect.poll(async () => Math.abs((await heightOf()) - contentHeight)).toBeLessThan(2)
  await send(frame)
  server.close()
})

test('a website that is not listed cannot show the form', async ({ browser, playwright }, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  const owner = await registerOwner(api)
  const form = new URL(await enableForm(api, owner, { origins: ['https://other.test'] }), project.use.baseURL)
  const { server, address } = await website(form)
  const page = await visitorOf(browser)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(address)
  await refused
  server.close()
})
