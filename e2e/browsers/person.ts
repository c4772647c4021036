import { expect } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { password } from '#e2e/support/people.ts'
import type { Browser, Point } from './browser.ts'

type Role = 'button' | 'link' | 'heading' | 'field' | 'menuitem'

/** A person at a browser, who finds things by what they are and what is written on them. */
export class Person {
  constructor(
    readonly browser: Browser,
    readonly address: string,
  ) {}

  open(path: string) {
    return this.browser.open(this.address + path)
  }

  async signIn({ userData }: SignedIn) {
    await this.open('/login')
    await this.fill('Email address', userData.email)
    await this.fill('Password', password)
    await this.click('button', 'Sign in')
    await this.seesHeading('Enquiries')
  }

  async click(role: Role, name: string) {
    await this.browser.click(await this.#find(role, name))
  }

  async fill(field: string, text: string) {
    await this.click('field', field)
    await this.browser.type(text)
  }

  /** Waits until the page shows a text. */
  async sees(text: string) {
    await this.#waitFor(() => this.browser.run(showsText, text), `the text “${text}”`)
  }

  /** Waits until a picture of this width is loaded. */
  async seesPicture(width: number) {
    await this.#waitFor(() => this.browser.run(hasPicture, width), `a picture ${width} px wide`)
  }

  async seesHeading(name: string) {
    await this.#find('heading', name)
  }

  /** The place of an element, once it is visible, no longer moves, and nothing covers it. */
  async #find(role: Role, name: string): Promise<Point> {
    let last: Point | undefined
    await this.#waitFor(async () => {
      const before = last
      last = (await this.browser.run(findVisible, role, name)) ?? undefined
      return last !== undefined && last.x === before?.x && last.y === before.y
    }, `the ${role} “${name}”`)
    return last!
  }

  async #waitFor(condition: () => Promise<boolean>, message: string) {
    await expect
      .poll(condition, { message, intervals: [50] })
      .toBe(true)
      .catch(async (error: Error) => {
        const shown = await this.browser.run(() => document.body.innerText)
        throw new Error(`${error.message}\n\nThe page shows:\n${shown}`)
      })
  }
}

/** Runs in the page. The middle of the visible element whose name begins with `name`, if a click would reach it. */
function findVisible(role: Role, name: string): Point | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    field: 'input, textarea',
    menuitem: '[role=menuitem]',
  }
  for (const element of document.querySelectorAll<HTMLInputElement>(selectors[role])) {
    const labels = [...(element.labels ?? [])].map((label) => label.innerText)
    const names = [element.ariaLabel, element.innerText, element.placeholder, ...labels]
    if (!names.some((each) => each?.trim().startsWith(name))) continue
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
    const isReached = element.contains(document.elementFromPoint(point.x, point.y))
    if (isReached && !element.disabled) return point
  }
  return null
}

function showsText(text: string) {
  return document.body.innerText.includes(text)
}

function hasPicture(width: number) {
  return [...document.images].some((image) => image.naturalWidth === width)
}
