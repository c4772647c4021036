import { expect } from '@playwright/test'
import { test } from './support/journey.ts'
import { registerOwner, signIn } from './support/people.ts'

for (const width of [360, 1440]) {
  test(`at ${width} px, the day of a filter has room for its year in Firefox, and looks empty until it is chosen`, async ({
    browser,
    request,
  }) => {
    const viewport = { width, height: 900 }
    const page = await signIn(browser, await registerOwner(request), { viewport, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Filters' }).click()
    const day = page.getByRole('dialog', { name: 'Filters' }).getByLabel('Created from')
    await day.scrollIntoViewIfNeeded()
    expect((await day.boundingBox())!.width).toBeGreaterThan(180)
    const shown = await day.screenshot()
    // Without its text, an empty field looks the same.
    await day.evaluate((field) => field.style.setProperty('-webkit-text-fill-color', 'transparent'))
    expect(shown.equals(await day.screenshot())).toBe(true)
  })
}
