import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How wide what is examined should be seen. */
export const looks = [360, 1440].map((width) => ({ viewport: { width, height: 800 } }))

/** Holds the page against the standards, light and dark, and keeps pictures of it to be looked at. */
export async function examine(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await findViolations(page, colorScheme)
    const found: string[] = []
    for (const { id, nodes } of violations) {
      for (const { html, target } of nodes) {
        if (id !== 'region' || !(await isInPopup(page, String(target[0])))) found.push(`${id}: ${html.slice(0, 200)}`)
      }
    }
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
    await test.info().attach(`${name}, ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  const isScrolledSideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect.soft(isScrolledSideways, `${name} scrolls sideways`).toBe(false)
}

/** Colours in the middle of an animation do not count, so a page that moves while it is examined is examined again. */
async function findViolations(page: Page, colorScheme: 'light' | 'dark') {
  for (;;) {
    await standStill(page, colorScheme)
    // The pages have no frames, so axe needs no second page to collect their results.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
    if (!(await page.evaluate(() => 'hasMoved' in document.documentElement.dataset))) return violations
  }
}

/** Waits until nothing moves, and from then on marks the page as soon as something does. */
async function standStill(page: Page, colorScheme: 'light' | 'dark') {
  // Polls, because the event for an animation's end never comes when its element is removed first.
  await page.waitForFunction((scheme) => {
    const root = document.documentElement
    // Colours fade only after the page has noticed the scheme.
    if (root.dataset.colorScheme !== scheme) return false
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    if (running.some(({ effect }) => effect?.getTiming().iterations !== Infinity)) return false
    delete root.dataset.hasMoved
    for (const start of ['animationstart', 'transitionrun']) {
      document.addEventListener(start, () => (root.dataset.hasMoved = ''), { once: true })
    }
    return true
  }, colorScheme)
}

/** Menus, suggestions and tooltips belong to what opened them. They stand in the body, so they are in none of its landmarks. */
function isInPopup(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.closest('.MuiMenu-root, .MuiPopper-root') !== null)
}
