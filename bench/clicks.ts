import type { Browser, Page } from '@playwright/test'
import { launchChromium } from './chromium.ts'
import type { SeededCompany } from './people.ts'
import { medianRound } from './rounds.ts'
import { seedPassword } from './seed.ts'

const clicks = [
  { name: 'click: tab Closed', selector: '[role=tab]:nth-child(6)' },
  { name: 'click: sort by summary', selector: 'th:has-text("Summary") button' },
  { name: 'click: next page', selector: '[aria-label="Go to next page"]' },
  { name: 'click: last page', selector: '[aria-label="Go to last page"]' },
  { name: 'click: tab Open', selector: '[role=tab]:nth-child(2)' },
]

/** Of the rows of the list, once they can be used. */
export const rowLinks = 'tbody tr a[href^="/enquiry/"]'

/** Milliseconds in Chromium from a click on the list until the new rows are painted: the median of the rounds. */
export async function measureClicks(port: number, { people }: SeededCompany, rounds: number) {
  const browser = await launchChromium()
  const { email } = people.find(({ role }) => role === 'agent')!
  const times = clicks.map((): number[] => [])
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await openList(browser, port, email)
      for (const [index, { selector }] of clicks.entries()) times[index]!.push(await clickToRows(page, selector))
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
  return clicks.map(({ name }, index) => {
    const rounded = times[index]!.map(Math.round)
    return { name, median: medianRound(rounded, (time) => time), rounds: rounded.toSorted((a, b) => a - b) }
  })
}

/** The list of a person who has just signed in, in a browser of their own. */
export async function openList(browser: Browser, port: number, email: string) {
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(seedPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // People who may answer start at the desk.
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/')
  await page.locator(rowLinks).nth(20).waitFor()
  return page
}

async function clickToRows(page: Page, selector: string) {
  await settled(page)
  return page.locator(selector).first().evaluate(clickAndWait, rowLinks)
}

/** Waits until the page has loaded its content and the browser is idle. */
export async function settled(page: Page) {
  await page.locator('main :is(.MuiSkeleton-root, .skeleton)').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
}

/** Runs inside the page, so that calls from Playwright do not disturb the measurement. */
async function clickAndWait(element: HTMLElement, rowSelector: string) {
  const rows = () => [...document.querySelectorAll(rowSelector)].map((link) => link.textContent).join()
  const before = rows()
  const started = performance.now()
  element.click()
  while (rows() === '' || rows() === before) {
    if (performance.now() - started > 20_000) throw new Error('The rows did not change')
    await new Promise(requestAnimationFrame)
  }
  await new Promise(requestAnimationFrame)
  return performance.now() - started
}
