import { test as base } from '@playwright/test'
import { startFirefox } from './firefox.ts'
import { Person } from './person.ts'
import { startWebKit } from './webkit.ts'

/** The browsers besides Chromium. A path that is not set belongs to a browser that is not installed. */
export const engines = [
  { name: 'Firefox', path: process.env.FIREFOX_PATH, start: startFirefox },
  { name: 'WebKit', path: process.env.WEBKIT_DRIVER_PATH, start: startWebKit },
]

/** Tests with a person at a browser, which is closed after each of them. */
export const test = base.extend<{ engine: (typeof engines)[number]; person: Person }>({
  engine: [engines[0]!, { option: true }],
  person: async ({ engine: { name, path, start }, baseURL }, use, testInfo) => {
    if (!path) {
      test.skip(true, `${name} could not be installed`)
      return
    }
    const browser = await start(path)
    await use(new Person(browser, baseURL!))
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('screenshot', { body: Buffer.from(await browser.screenshot()), contentType: 'image/png' })
    }
    await browser.close()
  },
})
