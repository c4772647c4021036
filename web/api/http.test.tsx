import { render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { apiSettings } from '#web/api/settings.ts'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { fakeApi, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { person, tokenFor } from '#web/test/people.ts'
import { shownToasts } from '#web/test/toasts.ts'
import { AppTheme } from '#web/theme/AppTheme.tsx'
import { client } from './client.ts'
import { send } from './http.ts'
import { eventInAllResponses, forgetEventNumbers } from './opening/eventNumbers.ts'
import { keepRenewed } from './session/renewal.ts'
import { readAccessToken, saveSession } from './session/session.ts'

beforeEach(() => {
  forgetEventNumbers()
  render(
    <AppTheme>
      <Toasts />
    </AppTheme>,
  )
})

function signIn(accessToken: string) {
  saveSession({ accessToken, userData: person() })
}

const logOut = { url: '/auth/logout', method: 'POST' } as const

test('the client has no timeout, and uses /api of its own origin [S7.1] [D7.1] [S9.11]', () => {
  expect(client.defaults.timeout).toBe(0)
  expect(client.defaults.baseURL).toBe('/api')
})

test('a request carries the token of the signed-in person [S6.1]', async () => {
  const api = fakeApi()
  const token = tokenFor(900)
  signIn(token)
  await send({ url: '/auth/profile' })
  expect(api.requests[0]?.headers.Authorization).toBe(`Bearer ${token}`)
})

test('what needs no session carries the token too: the renewal, and a request of a form for everybody [S6.1]', async () => {
  const api = fakeApi()
  const old = tokenFor(-10)
  signIn(old)
  await send({ url: '/auth/forgot', method: 'POST', body: { email: 'maya@blueharbour.test' }, isPublic: true })
  await send({ url: '/auth/profile' })
  const carried = api.requests.map(({ route, headers }) => [route, headers.Authorization])
  expect(carried).toEqual([
    ['POST /auth/forgot', `Bearer ${old}`],
    ['POST /auth/refresh', `Bearer ${old}`],
    ['GET /auth/profile', `Bearer ${readAccessToken()}`],
  ])
})

test('the response to a request that needs no session says nothing about the events that the page has seen', async () => {
  fakeApi()
  signIn(tokenFor(900))
  await send({ url: '/auth/forgot', method: 'POST', body: { email: 'maya@blueharbour.test' }, isPublic: true })
  expect(eventInAllResponses(person()._id)).toBeUndefined()
})

test('a successful request other than GET shows its message once [S8.1]', async () => {
  const api = fakeApi()
  api.answer('POST /auth/logout', () => ok(null, 'Goodbye'))
  await send(logOut)
  await waitFor(() => expect(shownToasts()).toEqual(['Goodbye']))
  await send(logOut)
  await waitFor(() => expect(shownToasts()).toEqual(['Goodbye', 'Goodbye']))
})

test('a GET, or a response without a message, shows nothing [S8.1] [D8.4]', async () => {
  const api = fakeApi()
  api.answer('GET /auth/profile', () => ok(person(), 'Here you are'))
  await send({ url: '/auth/profile' })
  await send(logOut)
  expect(shownToasts()).toEqual([])
})

test("an error shows the response's message for every method [S8.1] [D8.3]", async () => {
  const api = fakeApi()
  api.answer('GET /enquiry', () => refusal(403, 'forbidden', 'Not for you'))
  api.answer('POST /auth/logout', () => refusal(409, 'conflict', 'Already gone'))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(send(logOut)).rejects.toMatchObject({ status: 409 })
  await waitFor(() => expect(shownToasts().toSorted()).toEqual(['Already gone', 'Not for you']))
})

test('the message of an error is shown even if this page does not know its code or fields [S8.1]', async () => {
  const api = fakeApi()
  const newer = { message: 'Your plan has ended', code: 'plan-ended', errors: ['not', 'fields'] }
  api.answer('GET /enquiry', () => ({ status: 402, body: newer }))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 402, message: 'Your plan has ended' })
  api.answer('POST /auth/logout', () => ({ status: 503, body: { message: 'Closed for repairs' } }))
  await expect(send(logOut)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  await waitFor(() => expect(shownToasts().toSorted()).toEqual(['Closed for repairs', 'Your plan has ended']))
})

test('an unreachable server is reported once per outage [D8.1]', async () => {
  const api = fakeApi()
  await send({ url: '/auth/profile' })
  api.answer('GET /enquiry', unreachable)
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  toast.remove()
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  await waitFor(() => expect(shownToasts()).toEqual([]))
  await send({ url: '/auth/profile' })
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  api.restore('GET /enquiry')
  await send({ url: '/enquiry' })
})

test("a proxy's response for an unreachable server counts as unreachable", async () => {
  const api = fakeApi()
  api.answer('GET /enquiry', () => ({ status: 502, body: '<html>Bad gateway</html>' }))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  await send({ url: '/auth/profile' })
})

test('permanent live regions announce toasts: errors at once, others politely [S2.27]', async () => {
  const [politely] = screen.getAllByRole('status')
  const api = fakeApi()
  api.answer('POST /auth/logout', () => ok(null, 'Goodbye'))
  await send(logOut)
  await waitFor(() => expect(politely).toHaveTextContent('Goodbye'))
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  api.answer('POST /auth/logout', () => refusal(409, 'conflict', 'Already gone'))
  await expect(send(logOut)).rejects.toMatchObject({ status: 409 })
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Already gone'))
})

test('a token about to expire is renewed before it is used, without a toast [S9.12] [D9.1] [D8.4]', async () => {
  const api = fakeApi()
  signIn(tokenFor(30))
  await send({ url: '/enquiry' })
  expect(api.requests.map(({ route }) => route)).toEqual(['POST /auth/refresh', 'GET /enquiry'])
  expect(api.requests[1]?.headers.Authorization).toBe(`Bearer ${readAccessToken()}`)
  expect(shownToasts()).toEqual([])
})

test('all waiting requests share one renewal', async () => {
  const api = fakeApi()
  signIn(tokenFor(-10))
  await Promise.all([send({ url: '/enquiry' }), send({ url: '/auth/profile' }), send({ url: '/enquiry/summary' })])
  expect(api.sent('POST /auth/refresh')).toHaveLength(1)
})

/** Another tab holds the lock, and does this when it releases it. */
function renewingElsewhere(onLetGo: () => void) {
  const request = async (_name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown
    if (rest.length > 1) return work(null)
    onLetGo()
    return work({})
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a token that another tab has renewed is used, even if it becomes visible only after the lock is free', async () => {
  const api = fakeApi()
  signIn(tokenFor(-10))
  const theirs = tokenFor(900)
  renewingElsewhere(() => {
    window.setTimeout(() => {
      window.localStorage.setItem('accessToken', theirs)
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    }, 50)
  })
  await send({ url: '/enquiry' })
  expect(api.requests.map(({ route }) => route)).toEqual(['GET /enquiry'])
  expect(api.requests[0]?.headers.Authorization).toBe(`Bearer ${theirs}`)
})

test('if another tab could not renew, this one does', async () => {
  const api = fakeApi()
  signIn(tokenFor(-10))
  renewingElsewhere(() => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = send({ url: '/enquiry' })
  await vi.advanceTimersByTimeAsync(3000)
  await asked
  expect(api.requests.map(({ route }) => route)).toEqual(['POST /auth/refresh', 'GET /enquiry'])
})

test('a token that another tab has just received does not look expired to a fast clock', async () => {
  const api = fakeApi()
  signIn(tokenFor(900))
  await send({ url: '/enquiry' })
  const theirs = tokenFor(905)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 870_000 })
  window.localStorage.setItem('accessToken', theirs)
  await send({ url: '/enquiry' })
  expect(api.sent('POST /auth/refresh')).toHaveLength(0)
})

test('a token that expired on the way is renewed, and the request is repeated', async () => {
  const api = fakeApi()
  const old = tokenFor(61)
  signIn(old)
  api.answer('GET /enquiry/summary', ({ headers }) => {
    if (headers.Authorization !== `Bearer ${old}`)
      return ok({
        total: 0,
        byStatus: { open: 0, 'in-progress': 0, inReview: 0, onHold: 0, closed: 0 },
        types: [],
        assignees: [],
      })
    vi.useFakeTimers({ now: Date.now() + 90_000, toFake: ['Date'] })
    return refusal(401, 'unauthenticated', 'Sign in first')
  })
  await expect(send({ url: '/enquiry/summary' })).resolves.toMatchObject({ data: { total: 0 } })
  expect(api.sent('POST /auth/refresh')).toHaveLength(1)
  expect(shownToasts()).toEqual([])
})

test('a response that broke off before its content counts as no response [D4.2]', async () => {
  const api = fakeApi()
  signIn(tokenFor(900))
  api.answer('GET /enquiry', () => ({ status: 200, body: '' }))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  expect(readAccessToken()).not.toBeNull()
})

test('a 401 for a token that has not expired ends the session without a renewal [S4.4]', async () => {
  const api = fakeApi()
  signIn(tokenFor(900))
  api.answer('GET /enquiry', () => refusal(401, 'unauthenticated', 'This session was ended'))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 401 })
  expect(api.sent('POST /auth/refresh')).toEqual([])
  expect(readAccessToken()).toBeNull()
  expect(window.localStorage.getItem('userData')).toBeNull()
})

test('a refused renewal ends the session; one that cannot reach the server does not [D4.2]', async () => {
  const api = fakeApi()
  signIn(tokenFor(-10))
  api.answer('POST /auth/refresh', unreachable)
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ code: 'unreachable' })
  expect(readAccessToken()).not.toBeNull()
  api.answer('POST /auth/refresh', () => refusal(401, 'unauthenticated', 'Your session has ended'))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 401 })
  expect(readAccessToken()).toBeNull()
})

test('the end of the session is reported once, also by background requests', async () => {
  const api = fakeApi()
  signIn(tokenFor(900))
  api.answer('GET /enquiry', () => refusal(401, 'unauthenticated', 'Your session has ended. Sign in again'))
  const asked = { url: '/enquiry', quiet: true }
  const ended = await Promise.allSettled([send(asked), send(asked), send(asked)])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await waitFor(() => expect(shownToasts()).toEqual(['Your session has ended. Sign in again']))
})

test('with the setting logout an expired token ends the session [S9.12] [D9.1]', async () => {
  expect(apiSettings.tokenExpiration).toBe('refreshToken')
  apiSettings.tokenExpiration = 'logout'
  const api = fakeApi()
  signIn(tokenFor(-10))
  await expect(send({ url: '/enquiry' })).rejects.toMatchObject({ status: 401 })
  apiSettings.tokenExpiration = 'refreshToken'
  expect(api.requests).toEqual([])
  expect(readAccessToken()).toBeNull()
})

test('the token is renewed in time even without requests [D9.1]', async () => {
  vi.useFakeTimers()
  const api = fakeApi()
  signIn(tokenFor(900))
  const stop = keepRenewed()
  await vi.advanceTimersByTimeAsync(830_000)
  expect(api.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(api.requests.map(({ route }) => route)).toEqual(['POST /auth/refresh'])
  stop()
})
