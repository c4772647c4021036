import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { raiseAsCustomer } from './customers.ts'
import { ask, type ApiResponse, type Person } from './people.ts'
import type { TestApp } from './testApp.ts'

/** A customer without an account, with the link to the page of one enquiry. */
export class Visitor {
  constructor(
    readonly test: TestApp,
    readonly enquiryId: string,
    readonly token: string,
  ) {}

  read<T = any>(query = ''): Promise<ApiResponse<T>> {
    return ask<T>(this.test, { method: 'GET', url: `/customer/thread${query}`, headers: this.headers })
  }

  say(message: string, headers: Record<string, string> = {}, fields: object = {}) {
    return this.post('/customer/thread', { message, ...fields }, headers)
  }

  see(seq: number) {
    return this.post('/customer/seen', { seq })
  }

  rate(rating: number, comment?: string) {
    return ask(this.test, {
      method: 'PUT',
      url: '/customer/rating',
      payload: { rating, comment },
      headers: this.headers,
    })
  }

  /** The question for a rating, as the page shows it. */
  async satisfaction() {
    return (await this.read<CustomerThread>()).body.data.satisfaction
  }

  post(url: string, payload?: object, headers: Record<string, string> = {}) {
    return ask(this.test, { method: 'POST', url, payload, headers: { ...this.headers, ...headers } })
  }

  /** Listens to the stream over a socket. `text` is everything that has arrived. */
  async listen() {
    const { app } = this.test
    const aborting = new AbortController()
    onTestFinished(() => aborting.abort())
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const options = { headers: this.headers, signal: aborting.signal }
    const response = await fetch(`http://127.0.0.1:${port}/api/customer/events`, options)
    const heard = { text: '', isEnded: false }
    void collect(response, heard)
    return { response, heard, changes: () => heard.text.split('event: change\n').length - 1 }
  }

  get headers() {
    return { authorization: `Customer ${this.token}` }
  }
}

async function collect(response: Response, heard: { text: string; isEnded: boolean }) {
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard.text += chunk
  } catch {
    // The test has left.
  }
  heard.isEnded = true
}

/** A customer who has raised an enquiry at this person's company. */
export async function visitorOf(person: Person, fields: Parameters<typeof raiseAsCustomer>[1] = {}) {
  const { enquiryId, token } = await raiseAsCustomer(person, fields)
  return new Visitor(person.test, enquiryId, token)
}
