import { expect, type Page } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'

const ownHost = /\/icons\/lucide\.json\?/
const publicHost = /^https:\/\/api\.iconify\.design\/lucide\.json\?/
const drawing = '<path d="M1 1h22v22z"/>'

/** Collects the addresses of the page's requests for icons. */
function iconRequests(page: Page) {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('lucide.json')) addresses.push(request.url())
  })
  return addresses
}

/** The icon beside a word in the account menu. It is not in the bundle. */
async function openAccountMenu(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  return page.getByRole('menuitem', { name: 'Home' }).locator('svg')
}

test('icons that the list does not show at once are fetched from the own server once the list is idle, and kept for the next visit [S7.13] [S9.10] [D7.6]', async ({
  browser,
  request,
}) => {
  const page = await signIn(browser, await registerOwner(request))
  const requests = iconRequests(page)
  await page.reload()
  await expect((await openAccountMenu(page)).locator('path')).not.toHaveCount(0)
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^iconify\d+$/.test(key)).length)
  expect(kept).toBe(2)
  for (const address of requests) {
    expect(address).toMatch(new RegExp(`^${new URL(page.url()).origin}/icons/lucide\\.json\\?icons=`))
    expect(address.length).toBeLessThanOrEqual(500)
  }
  requests.length = 0
  await page.reload()
  await expect((await openAccountMenu(page)).locator('path')).not.toHaveCount(0)
  expect(requests).toEqual([])
})

test('if the own server has no icons, the public hosts are asked [S7.13] [D7.6]', async ({ browser, request }) => {
  const owner = await registerOwner(request)
  const page = await signIn(browser, owner, { path: '/login' })
  await page.context().route(ownHost, (route) => route.abort())
  await page.context().route(publicHost, (route) => {
    const names = new URL(route.request().url()).searchParams.get('icons')!.split(',')
    const icons = Object.fromEntries(names.map((name) => [name, { body: drawing }]))
    const json = { prefix: 'lucide', lastModified: 1, width: 24, height: 24, icons }
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto('/')
  const icon = await openAccountMenu(page)
  await expect(icon.locator('path')).toHaveAttribute('d', 'M1 1h22v22z')
})

test('without any host the list has all its icons, and a missing icon leaves its place and its label [S7.13]', async ({
  browser,
  request,
}) => {
  const owner = await registerOwner(request)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  await request.post('/api/enquiry', { headers, data: { enquiryType: 'Damaged goods' } })
  // The first steps of a new company come after the list, and have icons of their own.
  await request.patch('/api/first-steps', { headers, data: { isHidden: true } })
  const page = await signIn(browser, owner, { path: '/login' })
  await page.context().route(/lucide\.json/, (route) => route.abort())
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'ENQ-000001' }).first()).toBeVisible()
    const empty = await page
      .locator('svg:visible')
      .evaluateAll((icons) =>
        icons.filter((icon) => !icon.innerHTML).map(({ parentElement }) => parentElement!.outerHTML),
      )
    expect(empty).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const icon = await openAccountMenu(page)
  expect(await icon.innerHTML()).toBe('')
  // Its own size: the menu, which grows while it opens, would be measured with a box.
  await expect(icon).toHaveCSS('width', '20px')
  await expect(icon).toHaveCSS('height', '20px')
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeVisible()
})
