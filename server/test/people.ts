import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { SignedIn, User } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { TestApp } from './testApp.ts'

export type ApiResponse<T = any> = {
  status: number
  body: { message: string; code?: string; errors?: Record<string, string>; data: T }
  headers: Record<string, unknown>
  cookies: { name: string; value: string; [attribute: string]: unknown }[]
}

/** Sends a request to the API, as any HTTP client would. */
export async function ask<T = any>(
  { app }: TestApp,
  options: InjectOptions & { url: string },
): Promise<ApiResponse<T>> {
  const response = await app.inject({ ...options, url: `/api${options.url}` })
  return {
    status: response.statusCode,
    body: String(response.headers['content-type']).includes('json')
      ? response.json()
      : { message: response.body, data: undefined as T },
    headers: response.headers,
    cookies: response.cookies,
  }
}

/** A person who is signed in and sends requests as themselves. */
export class Person {
  constructor(
    readonly test: TestApp,
    readonly user: User,
    readonly accessToken: string,
    readonly password: string,
  ) {}

  get<T = any>(url: string) {
    return this.#ask<T>('GET', url)
  }

  post<T = any>(url: string, payload: object, headers: Record<string, string> = {}) {
    return this.#ask<T>('POST', url, payload, headers)
  }

  patch<T = any>(url: string, payload: object, headers: Record<string, string> = {}) {
    return this.#ask<T>('PATCH', url, payload, headers)
  }

  delete<T = any>(url: string) {
    return this.#ask<T>('DELETE', url)
  }

  /** Raises an enquiry and returns it. */
  async raise(fields: object = {}): Promise<Enquiry> {
    const { status, body } = await this.post('/enquiry', { enquiryType: 'Billing', ...fields })
    if (status !== 201) throw new Error(`not raised: ${JSON.stringify(body)}`)
    return body.data
  }

  async say(enquiry: string, message: string, headers: Record<string, string> = {}) {
    return this.post('/chat', { enquiry, message, side: 'customer' }, headers)
  }

  #ask<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    const authorization = `Bearer ${this.accessToken}`
    return ask<T>(this.test, { method, url, payload, headers: { ...headers, authorization } })
  }
}

export const password = 'correct horse battery'

export async function registerOwner(test: TestApp, fields: object = {}) {
  const payload = { companyName: 'Acme', name: 'Olivia Owner', email: `${randomUUID()}@acme.test`, password, ...fields }
  return signedIn(test, await ask<SignedIn>(test, { method: 'POST', url: '/auth/register', payload }))
}

/** An owner who has confirmed their address, for a server that sends mail. */
export async function confirmedOwner(test: TestApp, fields: object = {}) {
  const owner = await registerOwner(test, fields)
  await confirmAddress(owner)
  return owner
}

/** Opens the newest link that confirms the person's address. */
export async function confirmAddress(person: Person) {
  const { status, body } = await openEmailLink(person.test, (await emailLinks(person, 'confirm')).at(-1)!)
  if (status !== 200) throw new Error(`not confirmed: ${JSON.stringify(body)}`)
}

/** The tokens of the links that were mailed to a person, oldest first. */
export async function emailLinks({ test, user }: Person, kind: 'confirm' | 'revert') {
  const rows = await test.db<{ companyId: string; id: string }[]>`
    select company_id, id from email_link where user_id = ${user._id} and kind = ${kind} order by created_at`
  return rows.map((row) => test.linkSecrets.emailToken(row))
}

export function openEmailLink(test: TestApp, token: string) {
  return ask(test, { method: 'POST', url: '/auth/email-links', payload: { token } })
}

/** Adds a person to the owner's company by invitation. */
export async function join(owner: Person, role: Role, name: string = role) {
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@acme.test`, role })
  const payload = { invitation: invited.body.data.invitation, name, password }
  return signedIn(owner.test, await ask<SignedIn>(owner.test, { method: 'POST', url: '/auth/register', payload }))
}

function signedIn(test: TestApp, { status, body }: ApiResponse<SignedIn>) {
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`)
  return new Person(test, body.data.userData, body.data.accessToken, password)
}

/** A person of each role in one company, and a stranger who owns another company. */
export async function people(test: TestApp) {
  const register = test.config.smtpUrl ? confirmedOwner : registerOwner
  const owner = await register(test)
  const [agent, member, viewer] = await Promise.all([
    join(owner, 'agent', 'Aggie Agent'),
    join(owner, 'member', 'Manny Member'),
    join(owner, 'viewer', 'Vera Viewer'),
  ])
  const stranger = await register(test, { companyName: 'Elsewhere', name: 'Sam Stranger' })
  return { owner, agent, member, viewer, stranger }
}
