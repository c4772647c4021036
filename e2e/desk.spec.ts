import { expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'

/** A company with a customer and a host. */
async function company(api: APIRequestContext) {
  const owner = await registerOwner(api)
  const customer = await join(api, owner, 'member', 'Clara Customer')
  const host = await join(api, owner, 'agent', 'Hanna Host')
  const send = async (person: SignedIn, path: string, data: object) => {
    const headers = { authorization: `Bearer ${person.accessToken}` }
    const response = await api.post(`/api/${path}`, { headers, data })
    expect([path, response.ok()]).toEqual([path, true])
    return (await response.json()).data
  }
  const raise = (summery: string) => send(customer, 'enquiry', { enquiryType: 'Delivery', summery })
  return { owner, customer, host, send, raise }
}

async function companyOf(browser: Browser) {
  return company((await browser.newContext()).request)
}

function bubble(page: Page, text: string) {
  return page.getByRole('log').getByRole('listitem').filter({ hasText: text })
}

function nameColour(page: Page, text: string, name: string) {
  return bubble(page, text)
    .getByText(name, { exact: true })
    .evaluate((found) => getComputedStyle(found).color)
}

test("customer (green) and host (pink) see each other's messages and seen marks at once [S2.21] [D6.1] @main", async ({
  browser,
}) => {
  const { customer, host, raise } = await companyOf(browser)
  const { _id } = await raise('Two chairs are missing')
  const theirs = await signIn(browser, customer)
  const desk = await signIn(browser, host)
  await desk.getByRole('link', { name: 'Desk' }).click()
  await desk.getByRole('link', { name: /Two chairs are missing/ }).click()
  await theirs.goto(`/chats/${_id}`)

  await theirs.getByPlaceholder('Write a comment...').fill('Where are they?')
  await theirs.getByRole('button', { name: 'Send Comment' }).click()
  await expect(bubble(desk, 'Where are they?')).toBeVisible()
  expect(await nameColour(desk, 'Where are they?', 'Clara Customer')).toBe('rgb(11, 122, 72)')
  await expect(bubble(theirs, 'Where are they?').getByText('Seen')).toBeVisible()

  const reply = desk.getByRole('textbox', { name: 'Reply' })
  await reply.fill('On')
  await reply.pressSequentially(' the lorry')
  await expect(theirs.getByText('Hanna Host is writing…')).toBeVisible()
  await reply.press('Control+Enter')
  await expect(bubble(theirs, 'On the lorry')).toBeVisible()
  expect(await nameColour(theirs, 'On the lorry', 'Hanna Host')).toBe('rgb(194, 24, 106)')
  await expect(bubble(desk, 'On the lorry').getByText('Seen')).toBeVisible()
  await expect(reply).toHaveValue('')

  await theirs.goto('/')
  await reply.fill('They are here')
  await reply.press('Control+Enter')
  await expect(theirs).toHaveTitle(/^\(1\) Enquiries/)
  await expect(theirs.getByText('1 unread', { exact: true })).toHaveCount(1)
})

test('a new comment reopens a closed enquiry; the desk shows it at once, and the history records it', async ({
  browser,
}) => {
  const { customer, host, raise } = await companyOf(browser)
  const { _id } = await raise('Lamp flickers')
  const desk = await signIn(browser, host, { path: `/desk/${_id}` })
  await desk.getByRole('textbox', { name: 'Reply' }).fill('Changed the bulb')
  await desk.getByRole('button', { name: 'More ways to send' }).click()
  await desk.getByRole('menuitemradio', { name: 'Send and close' }).click()
  await expect(desk.getByRole('button', { name: 'Status: Closed' })).toBeVisible()
  const theirs = await signIn(browser, customer, { path: `/chats/${_id}` })
  await theirs.getByPlaceholder('Write a comment...').fill('It flickers again')
  await theirs.getByRole('button', { name: 'Send Comment' }).click()
  await expect(desk.getByRole('button', { name: 'Status: Open' })).toBeVisible()
  await expect(desk.getByRole('log').getByText(/Clara Customer reopened it/)).toBeVisible()
  await desk.getByRole('link', { name: 'Details' }).click()
  await desk.getByRole('button', { name: 'History' }).click()
  await expect(desk.getByText('reopened the enquiry with a new comment').last()).toBeVisible()
  await expect(theirs.getByRole('log').getByText(/Clara Customer reopened it/)).toBeVisible()
})

test('an agent works through the queue by keyboard alone, with a canned response and a note that the customer never sees @main', async ({
  browser,
}) => {
  const { customer, host, raise, send } = await companyOf(browser)
  const first = await raise('First question')
  await raise('Second question')
  await send(host, 'answers', { name: 'Greeting', answer: 'Dear {{customer.name}}, about {{enquiry.id}}:' })
  const desk = await signIn(browser, host, { path: '/desk' })
  await expect(desk.getByRole('link', { name: /First question/ })).toBeVisible()
  await desk.keyboard.press('j')
  await expect(desk.getByRole('heading', { name: 'ENQ-000001' })).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByRole('tab', { name: 'Mine 1' })).toBeVisible()
  await desk.keyboard.press('n')
  await desk.keyboard.type('A partner of ours')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByRole('note')).toContainText('A partner of ours')
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('r')
  await desk.keyboard.type('/gre')
  await expect(desk.getByRole('option', { name: /Greeting/ })).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('textbox', { name: 'Reply' })).toHaveValue('Dear Clara Customer, about ENQ-000001:')
  await desk.keyboard.type(' yes.')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByRole('heading', { name: 'ENQ-000002' })).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await expect(desk.getByRole('log')).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('j')
  await expect(desk.getByRole('heading', { name: 'ENQ-000001' })).toBeVisible()
  await expect(bubble(desk, 'about ENQ-000001: yes.')).toBeVisible()

  const theirs = await signIn(browser, customer, { path: `/chats/${first._id}` })
  await expect(bubble(theirs, 'about ENQ-000001: yes.')).toBeVisible()
  await expect(theirs.getByText('A partner of ours')).toHaveCount(0)
})

test('the palette opens an enquiry, changes it, switches the colours and signs out, by keyboard alone', async ({
  browser,
}) => {
  const { host, raise } = await companyOf(browser)
  await raise('First question')
  const { _id } = await raise('Broken lamp')
  const page = await signIn(browser, host, { colorScheme: 'light' })
  const palette = page.getByRole('combobox', { name: 'Go to an enquiry, or do something' })
  const choose = async (typed: string, option: string, isChange = false) => {
    await expect(async () => {
      if (!(await palette.count())) await page.keyboard.press('Control+k')
      await expect(palette).toBeFocused({ timeout: 1000 })
    }).toPass()
    await page.keyboard.type(typed)
    // Waits for the results of the whole text, not of its first letters.
    await expect(page.getByRole('option').first()).toHaveText(option)
    // A change is never preselected, so that Enter cannot trigger it by accident.
    if (isChange) await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(option)
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
  }
  await choose('2', 'ENQ-000002 · Broken lamp')
  await expect(page).toHaveURL(`/enquiry/${_id}`)
  await choose('on hold', 'Status: On hold', true)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText(/On hold/)
  await choose('reply', 'Reply on the desk')
  await expect(page).toHaveURL(`/desk/${_id}`)
  await choose('assign me', 'Assign to me', true)
  await expect(page.getByRole('button', { name: 'Assignee: Hanna Host' })).toBeVisible()
  await choose('dark', 'Colour mode: dark')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await choose('logout', 'Logout')
  await expect(page).toHaveURL('/login')
})

async function widthOf(part: Locator) {
  return Math.round((await part.boundingBox())!.width)
}

async function heightOf(part: Locator) {
  return Math.round((await part.boundingBox())!.height)
}

/** The window, the width of the sidebar, and how many panes are beside it. */
const desks = [
  [1200, 300, 2],
  [1200, 64, 3],
  [1280, 300, 2],
  [1280, 64, 3],
  [1440, 300, 3],
  [1440, 64, 3],
  [1920, 300, 3],
] as const

test('the panes of the desk fit beside the whole and the collapsed sidebar [S2.24] [S9.2] [D2.10]', async ({
  browser,
}) => {
  const { host, raise } = await companyOf(browser)
  const { _id } = await raise('A summary that is far too long for one line of a phone, and for an item of the queue')
  const page = await signIn(browser, host, { path: `/desk/${_id}`, viewport: { width: 1200, height: 800 } })
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const panes = [
    page.getByRole('region', { name: 'Queue' }),
    page.getByRole('log'),
    page.getByRole('region', { name: 'Details' }),
  ]
  await expect(page.getByRole('log')).toBeVisible()
  expect(await widthOf(sidebar)).toBe(300)
  await expect(sidebar.getByText('Hello,')).toBeInViewport({ ratio: 1 })
  await expect(sidebar.getByText('Acme Tools Ltd')).toBeInViewport({ ratio: 1 })
  for (const [width, side, count] of desks) {
    await page.setViewportSize({ width, height: 800 })
    if ((await widthOf(sidebar)) !== side) await page.keyboard.press('[')
    await expect.poll(() => widthOf(sidebar)).toBe(side)
    await expect.poll(() => Promise.all(panes.map((pane) => pane.isVisible()))).toEqual([true, true, count === 3])
    const boxes = await Promise.all(panes.slice(0, count).map((pane) => pane.boundingBox()))
    const edges = [side, ...boxes.flatMap((box) => [box!.x, box!.x + box!.width]), width]
    expect([width, side, edges]).toEqual([width, side, edges.toSorted((a, b) => a - b)])
    expect(boxes[1]!.width).toBeGreaterThanOrEqual(480)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the desk shows three panes in a wide window, two from 768 px, and one on a phone', async ({ browser }) => {
  const { host, raise } = await companyOf(browser)
  const { _id } = await raise('A summary that is far too long for one line of a phone, and for an item of the queue')
  const page = await signIn(browser, host, { path: `/desk/${_id}`, viewport: { width: 1440, height: 900 } })
  const queue = page.getByRole('region', { name: 'Queue' })
  const details = page.getByRole('region', { name: 'Details' })
  const thread = page.getByRole('log')
  await expect(thread).toBeVisible()
  await page.getByRole('button', { name: 'Sidebar' }).click()
  await expect.poll(() => widthOf(queue)).toBe(320)
  expect(await widthOf(thread)).toBeGreaterThanOrEqual(640)
  expect(await widthOf(details)).toBe(300)
  expect(await heightOf(queue.getByRole('listitem').first())).toBe(72)

  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(queue).toBeInViewport({ ratio: 1 })
  await expect(thread).toBeInViewport({ ratio: 1 })
  await expect(details).toBeHidden()
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(details).toBeInViewport({ ratio: 1 })
  await expect(thread).toBeHidden()
  await page.getByRole('link', { name: 'Back to the thread' }).click()

  await page.setViewportSize({ width: 360, height: 780 })
  await expect(queue).toBeHidden()
  const box = page.getByRole('textbox', { name: 'Reply' })
  await expect(box).toBeInViewport({ ratio: 1 })
  expect(await heightOf(page.getByRole('heading', { name: /^ENQ-000001/ }))).toBeLessThan(32)
  const oneRow = await heightOf(box)
  expect(oneRow).toBeLessThan(32)
  await box.fill('One\nTwo\nThree')
  expect(await heightOf(box)).toBeGreaterThan(2.5 * oneRow)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
})
