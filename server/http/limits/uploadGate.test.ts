import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { people, type Person } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { UploadGate } from './uploadGate.ts'

const app = await testApp()
const { member, stranger } = await people(app)
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

function raise(person: Person, body: string | FormData, type?: string) {
  const headers = { authorization: `Bearer ${person.accessToken}`, ...(type && { 'content-type': type }) }
  return fetch(address, { method: 'POST', headers, body })
}

test('a large upload waits for free capacity; small and streamed uploads do not', async () => {
  const enter = vi.spyOn(UploadGate.prototype, 'enter')
  onTestFinished(() => enter.mockRestore())
  const first = await begin(member, 66_000_000)
  // Until then the server looks up the session, and a later request can overtake this one.
  await waitFor(() => expect(enter).toHaveBeenCalledOnce())
  const large = JSON.stringify({
    enquiryType: 'Large',
    documents: [{ name: 'a.png', url: dataUrl('x'.repeat(5_000_000), 'image/png') }],
  })
  let isDone = false
  const waiting = raise(stranger, large, 'application/json').finally(() => (isDone = true))
  const form = new FormData()
  form.append('enquiryType', 'Streamed')
  form.append('documents', new Blob(['x'.repeat(5_000_000)]), 'a.png')
  expect((await raise(stranger, form)).status).toBe(415)
  expect((await raise(stranger, '{"enquiryType":"Small"}', 'application/json')).status).toBe(201)
  await wait(300)
  expect(isDone).toBe(false)
  first.destroy()
  expect((await waiting).status).toBe(415)
})

function visitor(gate: UploadGate, company: string, bytes: number) {
  const leaving = new AbortController()
  const state = { isInside: false, leave: () => leaving.abort(), entered: Promise.resolve() }
  state.entered = gate.enter(company, bytes, leaving.signal).then(() => void (state.isInside = true))
  return state
}

/** Which visitors have been let in by now, in the order of their arrival. */
async function inside(...visitors: ReturnType<typeof visitor>[]) {
  await Promise.resolve()
  await Promise.resolve()
  return visitors.map(({ isInside }) => isInside)
}

test('a company uses at most half of the capacity; a large upload is not overtaken forever, and runs alone', async () => {
  const gate = new UploadGate(100)
  const [a, again, b, large, small] = [
    visitor(gate, 'a', 40),
    visitor(gate, 'a', 20),
    visitor(gate, 'b', 30),
    visitor(gate, 'c', 500),
    visitor(gate, 'd', 10),
  ]
  expect(await inside(a, again, b, large, small)).toEqual([true, false, true, false, false])
  a.leave()
  expect(await inside(again, large, small)).toEqual([true, false, false])
  again.leave()
  b.leave()
  expect(await inside(large, small)).toEqual([true, false])
  large.leave()
  expect(await inside(small)).toEqual([true])
})

test('a waiting upload is refused after 30 s, with 503 and Retry-After', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const gate = new UploadGate(100)
  visitor(gate, 'a', 100)
  const late = visitor(gate, 'b', 100)
  const refusal = late.entered.catch((error: unknown) => error)
  let isRefused = false
  void refusal.then(() => (isRefused = true))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(isRefused).toBe(false)
  const left = visitor(gate, 'c', 100)
  left.leave()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await refusal).toMatchObject({ status: 503, details: { retryAfter: 10 } })
})
