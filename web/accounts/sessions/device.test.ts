import { expect, test } from 'vitest'
import { deviceOf } from '#contract/device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const safariKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux', 'computer'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux', 'computer'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
    'computer',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/156.0 Safari/537.36 OPR/130.0`, 'Opera on Windows', 'computer'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Firefox on macOS',
    'computer',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safariKit} Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
    'computer',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${safariKit} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${safariKit} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPad',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webKit} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome on Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-X700) ${webKit} SamsungBrowser/29.0 Chrome/156.0 Safari/537.36`,
    'Samsung Internet on Android',
    'tablet',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/156.0 Safari/537.36`, 'Chrome on ChromeOS', 'computer'],
  ['curl/8.5.0', 'Unknown device', 'computer'],
  ['', 'Unknown device', 'computer'],
])('%s is %s', (userAgent, name, kind) => {
  expect(deviceOf(userAgent)).toEqual({ name, kind })
})
