import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type ApiResponse<T = any> = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  code?: string
  message: string
  data: T
}
export type ApiRequest = { method?: string; path: string; body?: object; headers?: Record<string, string> }

const attemptTimeoutMs = 4000
/** The statuses that may change if the client tries again. */
const transientStatuses = new Set([429, 500, 502, 503, 504, 507])

/** Sends requests to one origin, from its own IP address, because the servers limit requests per address. */
export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  /** The number of failed attempts. */
  failures = 0
  /** The responses with status 500. No outage explains one. */
  readonly serverErrors: string[] = []

  constructor(
    readonly origin: () => string,
    readonly address: string,
  ) {}

  /** Repeats the same request until it gets a final response, as the outbox of a browser does. */
  async insist<T = any>(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse<T>> {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      const response = await this.send<T>(request).catch(() => undefined)
      if (response?.status === 500) {
        this.serverErrors.push(`${request.method ?? 'GET'} ${request.path}: ${response.message}`)
      }
      if (response && !transientStatuses.has(response.status) && response.code !== 'in_progress') return response
      this.failures++
      await wait(Math.min(50 * 2 ** attempt, 800), undefined, { signal })
    }
  }

  async send<T = any>({ method = 'GET', path, body, headers = {} }: ApiRequest): Promise<ApiResponse<T>> {
    const payload = body && Buffer.from(JSON.stringify(body))
    const requestHeaders = {
      'x-forwarded-for': this.address,
      ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...headers,
    }
    const { status, received, text } = await exchange(
      `${this.origin()}/api${path}`,
      { method, headers: requestHeaders, agent: this.#agent },
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

/** Rejects if the connection breaks, even in the middle of the response, and after the timeout. */
function exchange(url: string, options: object, payload: Buffer | undefined) {
  return new Promise<Exchange>((resolve, reject) => {
    const signal = AbortSignal.timeout(attemptTimeoutMs)
    const sent = httpRequest(url, { ...options, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, received: response.headers, text })
        else reject(new Error('The response was incomplete'))
      })
    })
    sent.on('error', reject).end(payload)
  })
}
