import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { installByApt } from './apt.mjs'
import { run, tool } from './run.mjs'

// The headless shell draws no window around the page, so the journeys take a fifth less time.
const names = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'chrome',
]
const knownPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns the path of a browser for the journeys, installing one if needed, or undefined for Playwright's own. Throws if
 * no browser can be installed.
 */
export async function findOrInstallBrowser() {
  return findBrowser() ?? (await installChromium()) ?? (await downloadByPlaywright())
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const candidates = [
    process.env.CHROME_PATH,
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...knownPaths,
  ]
  return candidates.find((path) => path && existsSync(path) && runs(path))
}

/** On some systems the command only prints what to install. On Windows, Chrome does not support --version. */
function runs(path) {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

async function installChromium() {
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await installByApt([name])
    const browser = findBrowser()
    if (browser) return browser
  }
}

async function downloadByPlaywright() {
  console.log('Installing Chromium with Playwright …')
  if (!(await run(tool('playwright'), ['install', 'chromium']))) {
    throw new Error('No browser found. Install Chrome or Chromium, or set CHROME_PATH.')
  }
  return undefined
}
