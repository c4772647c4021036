import { expect, type Page } from '@playwright/test'
import { tryAgain } from './support/interception.ts'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

function stored(page: Page) {
  return page.evaluate(() => ({
    keys: Object.keys(localStorage).toSorted(),
    token: localStorage.getItem('accessToken'),
  }))
}

test('without a session every screen redirects to /login, and signing in leads to the requested screen [S2.1] [S2.5] [S4.2] [D4.3] @main', async ({
  page,
}) => {
  const owner = await registerOwner(page.request)
  await page.context().clearCookies()
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
  await fillSignIn(page, owner)
  await expect(page).toHaveURL('/profile')
})

test('an unknown path redirects to /404 [S2.3] [S2.4]', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('there are no demo, blog, product or label pages [D1.2]', async ({ page }) => {
  for (const path of ['/blog', '/products', '/user', '/label', '/dashboard/app']) {
    await page.goto(path)
    await expect(page).toHaveURL('/404')
  }
})

test('the stored keys are accessToken and userData, and logging out clears them and ends the session on the server [S3.8] [S2.25] [D2.8] @main', async ({
  page,
  browser,
}) => {
  await page.goto('/login')
  await fillSignIn(page, await registerOwner((await browser.newContext()).request))
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  const { keys, token } = await stored(page)
  expect(keys).toEqual(expect.arrayContaining(['accessToken', 'userData']))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByText('Logout').click()
  await expect(page).toHaveURL('/login')
  expect((await stored(page)).keys).toEqual([])
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/auth/profile', { headers })).status()).toBe(401)
  expect((await page.request.post('/api/auth/refresh')).status()).toBe(401)
})

test('a session that the server has ended redirects to /login, and signing in leads back [S4.4] [D4.3]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const { token } = await stored(page)
  await page.goto('/profile')
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect((await stored(page)).token).toBeNull()
  await fillSignIn(page, owner)
  await expect(page).toHaveURL('/profile')
})

test('an access token about to expire is renewed silently, once for all tabs [S9.12] [D9.1]', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const second = await page.context().newPage()
  await second.goto('/')
  await second.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()

  const renewals: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals.push(request.url())
  })
  const before = (await stored(page)).token
  const nearExpiry = Date.now() + 14.5 * 60_000
  await Promise.all([page.clock.setFixedTime(nearExpiry), second.clock.setFixedTime(nearExpiry)])
  // A real click waits for frames, and only one of two pages is in front.
  await Promise.all([page, second].map((each) => each.getByRole('tab', { name: /Open/ }).dispatchEvent('click')))
  await expect.poll(async () => (await stored(page)).token).not.toBe(before)
  await expect(page.getByText('No enquiries').or(page.getByText('Nothing found')).first()).toBeVisible()
  expect(renewals).toHaveLength(1)
  await expect(page).toHaveURL(/enquiryStatus=open|status=open/)
})

test('while the server is unreachable, the session is kept and the page offers to try again [D4.2] [D8.1]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  await page.context().route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Cannot reach the server').first()).toBeVisible()
  expect((await stored(page)).token).not.toBeNull()
  await page.context().unroute('**/api/**')
  await tryAgain(page)
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
})
