import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

/** Creates an enquiry and opens its thread. */
async function openThread(page: Page, owner: SignedIn) {
  const raised = await page.request.post('/api/enquiry', { headers: bearer(owner), data: { enquiryType: 'Thread' } })
  const { _id } = (await raised.json()).data
  await page.goto(`/chats/${_id}`)
  await page.getByText('Write a comment below. Support replies here.').waitFor()
  const stored = async (): Promise<string[]> => {
    const response = await page.request.get(`/api/chat?enquiryId=${_id}`, { headers: bearer(owner) })
    const { docs } = (await response.json()).data
    return docs.map(({ message }: { message: string }) => message)
  }
  return { path: `/chats/${_id}`, stored }
}

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

/** Blocks the stream, so that the page receives only what it requests. */
async function cutLiveUpdates(page: Page) {
  await page.context().route(/\/api\/events/, (route) => route.abort())
}

function box(page: Page) {
  return page.getByPlaceholder('Write a comment...')
}

async function say(page: Page, ...texts: string[]) {
  for (const text of texts) {
    await box(page).fill(text)
    await box(page).press('Control+Enter')
    await expect(box(page)).toHaveValue('')
  }
}

function shown(page: Page) {
  return page.getByRole('log').locator('li p').allTextContents()
}

test('comments written offline survive the page, and are sent once and in order when the product is opened again [D4.4] [D7.4]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const context = page.context()
  const { stored } = await openThread(page, owner)
  await context.setOffline(true)
  await say(page, 'One', 'Two', 'Two')
  await expect(page.getByText('Your messages are kept on this device')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  expect(await stored()).toEqual([])
  const again = await context.newPage()
  await again.goto('/')
  await expect.poll(stored).toEqual(['One', 'Two', 'Two'])
})

test('a message whose response is lost is stored once, and nothing needs retyping [S8.2] [D8.2] [D4.4] [D7.4] @main', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  await cutLiveUpdates(page)
  const { stored } = await openThread(page, owner)
  await page.context().route('**/api/chat', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  const logged = page.waitForEvent('console', (entry) => entry.text().includes('Failed to send message'))
  await say(page, 'This must not be lost')
  await logged
  await expect(page.getByText('Not sent yet. Your messages are kept')).toBeVisible()
  await page.context().unroute('**/api/chat')
  await expect(page.getByText('Your messages are kept')).toBeHidden()
  expect(await stored()).toEqual(['This must not be lost'])
  expect(await shown(page)).toEqual(['This must not be lost'])
})

test('all tabs show waiting comments, and only one sends them', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const { path, stored } = await openThread(page, owner)
  const second = await page.context().newPage()
  await second.goto(path)
  await second.getByText('Write a comment below. Support replies here.').waitFor()
  await page.context().setOffline(true)
  await say(page, 'From the first')
  await say(second, 'From the second')
  await say(page, 'From the first again')
  const all = ['From the first', 'From the second', 'From the first again']
  for (const tab of [page, second]) await expect.poll(() => shown(tab)).toEqual(all)
  const posts: string[] = []
  page.context().on('response', (response) => {
    const isPost = response.request().method() === 'POST'
    if (isPost && response.url().endsWith('/api/chat')) posts.push(response.url())
  })
  await page.context().setOffline(false)
  await expect.poll(stored).toEqual(all)
  for (const tab of [page, second]) {
    await expect(tab.getByText('Your messages are kept')).toBeHidden()
    await expect.poll(() => shown(tab)).toEqual(all)
  }
  expect(posts).toHaveLength(3)
})

test('comments that wait when the session ends are sent after sign-in [D4.3]', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const { path } = await openThread(page, owner)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.context().setOffline(true)
  await say(page, 'Said too late')
  const elsewhere = await browser.newContext()
  await elsewhere.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/login')
  await fillSignIn(page, owner)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('log').getByText('Said too late')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('log').getByText(/Waiting|Sending|Not sent/)).toHaveCount(0)
})
