import { test as base } from '@playwright/test'

/** A test that leaves no page behind: what is still open goes on listening and asking beside all later ones. */
export const test = base.extend<{ closesItsPages: void }>({
  closesItsPages: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
