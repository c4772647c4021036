import { type ElementHandle, launch } from 'puppeteer-core'
import type { Browser } from './browser.ts'

/** Starts Firefox without a window. `executablePath` is its path. */
export async function startFirefox(executablePath: string): Promise<Browser> {
  const firefox = await launch({ browser: 'firefox', executablePath })
  // The tab that Firefox opens first never has the focus.
  const page = await firefox.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return {
    open: async (url) => {
      await page.goto(url)
    },
    resize: (size) => page.setViewport(size),
    run: async (inPage: (...args: never[]) => unknown, ...args: unknown[]) =>
      (await page.evaluate(inPage, ...(args as []))) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    upload: async (path) => {
      const input = await page.$('input[type=file]')
      await (input as ElementHandle<HTMLInputElement>).uploadFile(path)
    },
    problems: async () => problems,
    screenshot: () => page.screenshot(),
    close: () => firefox.close(),
  }
}
