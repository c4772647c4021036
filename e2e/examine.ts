import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Holds the page against the standards, and keeps a picture of it to be looked at. */
export async function examine(page: Page, name: string) {
  // Asked again and again: what is told of an animation's end never comes where its element has gone before.
  await page.waitForFunction(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    return running.every(({ effect }) => effect?.getTiming().iterations === Infinity)
  })
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  expect.soft(found, name).toEqual([])
  const isScrolledSideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect.soft(isScrolledSideways, `${name} scrolls sideways`).toBe(false)
  await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' })
}
