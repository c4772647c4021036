import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
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
