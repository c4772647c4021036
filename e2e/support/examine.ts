import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Without the details of what is in order, which take axe as long as the rules themselves. */
const rules: Parameters<AxeBuilder['options']>[0] = {
  runOnly: { type: 'tag', values: standards },
  resultTypes: ['violations'],
}

/** How wide what is examined should be seen. */
export const looks = [360, 1440].map((width) => ({ viewport: { width, height: 800 } }))

/** Checks the page against the standards, light and dark, and keeps a picture of one that breaks them. */
export async function examine(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion the colours change at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await findViolations(page, colorScheme)
    const found: string[] = []
    for (const { id, nodes } of violations) {
      for (const { html, target } of nodes) {
        if (id !== 'region' || !(await isInPopup(page, String(target[0])))) found.push(`${id}: ${html.slice(0, 200)}`)
      }
    }
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
    if (found.length === 0) continue
    await test.info().attach(`${name}, ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  await page.emulateMedia({ reducedMotion: null })
  const isScrolledSideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect.soft(isScrolledSideways, `${name} scrolls sideways`).toBe(false)
}

/** Colours in the middle of an animation do not count, so a page that moves while it is examined is examined again. */
async function findViolations(page: Page, colorScheme: 'light' | 'dark') {
  for (;;) {
    await standStill(page, colorScheme)
    // The pages have no frames, so axe needs no second page to collect their results.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(rules).analyze()
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
