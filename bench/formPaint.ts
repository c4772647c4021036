import type { Browser, CDPSession } from '@playwright/test'
import type { CustomerForm } from '#contract/customers/form.ts'

/** A line of 1.6 Mbit/s with 150 ms to the server and back: a phone in a weak network. */
export const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

export const form: CustomerForm = {
  isEnabled: true,
  slug: 'acme',
  types: ['Question', 'Complaint', 'Order'],
  greeting: 'Welcome! We answer every message.',
  colour: '#146cdd',
  languages: ['en', 'de', 'ar'],
  privacyUrl: 'https://acme.test/privacy',
  origins: [],
}

/**
 * How long the form for customers takes to its first paint, in milliseconds, with nothing cached, on a slow line and with a
 * CPU four times as slow; and the bytes that all its requests transfer.
 */
export async function paintOfForm(browser: Browser, origin: string) {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  const devTools = await page.context().newCDPSession(page)
  const bytesSoFar = await countBytes(devTools)
  await devTools.send('Network.emulateNetworkConditions', slowLine)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${origin}/f/${form.slug}`, { waitUntil: 'networkidle' })
  const duration = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime)
  await page.context().close()
  return { duration, bytes: bytesSoFar() }
}

async function countBytes(devTools: CDPSession) {
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await devTools.send('Network.enable')
  return () => bytes
}
