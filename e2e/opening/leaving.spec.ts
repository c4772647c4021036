import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { hold } from '#e2e/support/interception.ts'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'

const profileCode = /assets\/ProfilePage-[^/]*\.js/

/** Opens the list, and goes to the profile, whose code takes long. */
async function waitForProfile(browser: Browser, person: Parameters<typeof signIn>[1]) {
  const page = await signIn(browser, person)
  const held: Route[] = []
  await page.route(profileCode, (route) => void held.push(route))
  const [errors, documents] = [errorsOf(page), documentsOf(page)]
  const asked = page.waitForRequest(profileCode)
  await goToProfile(page)
  await asked
  /** Ends the request without a response. */
  const stop = async () => {
    const stopped = page.waitForEvent('requestfailed')
    await held[0]!.abort('aborted')
    await stopped
  }
  return { page, errors, documents, stop }
}

async function goToProfile(page: Page) {
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
}

/** What the page itself writes to its console as errors. */
function errorsOf(page: Page) {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return errors
}

/** The documents that the page requests. */
function documentsOf(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('leaving a page while its code is loading neither brings it back nor writes an error', async ({
  browser,
  request,
}) => {
  const { page, errors, documents, stop } = await waitForProfile(browser, await registerOwner(request))
  const arrive = await hold(page.context(), /\/404$/)
  const left = page.waitForRequest(/\/404$/)
  await page.evaluate(() => window.location.assign('/404'))
  await left
  // Firefox stops what the old page loads as soon as the new one is requested.
  await stop()
  await arrive()
  await expect(page).toHaveURL('/404')
  await page.getByRole('heading').first().waitFor()
  expect({ errors, documents }).toEqual({ errors: [], documents: ['/404'] })
})

test('code that fails to load for a page that the person has left for another does not reload the other', async ({
  browser,
  request,
}) => {
  const { page, documents, stop } = await waitForProfile(browser, await registerOwner(request))
  await page.getByRole('link', { name: 'Add Enquiry' }).first().click()
  await page.getByLabel('Enquiry Type').fill('Damaged goods')
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('A part of the page failed'))
  await stop()
  await reported
  await expect(page.getByLabel('Enquiry Type')).toHaveValue('Damaged goods')
  expect(documents).toEqual([])
})

test('a page whose code is missing is reloaded once, and then says so', async ({ browser, request }) => {
  const page = await signIn(browser, await registerOwner(request))
  const documents = documentsOf(page)
  await page.route(profileCode, (route) => route.abort())
  await goToProfile(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect.poll(() => documents).toEqual(['/profile'])
})
