import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { type ApiResponse, ApiClient, type ApiRequest } from './apiClient.ts'

export const password = 'correct horse battery'

/** A person with a session. Requests are repeated until they get a final response. */
export class Person {
  /** How often the server has ended the session. It never should, because nobody here ends one. */
  signedOut = 0
  renewals = 0
  readonly #cookies = new Map<string, string>()
  #token = ''
  #user!: SignedIn['userData']

  constructor(
    readonly client: ApiClient,
    readonly signal: AbortSignal,
  ) {}

  get token() {
    return this.#token
  }

  get user() {
    return this.#user
  }

  async register(body: object) {
    this.#storeSession(
      await this.client.insist<SignedIn>({ method: 'POST', path: '/auth/register', body }, this.signal),
    )
    return this
  }

  /** Renews the session. If the response is lost, retries with the same cookies. */
  async renew() {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.client.insist<SignedIn>(
      { method: 'POST', path: '/auth/refresh', headers: { cookie } },
      this.signal,
    )
    this.renewals++
    if (response.status === 401) await this.#signInAgain()
    else this.#storeSession(response)
  }

  async insist<T = any>(request: ApiRequest): Promise<ApiResponse<T>> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#token}` }
    const response = await this.client.insist<T>({ ...request, headers }, this.signal)
    if (response.status !== 401) return response
    await this.#signInAgain()
    return this.insist(request)
  }

  async #signInAgain() {
    this.signedOut++
    const body = { email: this.#user.email, password }
    this.#storeSession(await this.client.insist<SignedIn>({ method: 'POST', path: '/auth/login', body }, this.signal))
  }

  #storeSession({ status, headers, message, data }: ApiResponse<SignedIn>) {
    if (status >= 300) throw new Error(`No session: ${message}`)
    this.#token = data.accessToken
    this.#user = data.userData
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      this.#cookies.set(name!, value!)
    }
  }
}

/** Registers an owner and invites agents of one company, each with their own IP address. */
export async function makePeople(origin: () => string, count: number, signal: AbortSignal) {
  const person = (number: number) => new Person(new ApiClient(origin, `203.0.113.${number}`), signal)
  const owner = await person(1).register({
    companyName: 'Acme',
    name: 'Olivia Owner',
    email: `${randomUUID()}@acme.test`,
    password,
  })
  const others: Person[] = []
  for (let number = 2; number <= count; number++) others.push(await join(owner, person(number), `Agent ${number}`))
  return [owner, ...others]
}

async function join(owner: Person, newcomer: Person, name: string, role: Role = 'agent') {
  const body = { email: `${randomUUID()}@acme.test`, role }
  const { data } = await owner.insist({ method: 'POST', path: '/invitations', body })
  return newcomer.register({ invitation: data.invitation, name, password })
}
