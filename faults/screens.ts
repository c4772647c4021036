import { type Browser, expect, type Page } from '@playwright/test'
import { statusLabels } from '#contract/enquiries.ts'
import { type Person, password } from './people.ts'

const timeoutMs = 90_000

/** A browser of this person's own, signed in through the page. */
export async function openBrowser(browser: Browser, origin: string, person: Person) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1200, height: 700 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  return page
}

export async function signIn(page: Page, { user }: Person) {
  await page.getByLabel('Email address').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A thread on a screen, and somebody who writes to it. */
export class ThreadScreen {
  /** What the page has taken over: with the server, or durably on its way there. */
  readonly written: string[] = []

  constructor(
    readonly page: Page,
    readonly person: Person,
    readonly enquiry: string,
  ) {}

  get #box() {
    return this.page.getByPlaceholder('Write a comment...')
  }

  /** Also where the server is just away: then once more, as people do. */
  async open() {
    await expect(async () => {
      await this.page.goto(`/chats/${this.enquiry}`, { timeout: 10_000 })
      await this.#box.waitFor({ timeout: 10_000 })
    }).toPass({ timeout: timeoutMs })
  }

  /** Writes and sends; resolves once the box is free for the next. */
  write(text: string) {
    return this.#telling(async () => this.#write(text))
  }

  async #write(text: string) {
    await this.#box.fill(text, { timeout: timeoutMs })
    await expect(async () => {
      const button = this.page.getByRole('button', { name: 'Send Comment' })
      if ((await this.#box.inputValue()) !== '') await button.click({ timeout: 5000 })
      await expect(this.#box).toHaveValue('', { timeout: 5000 })
    }).toPass({ timeout: timeoutMs })
    this.written.push(text)
  }

  /** Types, reloads, and expects to find it again. */
  keepDraft(text: string) {
    return this.#telling(async () => {
      await this.#box.fill(text, { timeout: timeoutMs })
      await this.open()
      await expect(this.#box).toHaveValue(text)
    })
  }

  /** Where it does not come to an end, what the page shows is said with it. */
  async #telling<Result>(work: () => Promise<Result>) {
    return work().catch(async (error: unknown) => {
      const text = await this.page.locator('body').innerText({ timeout: 5000 }).catch(String)
      throw new Error(`${String(error)} at ${this.page.url()}, which shows: ${text}`, { cause: error })
    })
  }

  /** What stands there now. Only the rows about those in sight are in the page. */
  shown() {
    return this.page.evaluate(() => {
      const rows = [...document.querySelectorAll('[role="log"] li[data-seq]')].map((item) => ({
        seq: Number(item.getAttribute('data-seq')),
        text: item.querySelector('p')?.textContent ?? '',
      }))
      const waiting = document.querySelectorAll('[role="log"] li[data-kind="outgoing"]').length
      const last = Math.max(0, ...rows.map(({ seq }) => seq))
      return { rows, last, waiting, draft: document.querySelector('textarea')?.value ?? '' }
    })
  }

  /** How many milliseconds it takes until the message of this number is shown, without anybody's doing. */
  reaches(seq: number) {
    return this.#telling(() => this.#reaches(seq))
  }

  async #reaches(seq: number) {
    const began = Date.now()
    const shownLast = () =>
      this.shown().then(
        ({ last }) => last,
        () => 0,
      )
    await expect.poll(shownLast, { timeout: timeoutMs, intervals: [50] }).toBeGreaterThanOrEqual(seq)
    return Date.now() - began
  }
}

/** The totals that the tabs of the list show. */
export async function shownTotals(page: Page) {
  const texts = await page.getByRole('tab').allTextContents()
  const totalOf = (label: string) => {
    const text = texts.find((candidate) => candidate.trim().startsWith(`${label} `))
    return Number(text?.slice(label.length).replaceAll(/\D/g, '') || Number.NaN)
  }
  const entries = Object.entries(statusLabels).map(([status, label]) => [status, totalOf(label)] as const)
  return { all: totalOf('All'), ...Object.fromEntries(entries) }
}
