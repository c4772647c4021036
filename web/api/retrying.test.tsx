import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { fakeApi, ok, refusal, type Reply } from '#web/test/fakeApi.ts'
import { person, tokenFor } from '#web/test/people.ts'
import { shownToasts } from '#web/test/toasts.ts'
import { AppTheme } from '#web/theme/AppTheme.tsx'
import { send } from './http.ts'
import { useIsLoading } from './loading.ts'
import { clearSession, saveSession } from './session/session.ts'

const loading: boolean[] = []

function LoadingNoted() {
  const isLoading = useIsLoading()
  if (loading.at(-1) !== isLoading) loading.push(isLoading)
  return null
}

beforeEach(() => {
  loading.length = 0
  render(
    <AppTheme>
      <Toasts />
      <LoadingNoted />
    </AppTheme>,
  )
  saveSession({ accessToken: tokenFor(900), userData: person() })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const comeBack = (reply: Reply, seconds: number): Reply => ({ ...reply, headers: { 'retry-after': String(seconds) } })
const busy = (seconds = 2) => comeBack(refusal(503, 'unavailable', 'The server is busy'), seconds)
const inProgress = comeBack(
  refusal(409, 'in_progress', 'This request is still being processed. It is safe to try again in a moment'),
  1,
)
const create = {
  url: '/enquiry',
  method: 'POST',
  body: { enquiryType: 'Billing' },
  headers: { 'Idempotency-Key': 'one-and-only' },
} as const

test('a read that a busy server refuses is repeated after its Retry-After, without a toast [S7.2] [D2.9]', async () => {
  const api = fakeApi()
  api.answer('GET /auth/profile', () => busy(2))
  const asked = send({ url: '/auth/profile' })
  await vi.advanceTimersByTimeAsync(1900)
  expect(api.sent('GET /auth/profile')).toHaveLength(1)
  api.restore('GET /auth/profile')
  await vi.advanceTimersByTimeAsync(1200)
  await expect(asked).resolves.toMatchObject({ data: { _id: person()._id } })
  expect(api.sent('GET /auth/profile')).toHaveLength(2)
  expect(shownToasts()).toEqual([])
  await vi.waitFor(() => expect(loading).toEqual([false, true, false]))
})

test('a write with a key is repeated with its key while the first attempt is in progress [S8.1]', async () => {
  const api = fakeApi()
  let tries = 0
  api.answer('POST /enquiry', () => (++tries < 3 ? inProgress : refusal(403, 'forbidden', 'Not for you')))
  const sent = send(create).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await sent).toMatchObject({ status: 403 })
  const requests = api.sent('POST /enquiry')
  expect(requests).toHaveLength(3)
  for (const { headers, body } of requests) {
    expect(headers['Idempotency-Key']).toBe('one-and-only')
    expect(body).toEqual(create.body)
  }
  await vi.waitFor(() => expect(shownToasts()).toEqual(['Not for you']))
})

test('after three retries the failure is shown once [S8.1]', async () => {
  const api = fakeApi()
  api.answer('GET /auth/profile', () => busy(1))
  const asked = send({ url: '/auth/profile' }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asked).toMatchObject({ status: 503, message: 'The server is busy' })
  expect(api.sent('GET /auth/profile')).toHaveLength(4)
  await vi.waitFor(() => expect(shownToasts()).toEqual(['The server is busy']))
})

test('a write without a key, a failure of another kind, and a long wait are shown at once', async () => {
  const api = fakeApi()
  api.answer('POST /auth/logout', () => busy())
  api.answer('GET /auth/profile', () => comeBack(refusal(429, 'too-many-requests', 'Slow down'), 1))
  api.answer('GET /unread', () => busy(60))
  api.answer('GET /enquiry', () => refusal(503, 'unavailable', 'Busy'))
  await expect(send({ url: '/auth/logout', method: 'POST' })).rejects.toMatchObject({ status: 503 })
  await expect(send({ url: '/auth/profile' })).rejects.toMatchObject({ status: 429 })
  await expect(send({ url: '/unread' })).rejects.toMatchObject({ status: 503 })
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 503 })
  expect(api.requests).toHaveLength(4)
})

test('a cancelled request is not repeated, nor one of a person who has signed out', async () => {
  const api = fakeApi()
  api.answer('GET /auth/profile', () => busy())
  const aborting = new AbortController()
  const given = send({ url: '/auth/profile', signal: aborting.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  aborting.abort()
  expect(await given).toMatchObject({ status: 503 })
  const left = send({ url: '/auth/profile', quiet: true }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  clearSession()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await left).toMatchObject({ status: 503 })
  expect(api.sent('GET /auth/profile')).toHaveLength(2)
  expect(shownToasts()).toEqual([])
})

test('a response without content after a retry is a success', async () => {
  const api = fakeApi()
  let tries = 0
  api.answer('POST /auth/logout', () => (++tries === 1 ? busy(1) : ok(null, 'Goodbye')))
  const sent = send({ url: '/auth/logout', method: 'POST', headers: { 'Idempotency-Key': 'k' } })
  await vi.advanceTimersByTimeAsync(2000)
  await expect(sent).resolves.toMatchObject({ message: 'Goodbye' })
  await vi.waitFor(() => expect(shownToasts()).toEqual(['Goodbye']))
})
