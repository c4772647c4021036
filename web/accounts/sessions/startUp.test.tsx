import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi, heldBack, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { person, tokenFor } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

function storedUser() {
  return JSON.parse(window.localStorage.getItem('userData') ?? 'null')
}

test('at start-up the profile is fetched and replaces the stored user data [S4.3] [S3.8]', async () => {
  const api = fakeApi({ user: person('owner', { name: 'Maya Renamed' }) })
  const { store } = renderPage('/', api, {
    session: { accessToken: tokenFor(900), userData: person('owner', { name: 'Maya Before' }) },
  })
  expect(await screen.findByText('Maya Renamed')).toBeVisible()
  expect(storedUser().name).toBe('Maya Renamed')
  expect(store.getState().account.userData).toEqual(api.world.user)
})

test('with no one signed in the store has an empty list, and no profile is fetched [S3.7] [S4.3]', async () => {
  const api = fakeApi()
  const { store } = renderPage('/', api, { session: null })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(store.getState().account.userData).toEqual([])
  expect(api.requests).toEqual([])
})

test('a refused profile request is logged, clears the session and leads to /login [S4.3] [S8.3]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('GET /auth/profile', () => refusal(500, 'internal', 'Something went wrong'))
  renderPage('/profile', api)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(window.localStorage.getItem('accessToken')).toBeNull()
  expect(window.localStorage.getItem('userData')).toBeNull()
  expect(logged).toHaveBeenCalledWith('Failed to fetch profile', expect.anything())
})

test('an unreachable server keeps the session and offers a retry [D4.2]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi({ user: person('owner', { name: 'Maya Renamed' }) })
  api.answer('GET /auth/profile', unreachable)
  const { keys } = renderPage('/profile', api, { session: { accessToken: tokenFor(900), userData: person() } })
  expect(await screen.findByText(/This page may be out of date/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(window.localStorage.getItem('accessToken')).not.toBeNull()
  api.restore('GET /auth/profile')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/This page may be out of date/)).toBeNull())
  expect(storedUser().name).toBe('Maya Renamed')
})

test('a profile that arrives after the session has ended does not restore it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  const late = heldBack(ok(api.world.user))
  api.answer('GET /auth/profile', late.responder)
  api.answer('GET /enquiry', () => refusal(401, 'unauthenticated', 'Sign in first'))
  renderPage('/', api)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  late.letGo()
  await waitFor(() => expect(api.sent('GET /auth/profile')).toHaveLength(1))
  expect(window.localStorage.getItem('userData')).toBeNull()
})

test.each([
  ['that this version does not know', { role: 'auditor' }],
  ['without the company', { company: undefined }],
])('a profile %s ends the session, because no page could show it [S4.3] [S8.3]', async (_what, changes) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('GET /auth/profile', () => ok({ ...api.world.user, ...changes }))
  renderPage('/profile', api)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(window.localStorage.getItem('userData')).toBeNull()
})

test('a stored user whose role this version does not know has to sign in', async () => {
  const api = fakeApi()
  renderPage('/', api, { session: { accessToken: tokenFor(900), userData: { ...person(), role: 'auditor' } } })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a server of the version before may leave out what it does not have', async () => {
  const api = fakeApi()
  const { isOperator: _isOperator, ...user } = api.world.user
  api.answer('GET /auth/profile', () => ok(user))
  const { store } = renderPage('/profile', api)
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  await waitFor(() => expect(api.sent('GET /auth/profile')).toHaveLength(1))
  expect(store.getState().account.userData).toMatchObject({ isOperator: false })
})

test('sign-in also says so if the session had ended before the first page was rendered', async () => {
  const api = fakeApi()
  for (const route of ['GET /enquiry', 'GET /enquiry/summary', 'GET /auth/profile'] as const)
    api.answer(route, () => refusal(401, 'unauthenticated', 'Sign in first'))
  const token = tokenFor(900)
  const refused = Promise.resolve(new Response('{}', { status: 401 }))
  window.earlyResponses = new Map([['/api/enquiry?page=1&limit=25', { token, response: refused }]])
  onTestFinished(() => void delete window.earlyResponses)
  renderPage('/', api, { session: { accessToken: token, userData: person() } })
  expect(await screen.findByText(/^Your session has ended/)).toBeVisible()
})

test('sign-in says when a session has ended, and nothing if there was none', async () => {
  const api = fakeApi()
  api.answer('GET /enquiry', () => refusal(401, 'unauthenticated', 'Sign in first'))
  const page = renderPage('/', api)
  expect(await screen.findByText(/^Your session has ended/)).toBeVisible()
  page.close()
  renderPage('/', api, { session: null })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(screen.queryByText(/^Your session has ended/)).toBeNull()
})
