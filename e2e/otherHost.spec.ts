import { expect, type Page } from '@playwright/test'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { test } from './support/journey.ts'
import { fillSignIn, join, registerOwner } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'
import { Relay } from './support/relay.ts'
import { newFolder, removeFolders, Server } from './support/server.ts'

const relays = { page: new Relay(), api: new Relay(), other: new Relay() }
let server: Server
let pageOrigin: string
let apiOrigin: string
let otherOrigin: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  pageOrigin = await relays.page.open()
  apiOrigin = await relays.api.open()
  otherOrigin = await relays.other.open()
  const port = String(await freePort())
  const settings = { PORT: port, PUBLIC_URL: pageOrigin, API_URL: `${apiOrigin}/api` }
  server = new Server(await newFolder(), settings)
  await server.address()
  for (const relay of Object.values(relays)) relay.forwardTo(`http://localhost:${port}`)
})

test.afterAll(async () => {
  for (const relay of Object.values(relays)) relay.close()
  await server.end('SIGTERM')
  await removeFolders()
})

/** Collects the origins that get the page's requests to the API. The page's own has none. */
async function askedOrigins(page: Page) {
  const origins = new Set<string>()
  await page.context().route(`${pageOrigin}/api/**`, (route) => route.abort())
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) origins.add(origin)
  })
  return origins
}

async function addEnquiry(page: Page) {
  await page.getByRole('link', { name: 'Add Enquiry' }).first().click()
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictureFile('box.jpg', '#c08040'))
  await expect(page.getByText('1 of 5 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'ENQ-000001' }).click()
}

async function download(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await press()
  return (await downloading).suggestedFilename()
}

test('with an API on another port, people sign in, list, add a picture, hear news, download and renew [S7.1]', async ({
  browser,
  playwright,
}) => {
  const api = await playwright.request.newContext({ baseURL: apiOrigin })
  const owner = await registerOwner(api)
  const agent = await join(api, owner, 'agent', 'Hanna Host')
  const page = await (await browser.newContext({ baseURL: pageOrigin })).newPage()
  const origins = await askedOrigins(page)
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  await addEnquiry(page)

  const picture = page.getByRole('img', { name: 'box.jpg' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Open box.jpg' }).click()
  const save = page.getByRole('dialog').getByRole('link', { name: 'Download' })
  expect(await download(page, () => save.click())).toBe('box.jpg')
  await page.keyboard.press('Escape')

  const headers = { authorization: `Bearer ${agent.accessToken}` }
  const enquiry = new URL(page.url()).pathname.split('/').at(-1)
  const data = { enquiry, side: 'host', message: 'The carrier has found it.' }
  await api.post('/api/chat', { headers, data })
  await expect(page.getByText('The carrier has found it.').first()).toBeVisible()

  // The page requests the list before its code has arrived.
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'ENQ-000001' })).toBeVisible()
  await page.getByRole('button', { name: 'Import and export' }).click()
  const exported = page.getByRole('menuitem', { name: 'Export this view as CSV' })
  expect(await download(page, () => exported.click())).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)

  const renewed = await page.evaluate(async (origin) => {
    const options = { method: 'POST', credentials: 'include' } as const
    return (await fetch(`${origin}/api/auth/refresh`, options)).status
  }, apiOrigin)
  expect(renewed).toBe(200)
  expect([...origins]).toEqual([apiOrigin])
})

test('a page of a third origin cannot call that API [S7.1]', async ({ browser, playwright }) => {
  const owner = await registerOwner(await playwright.request.newContext({ baseURL: apiOrigin }))
  const page = await (await browser.newContext({ baseURL: otherOrigin })).newPage()
  const errors: string[] = []
  page.on('console', (message) => errors.push(message.text()))
  await page.goto('/login')
  await fillSignIn(page, owner)
  await expect(page.getByText('Cannot reach the server').first()).toBeVisible()
  expect(errors.join('\n')).toMatch(/blocked by CORS policy/)
})
