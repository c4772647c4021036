import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { launchChromium } from '#bench/chromium.ts'
import { openList, rowLinks, settled } from '#bench/clicks.ts'
import { slowLine } from '#bench/formPaint.ts'
import { readSeeded } from '#bench/people.ts'
import { keepResults } from '#bench/results.ts'
import { compareFigure, enquiries, type Sides, turnsOf, withBothBuilds } from './sides.ts'

const visits = ['warm', 'first', 'first, on a slow line'] as const
type Visit = (typeof visits)[number]

/** Milliseconds since the navigation; requests and bytes until the page is usable, and all of them. */
type Opening = {
  firstPaint: number
  /** As they are drawn first, without anything that acts. */
  rows: number
  /** The page itself, with its rows. */
  usable: number
  /** The work of the main thread until the rows, and until the page is usable. */
  mainThread: number
  mainThreadUsable: number
  requests: number
  apiCalls: number
  bytes: number
  allRequests: number
  allBytes: number
  nodes: number
}

/** When the rows of the list had been painted: by the outline or the page, and by the page itself. */
type Moment = 'rowsAt' | 'usableAt'

declare global {
  interface Window extends Partial<Record<Moment, number>> {}
}

/**
 * Compares how the list opens in Chromium, with the files in the browser's cache and on a first visit, with that of an earlier build
 * in the folder `before`: both take turns in each round.
 */
export async function compareOpenings(before: string, rounds = '5') {
  await withBothBuilds(before, async (products) => {
    const browser = await launchChromium()
    try {
      const contexts = {
        before: await signIn(browser, products.before.port),
        after: await signIn(browser, products.after.port),
      }
      const figures = []
      for (const visit of visits) {
        const taken: Sides<Opening[]> = { before: [], after: [] }
        for (let round = 0; round < Number(rounds); round++) {
          for (const side of turnsOf(round)) taken[side].push(await open(contexts[side], visit))
        }
        const names = Object.keys(taken.before[0]!) as (keyof Opening)[]
        figures.push(...names.map((name) => ({ visit, name, ...compareFigure(taken, name) })))
      }
      console.table(figures)
      await keepResults('openings', { enquiries, figures })
    } finally {
      await browser.close()
    }
  })
}

async function signIn(browser: Browser, port: number) {
  const { companies } = await readSeeded()
  const { email } = companies[0]!.people.find(({ role }) => role === 'agent')!
  const page = await openList(browser, port, email)
  await settled(page)
  const context = page.context()
  await page.close()
  return context
}

async function open(context: BrowserContext, visit: Visit): Promise<Opening> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable')
  if (visit !== 'warm') await devTools.send('Network.clearBrowserCache')
  if (visit === 'first, on a slow line') await devTools.send('Network.emulateNetworkConditions', slowLine)
  await page.addInitScript(watchRows, { rowsAt: `${rowLinks}, .first-rows tbody tr`, usableAt: `#root ${rowLinks}` })
  const [mainThread, mainThreadUsable] = await Promise.all([
    noticeOf(page, 'rowsAt').then(() => taskMs(devTools)),
    noticeOf(page, 'usableAt').then(() => taskMs(devTools)),
    page.goto('/', { waitUntil: 'commit' }),
  ])
  await page.evaluate(untilQuiet)
  const opening = { ...(await page.evaluate(describe)), mainThread, mainThreadUsable }
  await page.close()
  return opening
}

/** Notes and logs when as many rows as the window shows have been painted, by selector. Runs inside the page. */
function watchRows(selectors: Record<Moment, string>) {
  for (const [name, selector] of Object.entries(selectors) as [Moment, string][]) {
    const note = () => {
      window[name] = performance.now()
      console.info(name)
    }
    const look = () => {
      if (document.querySelectorAll(selector).length < 14) requestAnimationFrame(look)
      else requestAnimationFrame(() => setTimeout(note))
    }
    requestAnimationFrame(look)
  }
}

/** Waiting for a function instead would run 10 ms of Playwright's own scripts in the page before its first paint. */
function noticeOf(page: Page, moment: Moment) {
  return page.waitForEvent('console', (message) => message.text() === moment)
}

async function taskMs(devTools: CDPSession) {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

/** Waits until the page has requested nothing for two seconds. Runs inside the page. */
async function untilQuiet() {
  for (let before = -1, count = 0; count !== before;) {
    before = count
    await new Promise((resolve) => setTimeout(resolve, 2000))
    count = performance.getEntriesByType('resource').length
  }
}

/** Runs inside the page. */
function describe() {
  const usable = window.usableAt!
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const early = all.filter(({ startTime }) => startTime < usable)
  const [bytes, allBytes] = [early, all].map((some) => some.reduce((sum, { transferSize }) => sum + transferSize, 0))
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    rows: window.rowsAt!,
    usable,
    requests: early.length,
    apiCalls: all.filter(({ name }) => name.includes('/api/')).length,
    bytes: bytes!,
    allRequests: all.length,
    allBytes: allBytes!,
    nodes: document.querySelectorAll('*').length,
  }
}
