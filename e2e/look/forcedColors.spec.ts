import { expect, type Locator } from '@playwright/test'
import { foundCompany } from '#e2e/states/company.ts'
import { test } from '#e2e/support/journey.ts'
import { signIn } from '#e2e/support/people.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`with forced colours, whatever is chosen or focused looks different from what is not, ${colorScheme}`, async ({
    browser,
  }) => {
    const { owner, discussed, send } = await foundCompany((await browser.newContext()).request)
    await send(owner, 'views', { name: 'Waiting', query: 'unanswered=true' })
    const options = { forcedColors: 'active', reducedMotion: 'reduce', colorScheme } as const
    const page = await signIn(browser, owner, { ...options, viewport: { width: 1440, height: 900 } })
    /** A picture of the part itself: neither the pointer nor the focus is there, and no box within it says that it is chosen. */
    const looksOf = async (part: Locator) => {
      await page.mouse.move(0, 0)
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      const png = await part.screenshot({ mask: [part.locator('.select-box')], animations: 'disabled' })
      return png.toString('base64')
    }
    const expectDifference = async (part: Locator, change: () => Promise<unknown>) => {
      const before = await looksOf(part)
      await change()
      expect.soft((await looksOf(part)) === before, `${String(part)} looks the same`).toBe(false)
    }

    const tab = page.getByRole('tab', { name: /^Open/ })
    await expect(tab).toHaveText(/\d/)
    await expectDifference(tab, async () => {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    })
    const view = page.getByRole('link', { name: 'Waiting' })
    await expectDifference(view, async () => {
      await view.click()
      await expect(view).toHaveAttribute('aria-current', 'page')
    })
    const entry = page.getByRole('link', { name: 'Enquiry', exact: true })
    await expectDifference(entry, async () => {
      await page.goto('/profile')
      await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
    })
    await page.goto('/')
    const row = page.getByRole('row', { name: /ENQ-000030/ })
    await expectDifference(row, () => row.getByRole('checkbox').check())
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const setting = page.locator('.MuiSwitch-root')
    await expectDifference(setting, () => page.getByRole('switch').or(page.getByRole('checkbox')).last().uncheck())

    await page.goto(`/desk/${discussed}`)
    const item = page.getByRole('region', { name: 'Queue' }).getByRole('listitem').first().getByRole('link')
    await expectDifference(item, async () => {
      await item.click()
      await expect(item).toHaveAttribute('aria-current', 'page')
    })
    const note = page.getByRole('button', { name: 'Internal note' })
    await expectDifference(note, () => note.click())
    await page.getByRole('button', { name: 'Filters' }).click()
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.click()
    const option = page.getByRole('option', { name: /^On hold/ })
    await expectDifference(option, async () => {
      await option.click()
      await status.click()
      await expect(option).toHaveAttribute('aria-selected', 'true')
    })
    await option.click()
    // The tabs draw one line for all of them.
    const tabs = page.getByRole('tablist', { name: 'Assignee' })
    await expectDifference(tabs, () => page.getByRole('tab', { name: /^Unassigned/ }).click())

    const next = page.getByRole('button', { name: 'Account' })
    const unfocused = await next.screenshot()
    await page.keyboard.press('Tab')
    await next.focus()
    expect((await next.screenshot()).equals(unfocused)).toBe(false)
    const icon = page.getByRole('button', { name: 'Keyboard shortcuts' }).locator('svg')
    const [stroke, ground] = await icon.evaluate((svg) => [
      getComputedStyle(svg).color,
      getComputedStyle(document.body).backgroundColor,
    ])
    expect(stroke).not.toBe(ground)
  })
}
