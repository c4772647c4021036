import { randomUUID } from 'node:crypto'
import type { Role, SignedIn } from '#contract/accounts.ts'
import { type Answer, ApiClient, type Ask } from './apiClient.ts'

export const password = 'correct horse battery'

/** Somebody with a session, who asks until there is an answer. */
export class Person {
  /** How often the server has said that the session is over: nobody here ends one. */
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
    this.#take(await this.client.insist<SignedIn>({ method: 'POST', path: '/auth/register', body }, this.signal))
    return this
  }

  /** Renews the session; where the answer is lost, with the same cookies again. */
  async renew() {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.client.insist<SignedIn>(
      { method: 'POST', path: '/auth/refresh', headers: { cookie } },
      this.signal,
    )
    this.renewals++
    if (answer.status === 401) await this.#signInAgain()
    else this.#take(answer)
  }

  async insist<T = any>(ask: Ask): Promise<Answer<T>> {
    const headers = { ...ask.headers, authorization: `Bearer ${this.#token}` }
    const answer = await this.client.insist<T>({ ...ask, headers }, this.signal)
    if (answer.status !== 401) return answer
    await this.#signInAgain()
    return this.insist(ask)
  }

  async #signInAgain() {
    this.signedOut++
    const body = { email: this.#user.email, password }
    this.#take(await this.client.insist<SignedIn>({ method: 'POST', path: '/auth/login', body }, this.signal))
  }

  #take({ status, headers, message, data }: Answer<SignedIn>) {
    if (status >= 300) throw new Error(`No session: ${message}`)
    this.#token = data.accessToken
    this.#user = data.userData
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      this.#cookies.set(name!, value!)
    }
  }
}

/** An owner and agents of one company, each from an address of their own. */
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
