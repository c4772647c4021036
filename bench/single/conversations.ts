import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { launchChromium } from '#bench/chromium.ts'
import { openList, settled } from '#bench/clicks.ts'
import { Connection } from '#bench/httpClient.ts'
import { readSeeded, signIn } from '#bench/people.ts'
import { startProduct } from '#bench/product.ts'
import { keepResults } from '#bench/results.ts'
import { medianRound } from '#bench/rounds.ts'
import type { Enquiry } from '#contract/enquiries.ts'

const comments = 10_000
/** How many enquiries are opened one after the other at the desk, in each round. */
const opened = 5

type Times = { opening: number; scrolling: number; next: number }

/**
 * Measures a thread of 10,000 comments, and the desk, in Chromium on the seeded folder: from a click, a scroll or a key until the
 * result is painted, in milliseconds.
 */
export async function measureConversations(rounds = '9') {
  const { companies, enquiries } = await readSeeded()
  const company = companies[0]!
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const { email } = company.people.find(({ role }) => role === 'agent')!
    const id = await fillThread(product.port, await signIn(product.port, company))
    const taken: Times[] = []
    for (let round = 0; round < Number(rounds); round++)
      taken.push(await measureRound(browser, product.port, email, id))
    const times = [
      summarise(`a thread of ${comments} comments, open at its end`, 300, taken, 'opening'),
      summarise('its earlier comments, after a scroll to the first loaded one', 300, taken, 'scrolling'),
      summarise('the next enquiry at the desk', 150, taken, 'next'),
    ]
    await keepResults('conversations', { enquiries, times })
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** The enquiry with the longest thread on the first page of the list, after its thread has been filled up. */
async function fillThread(port: number, token: string) {
  const connection = new Connection(port)
  const { body } = await connection.send({ method: 'GET', path: '/api/enquiry', token })
  const docs: Enquiry[] = JSON.parse(body).data.docs
  const { _id, messageCount } = docs.toSorted((one, other) => other.messageCount - one.messageCount)[0]!
  for (let number = messageCount + 1; number <= comments; number++) {
    const message = `Comment ${number}. ${'Some words of it. '.repeat(number % 12)}`
    const comment = { enquiry: _id, side: number % 3 ? 'customer' : 'host', message }
    const { status } = await connection.send({
      method: 'POST',
      path: '/api/chat',
      token,
      key: randomUUID(),
      body: comment,
    })
    if (status !== 201) throw new Error(`Comment ${number} was refused with ${status}`)
  }
  connection.close()
  return _id
}

async function measureRound(browser: Browser, port: number, email: string, id: string): Promise<Times> {
  const page = await openList(browser, port, email)
  await settled(page)
  const opening = await page.locator(`tbody a[href^="/enquiry/${id}"]`).first().evaluate(openAtEnd, comments)
  await settled(page)
  const scrolling = await page.getByRole('log').evaluate(scrollToEarlier)
  const next = await nextAtDesk(page)
  await page.context().close()
  return { opening, scrolling, next }
}

/** The median of some enquiries. */
async function nextAtDesk(page: Page) {
  await page.goto('/desk')
  await page.locator('a[href^="/desk/"]').first().click()
  await page.getByRole('log').waitFor()
  const times = []
  for (let count = 0; count < opened; count++) {
    await settled(page)
    times.push(await page.evaluate(openNext))
  }
  return medianRound(times, (time) => time)
}

/** Runs in the page, like the functions below. Resolves once the last comment is visible and painted. */
async function openAtEnd(link: HTMLElement, last: number) {
  const started = performance.now()
  link.click()
  const isShown = () => {
    const log = document.querySelector('[role=log]')?.getBoundingClientRect()
    const comment = document.querySelector(`[role=log] [data-seq="${last}"]`)?.getBoundingClientRect()
    return log && comment && comment.top < log.bottom
  }
  while (!isShown()) {
    if (performance.now() - started > 20_000) throw new Error('The last comment was not shown')
    await new Promise(requestAnimationFrame)
  }
  await new Promise(requestAnimationFrame)
  return performance.now() - started
}

async function scrollToEarlier(log: Element) {
  const count = () => Number(log.querySelector('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0)
  log.scrollTop = 0
  await new Promise(requestAnimationFrame)
  const started = performance.now()
  const first = count()
  log.scrollTop = 0
  while (count() >= first) {
    if (performance.now() - started > 20_000) throw new Error('No earlier comments were shown')
    log.scrollTop = 0
    await new Promise(requestAnimationFrame)
  }
  await new Promise(requestAnimationFrame)
  return performance.now() - started
}

async function openNext() {
  const main = document.querySelector('main')!
  const heading = () => main.querySelector('h2')?.textContent ?? ''
  const before = heading()
  const started = performance.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  while (heading() === before || heading().startsWith('…') || !main.querySelector('[role=log]')) {
    if (performance.now() - started > 20_000) throw new Error('The next enquiry was not shown')
    await new Promise(requestAnimationFrame)
  }
  await new Promise(requestAnimationFrame)
  return performance.now() - started
}

function summarise(name: string, target: number, taken: Times[], figure: keyof Times) {
  const rounds = taken.map((one) => Math.round(one[figure])).toSorted((a, b) => a - b)
  const median = medianRound(rounds, (time) => time)
  console.log(`${name}: ${median} ms (target ${target} ms${median <= target ? '' : ', NOT REACHED'})`)
  return { name, target, median, rounds }
}
