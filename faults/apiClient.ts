import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Answer<T = any> = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  code?: string
  message: string
  data: T
}
export type Ask = { method?: string; path: string; body?: object; headers?: Record<string, string> }

const attemptMilliseconds = 4000
/** What the server will answer differently, if it is asked once more. */
const passing = new Set([429, 500, 502, 503, 504, 507])

/** Asks one origin, from an address of its own: the servers let nobody ask without end. */
export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  /** How many attempts were in vain. */
  failures = 0
  /** The answers 500: no outage explains one. */
  readonly faults: string[] = []

  constructor(
    readonly origin: () => string,
    readonly address: string,
  ) {}

  /** Asks until there is an answer that stays: as a browser's outbox does, the same request each time. */
  async insist<T = any>(ask: Ask, signal: AbortSignal): Promise<Answer<T>> {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      const answer = await this.ask<T>(ask).catch(() => undefined)
      if (answer?.status === 500) this.faults.push(`${ask.method ?? 'GET'} ${ask.path}: ${answer.message}`)
      if (answer && !passing.has(answer.status) && answer.code !== 'in_progress') return answer
      this.failures++
      await wait(Math.min(50 * 2 ** attempt, 800), undefined, { signal })
    }
  }

  async ask<T = any>({ method = 'GET', path, body, headers = {} }: Ask): Promise<Answer<T>> {
    const payload = body && Buffer.from(JSON.stringify(body))
    const sent = {
      'x-forwarded-for': this.address,
      ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...headers,
    }
    const { status, received, text } = await exchange(
      `${this.origin()}/api${path}`,
      { method, headers: sent, agent: this.#agent },
      payload,
    )
    const { code, message = '', data } = JSON.parse(text)
    return { status, headers: received, code, message, data }
  }

  close() {
    this.#agent.destroy()
  }
}

type Exchange = { status: number; received: NodeJS.Dict<string | string[]>; text: string }

/** Rejects when the connection breaks, also in the middle of the answer, and when it takes too long. */
function exchange(url: string, options: object, payload: Buffer | undefined) {
  return new Promise<Exchange>((resolve, reject) => {
    const signal = AbortSignal.timeout(attemptMilliseconds)
    const asked = request(url, { ...options, signal }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.complete) resolve({ status: answer.statusCode ?? 0, received: answer.headers, text })
        else reject(new Error('The answer broke off'))
      })
    })
    asked.on('error', reject).end(payload)
  })
}
