import { expect, type Page } from '@playwright/test'
import { hold } from '#e2e/support/interception.ts'
import { test } from '#e2e/support/journey.ts'
import { registerOwner, signIn } from '#e2e/support/people.ts'

/** The animations that are running, or never end. */
function runningAnimations(page: Page) {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' || effect?.getTiming().iterations === Infinity)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'other')),
  )
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a loading page ${reducedMotion === 'reduce' ? 'is still for people who prefer reduced motion' : 'is animated for everyone else'}`, async ({
    browser,
  }) => {
    const owner = await registerOwner((await browser.newContext()).request)
    const page = await signIn(browser, owner, { reducedMotion })
    const release = await hold(page.context(), /\/api\/enquiry\?/)
    await page.reload()
    const skeleton = page.getByRole('main').locator('.skeleton').first()
    await skeleton.waitFor()
    const modal = page.getByRole('progressbar', { name: 'Loading', exact: true })
    await modal.waitFor()
    if (reducedMotion === 'reduce') {
      await expect.poll(() => runningAnimations(page)).toEqual([])
      expect(await skeleton.evaluate((node) => getComputedStyle(node).opacity)).toBe('1')
    } else {
      expect((await runningAnimations(page)).length).toBeGreaterThan(0)
    }
    await release()
    await expect(modal).toBeHidden()
  })
}

test('a dialog that opens while another one closes is visible to screen readers, even on a slow device', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner, { viewport: { width: 360, height: 800 } })
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (let round = 0; round < 3; round++) {
    await page.goto('/enquiry/AddEnquiry')
    await page.getByLabel('Summary').fill('Half an enquiry')
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Enquiry' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/')
  }
})
