import { expect } from '@playwright/test'
import { test } from '#e2e/support/journey.ts'
import { newTab } from '#e2e/support/newTab.ts'

test('the sidebar is 300 px wide on every page, and 64 px by choice, which survives a reload and a logout [S2.24] [S9.2] [D2.10]', async ({
  browser,
}) => {
  const { page } = await newTab(browser, { viewport: { width: 1200, height: 800 } })
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const expectWidth = async (width: number) => {
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(width)
    expect((await page.getByRole('banner').boundingBox())!.x).toBe(width)
    await expect(sidebar.getByRole('link', { name: 'Enquiry' })).toBeInViewport({ ratio: 1 })
    await expect(sidebar.getByRole('img', { name: 'Logo of Acme Tools Ltd' })).toBeInViewport({ ratio: 1 })
    for (const part of [page.locator('html'), sidebar]) {
      expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  }
  await page.goto('/')
  const enquiry = (await page.getByRole('link', { name: 'ENQ-000001' }).getAttribute('href'))!
  const paths = ['/', enquiry, enquiry.replace('enquiry', 'chats'), enquiry.replace('enquiry', 'desk'), '/profile']
  for (const width of [300, 64]) {
    for (const path of paths) {
      await page.goto(path)
      await expectWidth(width)
    }
    await page.getByRole('button', { name: 'Sidebar' }).click()
    await expectWidth(width === 300 ? 64 : 300)
  }
  await page.keyboard.press('[')
  await expectWidth(64)
  await page.getByRole('button', { name: 'Account' }).click()
  // The profile has such a button as well.
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const response = await page.request.get('/')
  expect(await response.text()).toContain('data-sidebar="collapsed"')
})
