import { type Browser, expect, type Page } from '@playwright/test'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { type Person, password } from './people.ts'

const timeoutMs = 90_000

/** Opens a browser context for this person, and signs in through the page. */
export async function openBrowser(browser: Browser, origin: string, person: Person) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1200, height: 700 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, person)
  // An owner starts with the list, an agent on the desk.
  await page.getByRole('heading', { name: /^(Enquiries|Desk)$/, level: 1 }).waitFor()
  return page
}

export async function signIn(page: Page, { user }: Person) {
  await page.getByLabel('Email address').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A person's page with a thread. */
export class ThreadScreen {
  /** The messages that the page has accepted: stored on the server or kept in the outbox. */
  readonly written: string[] = []

  constructor(
    readonly page: Page,
    readonly person: Person,
    readonly enquiry: string,
  ) {}

  get #box() {
    return this.page.getByPlaceholder('Write a comment...')
  }

  /** Retries while the server is down, as people do. */
  async open() {
    await expect(async () => {
      await this.page.goto(`/chats/${this.enquiry}`, { timeout: 10_000 })
      await this.#box.waitFor({ timeout: 10_000 })
    }).toPass({ timeout: timeoutMs })
  }

  /** Resolves once the page has fetched all of its parts, which it does when it has been idle, or after 5 s. */
  async fetchParts() {
    await this.page.evaluate(
      (quietMs) =>
        new Promise<void>((resolve) => {
          let timer = setTimeout(resolve, quietMs)
          new PerformanceObserver((list) => {
            if (!list.getEntries().some(({ name }) => name.includes('/assets/'))) return
            clearTimeout(timer)
            timer = setTimeout(resolve, quietMs)
          }).observe({ type: 'resource' })
        }),
      6000,
    )
  }

  /** Sends a message, and resolves once the box is empty again. */
  write(text: string) {
    return this.#withPageText(async () => this.#write(text))
  }

  async #write(text: string) {
    await this.#box.fill(text, { timeout: timeoutMs })
    const send = this.page.getByRole('button', { name: 'Send Comment' })
    // The product asks before a comment of a person who may answer reopens an enquiry.
    const confirm = this.page.getByRole('button', { name: 'Send and reopen' })
    const emptyBox = this.#box.and(this.page.locator(':placeholder-shown'))
    await expect(async () => {
      if ((await this.#box.inputValue()) !== '') await send.or(confirm).click({ timeout: 5000 })
      await expect(emptyBox.or(confirm).first()).toBeVisible({ timeout: 5000 })
      if (await confirm.isVisible()) await confirm.click({ timeout: 5000 })
      await expect(this.#box).toHaveValue('', { timeout: 5000 })
    }).toPass({ timeout: timeoutMs })
    this.written.push(text)
  }

  /** Types a text, reloads the page, and expects the text to be still there. */
  keepDraft(text: string) {
    return this.#withPageText(async () => {
      await this.#box.fill(text, { timeout: timeoutMs })
      await this.open()
      await expect(this.#box).toHaveValue(text)
    })
  }

  /** Adds the text of the page to an error. */
  async #withPageText<Result>(work: () => Promise<Result>) {
    return work().catch(async (error: unknown) => {
      const text = await this.page.locator('body').innerText({ timeout: 5000 }).catch(String)
      throw new Error(`${String(error)} at ${this.page.url()}, which shows: ${text}`, { cause: error })
    })
  }

  /** The current content of the page. The DOM contains only the rows near the visible ones. */
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

  /** Waits until the page shows the message with this number without a reload. Resolves with the milliseconds it took. */
  waitForSeq(seq: number) {
    return this.#withPageText(() => this.#waitForSeq(seq))
  }

  async #waitForSeq(seq: number) {
    const started = Date.now()
    const shownLast = () =>
      this.shown().then(
        ({ last }) => last,
        () => 0,
      )
    await expect.poll(shownLast, { timeout: timeoutMs, intervals: [50] }).toBeGreaterThanOrEqual(seq)
    return Date.now() - started
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
