import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'

/** Holds matching requests until the returned function is called. */
export async function hold(context: BrowserContext, url: RegExp) {
  const held: Route[] = []
  await context.route(url, (route) => void held.push(route))
  return async () => {
    await context.unroute(url)
    await Promise.allSettled(held.map((route) => route.continue()))
  }
}

/** Responds to matching requests with status 500 until the returned function is called. */
export async function fail(context: BrowserContext, url: RegExp) {
  const json = { success: false, code: 'internal', message: 'Something went wrong. Try again', errors: [], data: null }
  await context.route(url, (route) => route.fulfill({ status: 500, json }))
  return () => context.unroute(url)
}

/** Clicks "Try again" until it is gone. The page may recover on its own in the meantime. */
export async function tryAgain(page: Page) {
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.count()) await again.first().click({ timeout: 1000 })
    await expect(again).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}

/** Responds to requests for a path of the API. */
export function respond(context: BrowserContext, path: string, status: number, json: object) {
  return context.route(`**/api${path}`, (route) => route.fulfill({ status, json: { message: '', ...json } }))
}
