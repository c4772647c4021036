import { test as base } from '@playwright/test'

/** Closes all pages after each test. An open page would keep its stream and send requests during later tests. */
export const test = base.extend<{ closesItsPages: void }>({
  closesItsPages: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
