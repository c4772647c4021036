import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchThread } from '#web/customers/thread/threadApi.ts'
import { fakeApi, heldBack, refusal } from '#web/test/fakeApi.ts'
import { person, tokenFor } from '#web/test/people.ts'
import { readFile } from './files/readFile.ts'
import { send } from './http.ts'
import { requestsInFlight } from './loading.ts'
import { saveSession } from './session/session.ts'
import { openStream, postOnUnload } from './stream.ts'

test('every request raises the loading counter until it ends, also if it fails [S7.2]', async () => {
  const api = fakeApi()
  const slow = heldBack(refusal(403, 'forbidden', 'No'))
  api.answer('GET /enquiry', slow.responder)
  const failed = send({ url: '/enquiry' }).catch(() => 'failed')
  await waitFor(() => expect(requestsInFlight()).toBe(1))
  slow.letGo()
  expect(await failed).toBe('failed')
  expect(requestsInFlight()).toBe(0)
})

/** A response whose content ends with `letGo`. */
function slowFile() {
  const { readable, writable } = new TransformStream()
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response(readable))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { fetched, letGo: () => void writable.close() }
}

test('a download raises the loading counter until its content has arrived, and the event stream never does [S7.2]', async () => {
  saveSession({ accessToken: tokenFor(900), userData: person() })
  const file = slowFile()
  const { signal } = new AbortController()
  const read = readFile({ url: '/enquiry/export', signal }, (response) => response.text())
  await waitFor(() => expect(file.fetched).toHaveBeenCalled())
  expect(requestsInFlight()).toBe(1)
  file.letGo()
  await read
  expect(requestsInFlight()).toBe(0)
  const stream = slowFile()
  void openStream('/events', signal)
  await waitFor(() => expect(stream.fetched).toHaveBeenCalled())
  expect(requestsInFlight()).toBe(0)
})

test('what a closing page posts, and what a customer’s page sends, raise the loading counter, too [S7.2]', async () => {
  const { fetched } = slowFile()
  postOnUnload('/presence', tokenFor(900), {})
  expect(requestsInFlight()).toBe(1)
  await waitFor(() => expect(requestsInFlight()).toBe(0))
  expect(fetched).toHaveBeenCalledTimes(1)
  const slow = heldBack(refusal(404, 'not-found', 'No'))
  fakeApi().answer('GET /customer/thread', slow.responder)
  const asked = fetchThread('token').catch(() => 'failed')
  await waitFor(() => expect(requestsInFlight()).toBe(1))
  slow.letGo()
  await asked
  expect(requestsInFlight()).toBe(0)
})
