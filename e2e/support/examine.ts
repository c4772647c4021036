import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Reports violations only: axe spends as long on the details of passed rules as on the rules themselves. */
const rules: Parameters<AxeBuilder['options']>[0] = {
  runOnly: { type: 'tag', values: standards },
  resultTypes: ['violations'],
}

/** The window sizes in which each state is examined. */
export const screenSizes = [360, 1440].map((width) => ({ viewport: { width, height: 800 } }))

/** Checks the page for accessibility, light and dark, and attaches a screenshot if it has violations. */
export async function examine(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // With reduced motion, colours change without a transition.
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
  const scrollsSideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect.soft(scrollsSideways, `${name} scrolls sideways`).toBe(false)
}

/** Repeats the check if something moved during it: in the middle of an animation, colours have the wrong contrast. */
async function findViolations(page: Page, colorScheme: 'light' | 'dark') {
  for (;;) {
    await waitForStillness(page, colorScheme)
    // The pages have no frames, so axe needs no second page to collect their results.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(rules).analyze()
    if (!(await page.evaluate(() => 'hasMoved' in document.documentElement.dataset))) return violations
  }
}

/** Waits until nothing moves, then marks the page as soon as something does. */
async function waitForStillness(page: Page, colorScheme: 'light' | 'dark') {
  // Polls, because an animation whose element is removed never fires its end event.
  await page.waitForFunction((scheme) => {
    const root = document.documentElement
    // The transition of the colours starts only after the page has switched the scheme.
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

/** MUI renders menus, suggestions and tooltips directly in the body, outside of its landmarks. */
function isInPopup(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.closest('.MuiMenu-root, .MuiPopper-root') !== null)
}
