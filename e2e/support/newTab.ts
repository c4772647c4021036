import type { Browser, BrowserContextOptions } from '@playwright/test'
import { registerOwner, signIn } from './people.ts'

/** A new tab, the only one, of an owner whose company has an enquiry. */
export async function newTab(browser: Browser, options: BrowserContextOptions = {}) {
  const { request } = await browser.newContext()
  const owner = await registerOwner(request)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  await request.post('/api/enquiry', { headers, data: { enquiryType: 'Damaged goods' } })
  const first = await signIn(browser, owner, options)
  const page = await first.context().newPage()
  await first.close()
  return { page, headers, outline: page.getByRole('progressbar', { name: 'Loading page' }) }
}
