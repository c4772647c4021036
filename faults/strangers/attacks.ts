import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'

/** Where an attack goes, and as whom: with a session, or from an address that has none. */
export interface Attacker {
  port: number
  address: string
  token?: string
  /** Of the attacked form for customers. */
  slug: string
  /** Of the account's company. */
  enquiry: string
  signal: AbortSignal
}

/**
 * Something expensive that the server has to bear. It resolves once it is over: with the status of the
 * response, if any.
 */
type Attack = (attacker: Attacker) => Promise<number | void>

/** The worst inputs that are known, by name. */
export async function everyAttack(port: number, slug: string): Promise<Record<string, Attack>> {
  const stamps = await Promise.all(Array.from({ length: 40 }, () => stampOf(port, slug)))
  return { ...(await everyRoute(port)), ...reads, ...bodies(), ...(await pictures(stamps)), ...connections }
}

/** The hidden fields of a form for customers, without which the server reads nothing of what was sent. */
async function stampOf(port: number, slug: string) {
  const page = await (await fetch(`http://localhost:${port}/f/${slug}`)).text()
  const hidden = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries(Array.from(hidden, ([, name, value]) => [name!, value!]))
}

const longest = 20_000

/** Every route of the API with nothing in it, and with an id that nobody has. */
async function everyRoute(port: number): Promise<Record<string, Attack>> {
  const document = await (await fetch(`http://localhost:${port}/api/openapi.json`)).json()
  const all = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  )
  // One ends the session of the attacker, and the other does not end: streams are an attack of their own.
  const routes = all.filter(([, path]) => !/\/(auth\/logout|events)$/.test(path))
  return Object.fromEntries(
    routes.map(([method, path]) => {
      const attack: Attack = (by) =>
        send(by, method, path.replaceAll(/\{\w+\}/g, randomUUID()), method === 'GET' ? {} : { json: '{}' })
      return [`${method} ${path}`, attack]
    }),
  )
}

const words = Array.from({ length: 40 }, (_, number) => `w${number}`).join(' ')
const values = Array.from({ length: 50 }, () => `assignee=${randomUUID()}`).join('&')

const reads: Record<string, Attack> = {
  'a search for many words': (by) => send(by, 'GET', `/api/enquiry?search=${encodeURIComponent(words)}`),
  'a search for one letter': (by) => send(by, 'GET', '/api/enquiry?search=e&limit=100'),
  'the last page': (by) => send(by, 'GET', '/api/enquiry?page=90000&limit=100&sort=summery'),
  'many values of a filter': (by) => send(by, 'GET', `/api/enquiry?${values}`),
  'an export': (by) => send(by, 'GET', '/api/enquiry/export'),
  'the document of the API': (by) => send(by, 'GET', '/api/openapi.json'),
  'the page': (by) => send(by, 'GET', '/login'),
  'the form': (by) => send(by, 'GET', `/f/${by.slug}`),
  'a guessed password': (by) => send(by, 'POST', '/api/auth/login', { json: JSON.stringify(guess()) }),
  'a forgotten password': (by) =>
    send(by, 'POST', '/api/auth/forgot', { json: JSON.stringify({ email: guess().email }) }),
}

function guess() {
  return { email: `${randomUUID()}@acme.test`, password: 'correct horse battery' }
}

function bodies(): Record<string, Attack> {
  const nested = `{"enquiryType":${'['.repeat(400_000)}`
  const table = `enquiryType,summery\n${'Damage,Broken\n'.repeat(50_000)}`
  const text = JSON.stringify({ enquiryType: 'Long', description: '<a href="'.repeat(2000) })
  const file = JSON.stringify({
    enquiryType: 'Large',
    documents: [{ name: 'a.png', url: `data:image/png;base64,${'A'.repeat(12_000_000)}` }],
  })
  return {
    'nested JSON': (by) => send(by, 'POST', '/api/enquiry', { json: nested }),
    'a long text': (by) => send(by, 'POST', '/api/enquiry', { json: text }),
    'a large file in JSON': (by) => send(by, 'POST', '/api/enquiry', { json: file }),
    'an import': (by) => send(by, 'POST', '/api/enquiry/import', { body: table, type: 'text/csv' }),
    'a repeated key': (by) => send(by, 'POST', '/api/enquiry', { json: text, key: 'always-the-same' }),
  }
}

function image(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#7A5AF8' }, limitInputPixels: false })
}

/** Small files of large images, in forms that are each sent once. */
async function pictures(stamps: Record<string, string>[]): Promise<Record<string, Attack>> {
  const files = {
    'an AVIF of 49 megapixels': await image(7000, 7000).avif({ effort: 0 }).toBuffer(),
    'an AVIF of 8 megapixels': await image(4000, 2000).avif({ effort: 0 }).toBuffer(),
    'a PNG of 50 megapixels': await image(10_000, 5000).png().toBuffer(),
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]): [string, Attack] => [
      name,
      (by) => (by.token ? raise(by, '/api/enquiry', {}, bytes) : raise(by, `/f/${by.slug}`, visitor(stamps), bytes)),
    ]),
  )
}

function visitor(stamps: Record<string, string>[]) {
  const stamp = stamps.length > 1 ? stamps.pop() : stamps[0]
  return { ...stamp, name: 'Mia', email: guess().email }
}

/** Sends a form with five images. */
async function raise(by: Attacker, path: string, more: Record<string, string>, bytes: Buffer) {
  const form = new FormData()
  const fields = { ...more, enquiryType: 'Question', summery: 'Look', description: 'Look' }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  for (let count = 0; count < 5; count++) form.append('documents', new Blob([new Uint8Array(bytes)]), 'photo.png')
  const packed = new Response(form)
  const body = Buffer.from(await packed.arrayBuffer())
  return send(by, 'POST', path, { body, type: packed.headers.get('content-type')! })
}

const connections: Record<string, Attack> = {
  'a slow body': async (by) => {
    const sending = open(by, 'POST', by.token ? '/api/enquiry' : `/f/${by.slug}`, {
      'content-type': 'application/json',
      'content-length': String(60_000_000),
    })
    for (let count = 0; count < 20 && !sending.destroyed; count++) {
      sending.write('x'.repeat(500))
      await wait(500)
    }
    sending.destroy()
  },
  'a slow head': async ({ port, signal }) => {
    const socket = connect(port, 'localhost').on('error', () => undefined)
    for (const letter of 'GET /api/enquiry') {
      if (signal.aborted || socket.destroyed) break
      socket.write(letter)
      await wait(500)
    }
    socket.destroy()
  },
  'a stream': async (by) => {
    const stream = open(by, 'GET', '/api/events', {})
    stream.end()
    await wait(3000)
    stream.destroy()
  },
  'a presence': (by) =>
    send(by, 'POST', '/api/presence', {
      json: JSON.stringify({ tab: randomUUID(), enquiry: by.enquiry, screen: 'thread' }),
    }),
  'many cookies': (by) => send(by, 'GET', '/login', { cookie: 'a=b; '.repeat(4000) }),
}

type Sent = { json?: string; body?: Buffer | string; type?: string; key?: string; cookie?: string }

/** Resolves once the response has arrived, or the connection has ended. */
function send(by: Attacker, method: string, path: string, { json, body = json, type, key, cookie }: Sent = {}) {
  const headers = {
    ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(cookie !== undefined && { cookie }),
  }
  return new Promise<number | void>((resolve) => {
    const sending = open(by, method, path, headers)
    let status: number | undefined
    sending.on('response', (response) => {
      status = response.statusCode
      response.resume()
    })
    sending.on('close', () => resolve(status))
    sending.end(body)
  })
}

function open(
  { port, address, token, signal }: Attacker,
  method: string,
  path: string,
  headers: object,
): ClientRequest {
  const all = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }), ...headers }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longest)])
  return request({ host: 'localhost', port, method, path, headers: all, signal: limit }).on('error', () => undefined)
}
