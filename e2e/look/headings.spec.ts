import { expect } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'
import { newTab } from '#e2e/support/newTab.ts'

test('headings of pages, dialogs and cards are in Barlow and text in DM Sans, both served by the product itself [S9.13] [D9.2]', async ({
  browser,
}) => {
  const { page } = await newTab(browser, { viewport: { width: 1440, height: 900 } })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const fontsOfHeadings = () =>
    page.getByRole('heading').evaluateAll((headings) => {
      // The days of a thread are captions.
      const titles = headings.filter((heading) => !heading.matches('.MuiTypography-caption'))
      const fonts = titles.map((title) => getComputedStyle(title))
      return [...new Set(fonts.map(({ fontFamily, fontWeight }) => `${fontFamily.split(',')[0]} ${fontWeight}`))]
    })
  await page.goto('/')
  await page.getByRole('link', { name: 'ENQ-000001' }).waitFor()
  const enquiry = await page.getByRole('link', { name: 'ENQ-000001' }).getAttribute('href')
  for (const path of ['/', '/profile', '/enquiry/AddEnquiry', enquiry!, '/desk', '/404']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    expect([path, await fontsOfHeadings()]).toEqual([path, ['Barlow 700']])
    await expect.poll(() => page.evaluate(() => document.fonts.check('700 24px Barlow'))).toBe(true)
    await expect(page.locator('body')).toHaveCSS('font-family', /^"DM Sans/)
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveCSS('font-family', /^Barlow/)
  expect(await page.evaluate(() => document.fonts.check('400 16px "DM Sans Variable"'))).toBe(true)
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

test('the floating button has the primary colour in both schemes [S9.13]', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await newTab(browser, { colorScheme, viewport: { width: 360, height: 740 } })
    await page.goto('/')
    await page.getByRole('link', { name: /ENQ-000001/ }).click()
    await expect(page.getByRole('link', { name: /^Chat/ })).toHaveCSS('background-color', 'rgb(24, 119, 242)')
    await expect(page.getByRole('tab', { name: 'Enquiry' })).toBeVisible()
    await expect(page.locator('.MuiTabs-indicator')).toHaveCSS('background-color', 'rgb(24, 119, 242)')
  }
})
