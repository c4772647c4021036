import { chromium } from '@playwright/test'

/** As root Chromium has no sandbox of its own; the rest keeps it from calling home. */
export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  })
}
