import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { installByApt } from './apt.mjs'
import { run, tool } from './run.mjs'

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A browser for the journeys, installed if there is none: its path, or undefined for the one that Playwright has
 * downloaded. Throws when there is none to be had.
 */
export async function findOrInstallBrowser() {
  return findBrowser() ?? (await installChromium()) ?? (await downloadByPlaywright())
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const candidates = [
    process.env.CHROME_PATH,
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...places,
  ]
  return candidates.find((path) => path && existsSync(path) && runs(path))
}

/** Some systems have a stand-in of that name which only says what to install. Windows' does not tell its version. */
function runs(path) {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

async function installChromium() {
  await installByApt('chromium')
  return findBrowser()
}

async function downloadByPlaywright() {
  console.log('Looking for a Chromium by Playwright …')
  if (!(await run(tool('playwright'), ['install', 'chromium']))) {
    throw new Error('There is no browser. Install Chrome or Chromium, or set CHROME_PATH.')
  }
  return undefined
}
