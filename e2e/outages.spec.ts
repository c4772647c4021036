import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { fillSignIn, join, registerOwner, signIn } from './support/people.ts'
import { Relay } from './support/relay.ts'
import { newFolder, removeFolders, Server } from './support/server.ts'

// In sequence, because these tests break the servers they share.
test.describe.configure({ mode: 'default' })

const relay = new Relay()
let address: string
/** The first server runs the embedded database; the second connects to it. */
let first: Server
let second: Server
let settings: Record<string, string>

test.beforeAll(async () => {
  address = await relay.open()
  settings = { APP_SECRET: randomUUID(), PUBLIC_URL: '', DATABASE_URL: '' }
  first = new Server(await newFolder(), settings)
  await first.address()
  const url = `postgresql:///enquiry_desk?host=${joinPath(first.folder, 'postgres')}&user=enquiry_desk`
  second = new Server(await newFolder(), { ...settings, DATABASE_URL: url })
  await second.address()
})

test.beforeEach(async () => relay.forwardTo(await first.address()))

test.afterAll(async () => {
  relay.close()
  await second.end('SIGTERM')
  await first.end('SIGTERM')
  await removeFolders()
})

/** Opens a thread in a browser that reaches the servers through the relay. A colleague's requests bypass it. */
async function openThread(browser: Browser) {
  const api = (await browser.newContext({ baseURL: await second.address() })).request
  const owner = await registerOwner(api)
  const agent = await join(api, owner, 'agent', 'Hanna Host')
  const raised = await api.post('/api/enquiry', { headers: bearer(owner), data: { enquiryType: 'Outage' } })
  const { _id } = (await raised.json()).data
  const page = await signIn(browser, owner, { baseURL: address, path: `/chats/${_id}` })
  await page.getByText('Write a comment below. Support replies here.').waitFor()
  return { page, owner, thread: threadOf(api, agent, _id) }
}

function threadOf(api: APIRequestContext, agent: SignedIn, enquiry: string) {
  const headers = bearer(agent)
  return {
    reply: async (message: string) => {
      const response = await api.post('/api/chat', { headers, data: { message, side: 'host', enquiry } })
      expect(response.status()).toBe(201)
    },
    stored: async (): Promise<string[]> => {
      const response = await api.get(`/api/chat?enquiryId=${enquiry}`, { headers })
      return (await response.json()).data?.docs.map(({ message }: { message: string }) => message)
    },
  }
}

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

function box(page: Page) {
  return page.getByPlaceholder('Write a comment...')
}

function shown(page: Page) {
  return page.getByRole('log').locator('li p').allTextContents()
}

test('a browser that is cut off and reconnects to another server misses nothing, and shows its state', async ({
  browser,
}) => {
  const { page, thread } = await openThread(browser)
  await box(page).fill('Half a thought')
  await thread.reply('Before the break')
  await expect.poll(() => shown(page)).toEqual(['Before the break'])
  relay.forwardTo()
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await thread.reply('One that was missed')
  await thread.reply('Another one')
  relay.forwardTo(await second.address())
  const restored = page.getByText('Up to date')
  await expect(restored).toBeVisible()
  await expect.poll(() => shown(page)).toEqual(['Before the break', 'One that was missed', 'Another one'])
  await expect(restored).toBeHidden()
  await expect(box(page)).toHaveValue('Half a thought')
  await box(page).press('Control+Enter')
  await expect.poll(thread.stored).toHaveLength(4)
  await thread.reply('Live again')
  await expect.poll(() => shown(page)).toHaveLength(5)
})

test('a server that is killed and restarted loses nothing, neither typed text nor comments sent meanwhile @main', async ({
  browser,
}) => {
  const { page, thread } = await openThread(browser)
  const url = `postgresql:///enquiry_desk?host=${joinPath(first.folder, 'postgres')}&user=enquiry_desk`
  relay.forwardTo(await second.address())
  await thread.reply('On the second')
  await expect.poll(() => shown(page)).toEqual(['On the second'])
  await box(page).fill('Typed while it dies')
  const folder = second.folder
  await second.end('SIGKILL')
  await box(page).press('Control+Enter')
  await expect(page.getByText('Not sent yet. Your messages are kept')).toBeVisible()
  await box(page).fill('And the next one')
  second = new Server(folder, { ...settings, DATABASE_URL: url })
  relay.forwardTo(await second.address())
  await expect.poll(() => shown(page)).toEqual(['On the second', 'Typed while it dies'])
  await expect(page.getByText('Your messages are kept')).toBeHidden()
  await expect(box(page)).toHaveValue('And the next one')
})

test('a comment waits while the database restarts, and is stored once', async ({ browser }) => {
  const { page, thread } = await openThread(browser)
  await box(page).fill('Said as the database went')
  const pids = await readFile(joinPath(first.folder, 'postgres/postmaster.pid'), 'utf8')
  process.kill(Number(pids.split('\n')[0]), 'SIGKILL')
  await box(page).press('Control+Enter')
  await expect.poll(async () => (await thread.stored().catch(() => [])) ?? []).toHaveLength(1)
  await expect.poll(() => shown(page)).toEqual(['Said as the database went'])
  await expect(page.getByText('Your messages are kept')).toBeHidden()
  expect(await thread.stored()).toEqual(['Said as the database went'])
})

test('the page says when a session ends, and typed text is back after sign-in [D4.3]', async ({ browser }) => {
  const { page, owner } = await openThread(browser)
  await box(page).fill('Typed as the session ended')
  const path = new URL(page.url()).pathname
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended. Sign in to continue')).toBeVisible()
  await fillSignIn(page, owner)
  await expect(page).toHaveURL(path)
  await expect(box(page)).toHaveValue('Typed as the session ended')
})
