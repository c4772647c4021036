import { expect } from '@playwright/test'
import { test } from './support/journey.ts'

test('the API is described on a page that needs nothing from elsewhere [D7.5]', async ({ page, baseURL }) => {
  const refused: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && refused.push(entry.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith('data:')) refused.push(request.url())
  })
  await page.goto('/api/docs')
  const route = page.locator('.opblock').filter({ hasText: '/api/auth/login' }).first()
  await route.getByRole('button').first().click()
  await expect(route.getByText('Responses', { exact: true }).first()).toBeVisible()
  expect(refused).toEqual([])
})
