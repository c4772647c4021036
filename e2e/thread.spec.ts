import { type Browser, expect, type Page } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'

test('a long thread scrolls up without jumping, stays in place while others write, and keeps typed text [S4.6] [D4.4] [D7.8] @main', async ({
  browser,
}) => {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const host = await join(api, owner, 'agent', 'Hanna Host')
  const say = (person: SignedIn, side: string, message: string) =>
    api.post('/api/chat', { headers: bearer(person), data: { enquiry, side, message } })
  const raised = await api.post('/api/enquiry', { headers: bearer(owner), data: { enquiryType: 'Long' } })
  const enquiry: string = (await raised.json()).data._id
  for (let number = 1; number <= 400; number++) {
    const isHost = number % 4 > 1
    await say(
      isHost ? host : owner,
      isHost ? 'host' : 'customer',
      `Comment number ${number}. ${'Word '.repeat(number % 30)}`,
    )
  }

  const page = await signIn(browser, owner, { path: `/chats/${enquiry}` })
  await expect(page.getByText('Comment number 400.')).toBeInViewport()

  let showEarlier!: () => void
  const hasRead = new Promise<void>((resolve) => (showEarlier = resolve))
  await page.route(/before=351/, async (route) => {
    await hasRead
    await route.continue()
  })
  await page.getByRole('log').evaluate((log) => log.scrollTo({ top: 300 }))
  const read = await positionOfFirst(page)
  showEarlier()
  await expect.poll(async () => page.getByRole('log').evaluate((log) => log.scrollTop)).toBeGreaterThan(1500)
  expect(Math.abs((await positionOf(page, read.text)) - read.top)).toBeLessThan(2)

  const box = page.getByPlaceholder('Write a comment...')
  await box.fill('Half a thought')
  const still = await positionOfFirst(page)
  await say(host, 'host', 'While you were reading')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible()
  expect(Math.abs((await positionOf(page, still.text)) - still.top)).toBeLessThan(2)
  await expect(box).toHaveValue('Half a thought')
  await page.getByRole('button', { name: '1 new comment' }).click()
  await expect(page.getByRole('log').getByText('While you were reading')).toBeInViewport()

  await page.reload()
  await expect(box).toHaveValue('Half a thought')
  await box.press('Control+Enter')
  await expect(box).toHaveValue('')
  await expect(page.getByRole('log').getByText('Half a thought')).toBeInViewport()
  await expect(box).toBeFocused()
})

test('a thread opens at its end, and does not leave it while its rows are measured [S4.6]', async ({ browser }) => {
  const { owner, enquiry, say } = await startThread(browser, 50)
  const page = await signIn(browser, owner)
  // Without animations, and with few rows in view, Chromium takes several frames until all rows are measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1200, height: 700 })
  await page.addInitScript(noteDeparture)
  await page.goto(`/chats/${enquiry}`)
  const log = page.getByRole('log')
  await expect(log.getByText('50', { exact: true })).toBeInViewport()
  await Promise.all(Array.from({ length: 20 }, (_, index) => say(`One of many: ${index}`)))
  await say('The last of many')
  await expect(log.getByText('The last of many')).toBeInViewport()
  expect(await page.evaluate(() => (globalThis as { hasLeftEnd?: boolean }).hasLeftEnd)).toBe(false)
})

test('a notice below a thread that comes and goes within a moment does not take the thread from its end, but its reader does [S4.6]', async ({
  browser,
}) => {
  const { owner, enquiry, say } = await startThread(browser, 20)
  const page = await signIn(browser, owner)
  await page.setViewportSize({ width: 1200, height: 700 })
  await page.addInitScript(noteDeparture)
  await page.goto(`/chats/${enquiry}`)
  const log = page.getByRole('log')
  await expect(log.getByText('20', { exact: true })).toBeInViewport()
  await log.evaluate(flickerNotice)
  await say('The next one')
  await expect(log.getByText('The next one')).toBeInViewport()
  expect(await page.evaluate(() => (globalThis as { hasLeftEnd?: boolean }).hasLeftEnd)).toBe(false)
  await log.hover()
  await page.mouse.wheel(0, -120)
  await expect(page.getByRole('button', { name: 'Newest comments' })).toBeVisible()
})

/** Raises an enquiry, with comments that are numbers. */
async function startThread(browser: Browser, comments: number) {
  const api = (await browser.newContext()).request
  const owner = await registerOwner(api)
  const headers = bearer(owner)
  const raised = await api.post('/api/enquiry', { headers, data: { enquiryType: 'Short comments' } })
  const enquiry: string = (await raised.json()).data._id
  const say = (message: string) => api.post('/api/chat', { headers, data: { enquiry, side: 'customer', message } })
  for (let number = 1; number <= comments; number++) await say(`${number}`)
  return { owner, enquiry, say }
}

/** Notes whether the page ever says that the thread is not at its end. */
function noteDeparture() {
  const noted = globalThis as { hasLeftEnd?: boolean }
  noted.hasLeftEnd = false
  new MutationObserver(() => {
    const texts = [...document.querySelectorAll('button')].map(({ innerText }) => innerText)
    noted.hasLeftEnd ||= texts.some((text) => /^(Newest|\d+ new) comments?$/.test(text))
  }).observe(document, { childList: true, subtree: true })
}

/** Shows a notice in the card of a thread, and then removes it and shows it again within one frame. */
async function flickerNotice(thread: Element) {
  const notice = document.createElement('div')
  notice.style.flex = '0 0 80px'
  const card = thread.parentElement!.parentElement!
  card.append(notice)
  while (thread.scrollHeight - thread.scrollTop - thread.clientHeight > 1) await new Promise(requestAnimationFrame)
  const before = thread.scrollTop
  notice.remove()
  // Reading the place makes the browser move the thread down. It reports that in the next frame.
  if (before - thread.scrollTop < 50) throw new Error('The browser has hardly moved the thread')
  card.append(notice)
  await new Promise((resolve) => thread.addEventListener('scroll', resolve, { once: true }))
}

test('a thread prints whole: each of its comments on paper, black on white, and no controls', async ({ browser }) => {
  test.slow()
  const { owner, enquiry } = await startThread(browser, 120)
  const page = await signIn(browser, owner, { path: `/chats/${enquiry}`, colorScheme: 'dark' })
  await page.getByRole('log').getByText('120', { exact: true }).waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked', '')
  })
  await page.keyboard.press('Control+p')
  await page.locator('body[data-asked]').waitFor({ state: 'attached' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('list', { name: 'Printed messages' })
  for (const number of ['1', '60', '120']) await expect(paper.getByText(number, { exact: true })).toBeVisible()
  await expect(page.locator('button:visible, input:visible, textarea:visible, nav:visible')).toHaveCount(0)
  await expect(paper.getByText('60', { exact: true })).toHaveCSS('color', 'rgb(0, 0, 0)')
  const pages = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g) ?? []
  expect(pages.length).toBeGreaterThan(5)
})

test('a thread of 10,000 comments renders only those in or near the view, even while scrolling', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const headers = bearer(owner)
  const raised = await page.request.post('/api/enquiry', { headers, data: { enquiryType: 'Long' } })
  const enquiry: string = (await raised.json()).data._id
  const docs = longThread(enquiry, owner, 10_000)
  // Returns the whole thread at once, because this test is not about paging.
  await page.route(/\/api\/chat\?/, async (route) => {
    const body = await (await route.fetch()).json()
    body.data = { ...body.data, docs, totalDocs: docs.length, hasEarlier: false, hasLater: false }
    await route.fulfill({ json: body })
  })
  await page.goto(`/chats/${enquiry}`)
  await expect(page.getByText('Comment 10000.')).toBeInViewport()
  const log = page.getByRole('log')
  for (let step = 0; step < 5; step++) {
    expect(await log.locator('li').count()).toBeLessThan(100)
    const last = await log.locator('li').last().textContent()
    await log.evaluate((node) => (node.scrollTop -= 20_000))
    await expect(log.locator('li').last()).not.toHaveText(last!)
  }
})

test('a quote that is opened at the end of a thread grows downwards, and stays open out of view [D11.6]', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  const headers = bearer(owner)
  const raised = await page.request.post('/api/enquiry', { headers, data: { enquiryType: 'Emails' } })
  const enquiry: string = (await raised.json()).data._id
  const quote = '> A line of the message that this one answers\n'.repeat(100)
  const email = {
    address: 'mia@kunde.example',
    isVerified: true,
    isAutomatic: false,
    collapsed: [[5, 5 + quote.length]],
    leftOut: [],
  }
  const answer = { message: `Yes.\n${quote}`, side: 'customer', email: { ...email, originalUrl: null } }
  const docs = longThread(enquiry, owner, 200).map((each) => (each.seq === 200 ? { ...each, ...answer } : each))
  await page.route(/\/api\/chat\?/, async (route) => {
    const body = await (await route.fetch()).json()
    body.data = { ...body.data, docs, totalDocs: docs.length, hasEarlier: false, hasLater: false }
    await route.fulfill({ json: body })
  })
  await page.goto(`/desk/${enquiry}`)
  const show = page.getByRole('button', { name: 'Show quoted text' })
  const hide = page.getByRole('button', { name: 'Hide quoted text' })
  await expect(show).toBeInViewport()
  const { y } = (await show.boundingBox())!
  await show.click()
  const log = page.getByRole('log')
  const belowView = () => log.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight)
  await expect.poll(belowView).toBeGreaterThan(1000)
  expect(Math.abs((await hide.boundingBox())!.y - y)).toBeLessThan(2)
  await page.getByRole('textbox', { name: 'Reply' }).focus()
  await log.evaluate((node) => node.scrollTo({ top: 0 }))
  await expect(hide).toHaveCount(0)
  await log.evaluate((node) => node.scrollTo({ top: node.scrollHeight }))
  await expect(page.getByText('> A line of the message').first()).toBeVisible()
})

function longThread(enquiry: string, { userData }: SignedIn, length: number) {
  const sender = { _id: userData._id, name: userData.name, profilePic: null }
  return Array.from({ length }, (_, index) => ({
    _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    enquiry,
    seq: index + 1,
    side: index % 3 === 0 ? 'host' : 'customer',
    sender,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
    message: `Comment ${index + 1}. ${'Some words of it. '.repeat(index % 12)}`,
    files: [],
  }))
}

function bearer({ accessToken }: SignedIn) {
  return { authorization: `Bearer ${accessToken}` }
}

/** The text and position of the first comment that is fully visible. */
/** The first text in view, once the rows of this place are drawn. */
function positionOfFirst(page: Page) {
  return page.getByRole('log').evaluate(async (log) => {
    const { top: edge, bottom } = log.getBoundingClientRect()
    for (;;) {
      const first = [...log.querySelectorAll('li p')].find((text) => text.getBoundingClientRect().top > edge)
      const top = first?.getBoundingClientRect().top ?? Infinity
      if (top < bottom) return { text: first!.textContent, top }
      await new Promise(requestAnimationFrame)
    }
  })
}

function positionOf(page: Page, text: string) {
  return page.getByRole('log').evaluate((log, wanted) => {
    const found = [...log.querySelectorAll('li p')].find(({ textContent }) => textContent === wanted)
    return found?.getBoundingClientRect().top ?? Infinity
  }, text)
}
