import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'

export const password = 'correct horse battery'

/** Registers a company over the API. */
export async function registerOwner(
  api: APIRequestContext,
  name = 'Olivia Owner',
  email = `${randomUUID()}@acme.test`,
) {
  return register(api, { companyName: 'Acme Tools Ltd', name, email, password })
}

/** Invites a person to the owner's company and accepts the invitation, over the API. */
export async function join(api: APIRequestContext, owner: SignedIn, role: Role, name: string) {
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const data = { email: `${randomUUID()}@acme.test`, role }
  const invited = await api.post('/api/invitations', { headers, data })
  const { invitation } = (await invited.json()).data
  return register(api, { invitation, name, password })
}

async function register(api: APIRequestContext, data: object): Promise<SignedIn> {
  const response = await api.post('/api/auth/register', { data })
  if (response.status() !== 201) throw new Error(`Registration failed: ${await response.text()}`)
  return (await response.json()).data
}

/** Opens a page in a new browser context in which the person is signed in, as after the form. */
export async function signIn(
  browser: Browser,
  person: SignedIn,
  { path = '/', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL, ...options })
  const response = await context.request.post('/api/auth/login', { data: { email: person.userData.email, password } })
  if (!response.ok()) throw new Error(`Sign-in failed: ${await response.text()}`)
  const { accessToken, userData }: SignedIn = (await response.json()).data
  const { cookies } = await context.storageState()
  const localStorage = [
    { name: 'accessToken', value: accessToken },
    { name: 'userData', value: JSON.stringify(userData) },
  ]
  await context.setStorageState({ cookies, origins: [{ origin: new URL(response.url()).origin, localStorage }] })
  const page = await context.newPage()
  await page.goto(path)
  if (path === '/') await page.getByRole('heading', { name: 'Enquiries', exact: true }).waitFor()
  return page
}

export async function fillSignIn(page: Page, { userData }: SignedIn) {
  await page.getByLabel('Email address').fill(userData.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
