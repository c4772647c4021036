import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from '#server/scheduling/turns.ts'
import { people, type Person } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const { owner, member, stranger } = await people(app)
await app.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.app.server.address() as AddressInfo
const address = `http://127.0.0.1:${port}/api/enquiry`

/** Announces an enquiry of this many bytes, but sends only the first. */
async function begin(person: Person, length: number) {
  const authorization = `Bearer ${person.accessToken}`
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': length,
    expect: '100-continue',
  }
  const sending = httpRequest({ port, path: '/api/enquiry', method: 'POST', headers })
  sending.on('error', () => undefined)
  onTestFinished(() => void sending.destroy())
  // The server sends `100 Continue` once it has read the headers.
  const accepted = new Promise((resolve) => sending.once('continue', resolve))
  sending.flushHeaders()
  await accepted
  sending.write('{')
  return sending
}

function raise(person: Person, body: string, type: string) {
  const headers = { authorization: `Bearer ${person.accessToken}`, 'content-type': type }
  return fetch(address, { method: 'POST', headers, body })
}

/** A body that arrives in pieces. `rate` is in bytes per second. */
async function sendSlowly(sending: ClientRequest, length: number, rate: number) {
  for (let sent = 1; sent < length && !sending.destroyed; sent += rate / 10) {
    sending.write('x'.repeat(Math.min(rate / 10, length - sent)))
    await wait(100)
  }
}

function largeJson(bytes: number) {
  const documents = [{ name: 'a.png', url: dataUrl('x'.repeat(bytes), 'image/png') }]
  return JSON.stringify({ enquiryType: 'Large', documents })
}

test('announced bytes keep nobody waiting: neither other companies, nor the same one', async () => {
  for (const person of [owner, member]) for (let count = 0; count < 5; count++) await begin(person, 66_000_000)
  const startedAt = performance.now()
  const statuses = await Promise.all([
    raise(stranger, largeJson(5_000_000), 'application/json'),
    raise(member, largeJson(5_000_000), 'application/json'),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([415, 415])
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('a form with files is one whatever the case of its type', async () => {
  const boundary = 'a-boundary'
  const part = (name: string, more: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const file = part('documents', '; filename="a.png"', 'x'.repeat(2_000_000))
  const body = `${part('enquiryType', '', 'Large')}${file}--${boundary}--\r\n`
  const response = await raise(owner, body, `Multipart/Form-Data; boundary=${boundary}`)
  expect(await response.json()).toMatchObject({
    errors: { 'documents.0.url': expect.stringContaining('not a supported image') },
  })
})

test('a body that arrives more slowly than 8 KB a second ends after five seconds; an honest one arrives whole', async () => {
  const [slow, honest] = [await begin(member, 2_000_000), await begin(stranger, 240_000)]
  const slowEnds = new Promise((resolve) => slow.once('close', resolve))
  const answer = once(honest, 'response') as Promise<[IncomingMessage]>
  void sendSlowly(slow, 2_000_000, 4000)
  await sendSlowly(honest, 240_000, 30_000)
  expect((await answer)[0].statusCode).toBe(400)
  await slowEnds
})

test('the rest of a body whose request was refused ends after five seconds, too', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': 2_000_000 }
  const refused = httpRequest({ port, path: '/api/enquiry', method: 'POST', headers })
  refused.on('error', () => undefined)
  refused.flushHeaders()
  const [response] = (await once(refused, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(401)
  const ends = once(response.socket, 'close')
  void sendSlowly(refused, 2_000_000, 4000)
  await ends
})

/** Sends the heads of these requests on one connection, and leaves after `ms`. */
async function leaveAfter(ms: number, person: Person, heads: string[]) {
  const socket = connect(port, '127.0.0.1')
  const common = `Host: 127.0.0.1\r\nAuthorization: Bearer ${person.accessToken}\r\n`
  socket.write(heads.map((head) => head.replace('\n', `\r\n${common}`) + '\r\n\r\n').join(''))
  await wait(ms)
  socket.destroy()
  await once(socket, 'close')
}

const upload = 'POST /api/enquiry HTTP/1.1\nContent-Type: application/json\r\nContent-Length: 66000000'

function countTimers() {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

test('a client that leaves at any moment leaves no timer and no key in progress behind', async () => {
  const before = countTimers()
  const keys = Array.from({ length: 30 }, () => randomUUID())
  for (const [index, key] of keys.entries())
    await leaveAfter(index / 3, member, [`${upload}\r\nIdempotency-Key: ${key}`])
  await expect.poll(countTimers).toBeLessThanOrEqual(before + 2)
  const type = { 'content-type': 'application/json', authorization: `Bearer ${member.accessToken}` }
  const body = JSON.stringify({ enquiryType: 'Sent again' })
  const send = (key: string) => fetch(address, { method: 'POST', headers: { ...type, 'idempotency-key': key }, body })
  for (const key of keys) await expect.poll(async () => (await send(key)).status).toBe(201)
})

test('uploads that waited behind another response of a connection give back their turns when it ends', async () => {
  const events = 'GET /api/events HTTP/1.1\nAccept: text/event-stream'
  await Promise.all(Array.from({ length: 24 }, () => leaveAfter(300, member, [events, upload])))
  expect((await raise(member, largeJson(2_000_000), 'application/json')).status).toBe(415)
})

test('the uploads of a person beyond their share wait; those of others at the same address do not', async () => {
  const take = vi.spyOn(Turns.prototype, 'take')
  onTestFinished(() => take.mockRestore())
  const leaving = await Promise.all(Array.from({ length: 6 }, () => begin(member, 2_000_000)))
  // Until then the server looks up their sessions, and a later request can overtake them.
  await waitFor(() => expect(take).toHaveBeenCalledTimes(12))
  let isDone = false
  const waiting = raise(member, largeJson(2_000_000), 'application/json').finally(() => (isDone = true))
  expect((await raise(stranger, largeJson(2_000_000), 'application/json')).status).toBe(415)
  expect(isDone).toBe(false)
  leaving[0]!.destroy()
  expect((await waiting).status).toBe(415)
})
