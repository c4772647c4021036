import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How wide what is examined should be seen. */
export const looks = [360, 1440].map((width) => ({ viewport: { width, height: 800 } }))

/** Holds the page against the standards, light and dark, and keeps pictures of it to be looked at. */
export async function examine(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Asked again and again: what is told of an animation's end never comes where its element has gone before.
    await page.waitForFunction((scheme) => {
      // Colours fade only once the page has noticed.
      if (document.documentElement.dataset.colorScheme !== scheme) return false
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      return running.every(({ effect }) => effect?.getTiming().iterations === Infinity)
    }, colorScheme)
    // No page has frames: without them there is no need of another page to sum up in.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
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

/** Menus, suggestions and tooltips belong to what opened them. They stand in the body, so they are in none of its landmarks. */
function isInPopup(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.closest('.MuiMenu-root, .MuiPopper-root') !== null)
}
