import { expect } from '@playwright/test'
import { test } from './support/journey.ts'

test('the API documentation loads without errors and without requests to other hosts [D7.5]', async ({
  page,
  baseURL,
}) => {
  const problems: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith('data:')) problems.push(request.url())
  })
  await page.goto('/api/docs')
  const route = page.locator('.opblock').filter({ hasText: '/api/auth/login' }).first()
  await route.getByRole('button').first().click()
  await expect(route.getByText('Responses', { exact: true }).first()).toBeVisible()
  expect(problems).toEqual([])
})
