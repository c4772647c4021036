import { type Browser, expect, test as base } from '@playwright/test'

/**
 * Closes all pages after each test. An open page would keep its stream and send requests during later tests. Fails if a page has broken the
 * policy of its own server.
 */
export const test = base.extend<{ watchesItsPages: void }>({
  watchesItsPages: [
    async ({ browser }, use) => {
      const violations = watchPolicy(browser)
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
      expect(violations.end()).toEqual([])
    },
    { auto: true },
  ],
})

const mark = 'Violation of the content security policy:'

/** Collects what the pages of all contexts do against their policy. */
function watchPolicy(browser: Browser) {
  const found: string[] = []
  const { newContext } = browser
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options)
    await context.addInitScript((prefix) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event
        // What Playwright runs in the page to record a trace has no file.
        if (!sourceFile) return
        // oxlint-disable-next-line no-console -- it reaches the test through the console
        console.warn(prefix, effectiveDirective, blockedURI, `${sourceFile}:${lineNumber}`)
      })
    }, mark)
    context.on('console', (message) => message.text().startsWith(mark) && found.push(message.text()))
    return context
  }
  const end = () => {
    browser.newContext = newContext
    return found
  }
  return { end }
}
