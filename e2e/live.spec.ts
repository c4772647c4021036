import { type Browser, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { screenSizes } from './support/examine.ts'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'

/** An owner and an agent of a company, and functions with which the agent changes its data over the API. */
async function twoPeople(browser: Browser) {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const agent = await join(api, owner, 'agent', 'Hanna Host')
  return {
    owner,
    agent,
    raise: async (summery: string): Promise<string> => {
      const data = { enquiryType: 'Delivery', summery }
      return (await (await api.post('/api/enquiry', { headers: bearer(agent), data })).json()).data._id
    },
    reply: (enquiry: string, message: string) =>
      api.post('/api/chat', { headers: bearer(agent), data: { enquiry, side: 'host', message } }),
    change: (id: string, enquiryStatus: string) =>
      api.patch('/api/enquiry', { headers: bearer(agent), data: { id, enquiryStatus } }),
  }
}

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

function box(page: Page) {
  return page.getByPlaceholder('Write a comment...')
}

/** Collects the times of the page's requests for the list, in milliseconds. */
function listRequests(page: Page) {
  const times: number[] = []
  page.on('request', (request) => {
    if (/\/api\/enquiry\?/.test(request.url())) times.push(performance.now())
  })
  return times
}

for (const size of screenSizes) {
  test(`two people see each other's changes, and what they read and type stays in place, ${size.viewport.width} px wide @main`, async ({
    browser,
  }) => {
    const { owner, agent, raise, reply } = await twoPeople(browser)
    const enquiry = await raise('A pallet is missing')
    const [mine, theirs] = [await signIn(browser, owner, size), await signIn(browser, agent, size)]
    for (const page of [mine, theirs]) await page.goto(`/chats/${enquiry}`)
    await expect(theirs.getByText('Olivia Owner is also here')).toBeAttached()
    await expect(mine.getByText('Hanna Host is also here')).toBeAttached()
    await box(mine).fill('Half a thought')
    await expect(theirs.getByText('Olivia Owner is writing…')).toBeVisible()
    const position = await box(mine).boundingBox()
    await reply(enquiry, 'The carrier has found it.')
    await expect(mine.getByText('The carrier has found it.')).toBeVisible()
    await expect(box(mine)).toHaveValue('Half a thought')
    await expect(box(mine)).toBeFocused()
    expect(await box(mine).boundingBox()).toEqual(position)
    await box(mine).press('Control+Enter')
    await expect(theirs.getByRole('log').getByText('Half a thought')).toBeVisible()
    await theirs.goto('/')
    await expect(mine.getByText('Hanna Host is also here')).toHaveCount(0)
  })

  test(`rows stay in place while others add to the list, ${size.viewport.width} px wide`, async ({ browser }) => {
    const { owner, raise, change } = await twoPeople(browser)
    const oldest = await raise('The first one')
    const page = await signIn(browser, owner, size)
    const link = page.getByRole('link', { name: 'ENQ-000001' }).first()
    await link.focus()
    const position = await link.boundingBox()
    await raise('A second one')
    await change(oldest, 'onHold')
    await expect(page.getByRole('button', { name: 'Show 1 new enquiry' })).toBeVisible()
    await expect(page.getByText('On hold', { exact: true }).and(page.locator('main :visible')).last()).toBeVisible()
    await expect(link).toBeFocused()
    expect(await link.boundingBox()).toEqual(position)
    await page.getByRole('button', { name: 'Show 1 new enquiry' }).click()
    await expect(page.getByText('A second one').first()).toBeVisible()
  })
}

test('the tabs of a browser share one stream, and another tab takes over when the leader is closed', async ({
  browser,
}) => {
  const { owner, raise } = await twoPeople(browser)
  const leading = await signIn(browser, owner)
  // A page may connect more than once: before and after its reload.
  const streams = new Set<Page>()
  leading.context().on('request', (request) => {
    if (request.url().includes('/api/events')) streams.add(request.frame().page())
  })
  await leading.reload()
  await expect.poll(() => streams.size).toBe(1)
  const others = [await leading.context().newPage(), await leading.context().newPage()]
  for (const tab of others) await tab.goto('/')
  await raise('Shown in all tabs')
  for (const tab of [leading, ...others]) await expect(tab.getByText('Shown in all tabs').first()).toBeVisible()
  expect([...streams]).toEqual([leading])
  await leading.close()
  await raise('Without a leader')
  for (const tab of others) await expect(tab.getByText('Without a leader').first()).toBeVisible()
  await expect.poll(() => streams.size).toBe(2)
  expect(others).toContain([...streams].at(-1))
})

test('during a burst of changes a page refetches at most once a second, and a hidden one only when it is shown again', async ({
  browser,
}) => {
  const { owner, raise, change } = await twoPeople(browser)
  const enquiry = await raise('Changed again and again')
  const page = await signIn(browser, owner)
  const hidden = await page.context().newPage()
  await hidden.goto('/')
  await expect(hidden.getByRole('main').getByText('Changed again and again').first()).toBeVisible()
  await hide(hidden, true)
  // Requests that were already scheduled still go out.
  await hidden.waitForTimeout(2000)
  const [requests, hiddenRequests] = [listRequests(page), listRequests(hidden)]
  const began = performance.now()
  const statuses = ['in-progress', 'inReview', 'onHold', 'open']
  for (let round = 0; round < 50; round++) {
    await Promise.all([0, 1, 2, 3].map((nth) => change(enquiry, statuses[(round + nth) % 4]!)))
  }
  await change(enquiry, 'closed')
  await expect(page.getByRole('table').getByText('Closed', { exact: true })).toBeVisible()
  const seconds = (performance.now() - began) / 1000
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  expect(hiddenRequests).toEqual([])
  await hide(hidden, false)
  await expect(hidden.getByRole('table').getByText('Closed', { exact: true })).toBeVisible()
})

/** A headless browser never hides a tab. */
function hide(page: Page, isHidden: boolean) {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

test('new names of a person and of the company appear on every open screen [D6.2]', async ({ browser }) => {
  const { owner, agent } = await twoPeople(browser)
  const page = await signIn(browser, owner)
  const other = await signIn(browser, agent)
  const headers = bearer(owner)
  const data = { name: 'Olivia Renamed', company: { companyName: 'Acme & Daughters' } }
  await page.request.patch('/api/users', { headers, data })
  await expect(page.getByText('Olivia Renamed')).toBeVisible()
  for (const screen of [page, other]) await expect(screen.getByText('Acme & Daughters').first()).toBeVisible()
})
