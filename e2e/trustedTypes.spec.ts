import { expect } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'

test('no text becomes a part of the page as HTML or as a script, wherever it comes from @main', async ({ page }) => {
  await page.goto('/login')
  const refusals = await page.evaluate(() => {
    const attempts = [
      () => (document.body.innerHTML = '<img src="x">'),
      () => document.body.insertAdjacentHTML('beforeend', '<img src="x">'),
      () => (document.createElement('script').text = 'alert()'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('another', {}),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refusals).toEqual(refusals.map(() => 'TypeError'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
