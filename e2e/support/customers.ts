import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import type { CustomerForm } from '#contract/customers/form.ts'

/** Enables the form for customers of an owner's company over the API, and returns its address. */
export async function enableForm(api: APIRequestContext, owner: SignedIn, fields: Partial<CustomerForm> = {}) {
  const form: CustomerForm = {
    isEnabled: true,
    slug: `form-${randomUUID()}`,
    types: ['Question', 'Complaint'],
    greeting: 'Welcome!\nWe answer every message.',
    colour: '#b7410e',
    languages: ['en', 'ar'],
    privacyUrl: 'https://acme.test/privacy',
    origins: [],
    ...fields,
  }
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await api.patch('/api/customer-form', { headers, data: form })
  if (!response.ok()) throw new Error(`The form was not saved: ${await response.text()}`)
  return `/f/${form.slug}`
}

/**
 * Presses the button of a form until `sent` is visible. The server refuses a form that is sent within 3 s of opening it, and
 * keeps what was typed.
 */
export async function sendUntil(button: Locator, sent: Locator) {
  await expect(async () => {
    if (await sent.isVisible()) return
    await button.click({ timeout: 1000 })
    await expect(sent).toBeVisible({ timeout: 3000 })
  }).toPass()
}
