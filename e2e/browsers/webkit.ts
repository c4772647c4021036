import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Browser, Key } from './browser.ts'
import { Programs } from './programs.ts'
import { freePort, WebDriver } from './webDriver.ts'

/** WebDriver's codes of keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keys: Record<Key, string> = { End: '\uE010', Enter: '\uE007', Escape: '\uE00C', PageUp: '\uE00E' }

/** Starts WebKit's small browser on a screen of its own. `driverPath` is the path of WebKitWebDriver. */
export async function startWebKit(driverPath: string): Promise<Browser> {
  const programs = new Programs()
  try {
    return browserOf(await startDriver(driverPath, programs), programs)
  } catch (error) {
    programs.end()
    throw error
  }
}

async function startDriver(driverPath: string, programs: Programs) {
  const screen = programs.start('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  const display = await firstOutput(screen.stdio[3] as Readable)
  const env = { ...process.env, ...settings(programs.folder), DISPLAY: `:${display.trim()}` }
  const port = await freePort()
  const driver = new WebDriver(programs.start(driverPath, [`--port=${port}`], env), port)
  await driver.openSession()
  return driver
}

/** Xvfb writes the number of its screen once it is ready, and nothing if it cannot start. */
async function firstOutput(stream: Readable) {
  await once(stream, 'readable')
  const output: Buffer | null = stream.read()
  if (!output) throw new Error('Xvfb could not start a screen')
  return output.toString()
}

function settings(folder: string) {
  mkdirSync(join(folder, 'gtk-3.0'))
  // Without it, the window's toolbar keeps it from being as narrow as a phone.
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; margin: 0; padding: 0; border-width: 0 }')
  return {
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    NO_AT_BRIDGE: '1',
    // Screens of servers have no graphics card.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // The sandbox does not work as root.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  }
}

function browserOf(driver: WebDriver, programs: Programs): Browser {
  return {
    open: async (url) => {
      await driver.send('POST', '/url', { url })
      await driver.run(collectProblems)
    },
    // Above the page, the window has a toolbar.
    resize: async ({ width, height }) => {
      await driver.send('POST', '/window/rect', { width, height })
      const toolbar = height - (await driver.run(() => window.innerHeight))
      await driver.send('POST', '/window/rect', { width, height: height + toolbar })
    },
    run: (inPage, ...args) => driver.run(inPage, ...args),
    click: (point) => driver.click(point),
    type: (text) => driver.press(text.replaceAll('\n', keys.Enter)),
    press: (key) => driver.press(keys[key]),
    upload: (path) => driver.typeInto('input[type=file]', path),
    problems: () => driver.run(() => (window as { problems?: string[] }).problems ?? []),
    screenshot: async () => Buffer.from(await driver.send<string>('GET', '/screenshot'), 'base64'),
    close: async () => {
      await driver.send('DELETE', '').finally(() => programs.end())
    },
  }
}

/** Runs in the page, once it is loaded: WebDriver offers no earlier moment. */
function collectProblems() {
  const problems: string[] = []
  Object.assign(window, { problems })
  window.addEventListener('error', ({ message }) => problems.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`The policy (${violatedDirective}) refuses ${blockedURI}`),
  )
  console.error = (...texts) => problems.push(texts.map(String).join(' '))
}
