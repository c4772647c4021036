import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'

/** Answers nothing to these questions until the state has been looked at. */
export async function hold(context: BrowserContext, url: RegExp) {
  const held: Route[] = []
  await context.route(url, (route) => void held.push(route))
  return async () => {
    await context.unroute(url)
    await Promise.allSettled(held.map((route) => route.continue()))
  }
}

/** Answers these questions with a fault of the server until it is mended. */
export async function fail(context: BrowserContext, url: RegExp) {
  const json = { success: false, code: 'internal', message: 'Something went wrong. Try again', errors: [], data: null }
  await context.route(url, (route) => route.fulfill({ status: 500, json }))
  return () => context.unroute(url)
}

/** Presses "Try again" for as long as it is there: a page may come back by itself just then. */
export async function tryAgain(page: Page) {
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.count()) await again.first().click({ timeout: 1000 })
    await expect(again).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}
