import { type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import type { Point } from './browser.ts'

/** WebDriver's name of a reference to an element (https://www.w3.org/TR/webdriver2/#elements). */
const element = 'element-6066-11e4-a52e-4f735466cecf'

const pointer = { type: 'pointer', id: 'mouse' }
const keyboard = { type: 'key', id: 'keyboard' }

/** A session of a driver that speaks WebDriver. */
export class WebDriver {
  /** What the driver and its browser have written to their error output. */
  #output = ''
  #session = ''

  constructor(
    readonly program: ChildProcess,
    readonly port: number,
  ) {
    program.stderr!.on('data', (text: Buffer) => (this.#output += text.toString()))
    program.once('error', ({ message }) => (this.#output += message))
  }

  async openSession() {
    await expect.poll(() => this.#isReady(), { intervals: [50] }).toBe(true)
    const { sessionId } = await this.#request<{ sessionId: string }>('POST', '/session', { capabilities: {} })
    this.#session = `/session/${sessionId}`
  }

  send<Result = null>(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}) {
    return this.#request<Result>(method, this.#session + path, body)
  }

  run<Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args) {
    const script = `return (${String(inPage)})(...arguments)`
    return this.send<Result>('POST', '/execute/sync', { script, args })
  }

  async click({ x, y }: Point) {
    const move = { type: 'pointerMove', x, y, duration: 0 }
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
    await this.send('POST', '/actions', { actions: [{ ...pointer, actions }] })
  }

  async press(keys: string) {
    const actions = Array.from(keys, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat()
    await this.send('POST', '/actions', { actions: [{ ...keyboard, actions }] })
  }

  async typeInto(selector: string, text: string) {
    const found = await this.send<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: selector,
    })
    await this.send('POST', `/element/${found[element]}/value`, { text })
  }

  async #isReady() {
    if (this.program.exitCode !== null) throw new Error(`WebKitWebDriver ended early: ${this.#output}`)
    return this.#request<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    )
  }

  async #request<Result>(method: string, path: string, body: object = {}): Promise<Result> {
    const options = method === 'POST' ? { body: JSON.stringify(body) } : {}
    const signal = AbortSignal.timeout(60_000)
    const address = `http://127.0.0.1:${this.port}${path}`
    const response = await fetch(address, { method, signal, ...options }).catch((error: Error) => {
      const reason = `${error.message}, exit code ${this.program.exitCode}`
      throw new Error(`WebKitWebDriver gave no answer to ${method} ${path}: ${reason}\n${this.#output}`, {
        cause: error,
      })
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}\n${this.#output}`)
    return value
  }
}

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
