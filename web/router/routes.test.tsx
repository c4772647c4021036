import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toPage } from '#contract/paging.ts'
import { fakeApi, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person, tokenFor, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const pages = [
  ['/login', 'Sign in', '[S2.1]'],
  ['/register', 'Sign up', '[S2.2]'],
  ['/404', 'Page not found', '[S2.3]'],
] as const

for (const [path, heading, tag] of pages) {
  test(`${path} opens without a session ${tag}`, async () => {
    renderPage(path, fakeApi(), { session: null })
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(address()).toBe(path)
  })
}

test('an unknown path leads to /404 and replaces the history entry [S2.4]', async () => {
  const before = window.history.length
  renderPage('/no/such/page', fakeApi(), { session: null })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(address()).toBe('/404')
  expect(window.history.length).toBe(before)
})

const screens = [
  ['/', 'Enquiries', '[S2.6]'],
  ['/enquiry/AddEnquiry', 'Add Enquiry', '[S2.7] [S2.11]'],
  [`/enquiry/${uuid(101)}`, 'View Enquiry', '[S2.7] [S2.11]'],
  [`/chats/${uuid(101)}`, 'Comments', '[S2.8]'],
  ['/profile', 'Profile', '[S2.9]'],
] as const

for (const [path, heading, tags] of screens) {
  test(`${path} shows '${heading}' to signed-in people ${tags}`, async () => {
    renderPage(path, fakeApi({ enquiries: [enquiry(1)] }))
    // The page's heading replaces the skeleton's.
    await waitFor(() => expect(screen.getByRole('heading', { name: heading, level: 1 })).toBeVisible())
    expect(address()).toBe(path)
  })
}

const missing = [
  ['the token', { userData: person() }],
  ['the user data', { accessToken: tokenFor(900) }],
  ['anything', {}],
  ['user data that is a user', { accessToken: tokenFor(900), userData: { nobody: true } }],
] as const

for (const [what, session] of missing) {
  test(`without ${what} a protected page leads to /login and replaces the entry [S2.5] [S4.2]`, async () => {
    const before = window.history.length
    renderPage('/profile', fakeApi(), { session })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login')
    expect(window.history.length).toBe(before)
  })
}

/** Someone's session ends while they look at the open enquiries, and the sign-in page appears. */
async function turnedAway() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi({ enquiries: [enquiry(1)] })
  api.answer('GET /enquiry', () => refusal(401, 'unauthenticated', 'Sign in first'))
  const { keys } = renderPage('/?enquiryStatus=open', api)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  api.restore('GET /enquiry')
  const signIn = async (email: string) => {
    await keys.type(screen.getByLabelText('Email address'), email)
    await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    expect(await screen.findByText('ENQ-000001')).toBeVisible()
  }
  return { api, signIn }
}

test('a 401 on a page clears the session and leads to /login; signing in leads back [S4.4] [D4.3]', async () => {
  const { signIn } = await turnedAway()
  expect(window.localStorage.getItem('accessToken')).toBeNull()
  expect(window.localStorage.getItem('userData')).toBeNull()
  await signIn('maya@blueharbour.test')
  expect(address()).toBe('/?enquiryStatus=open')
})

/** Someone opens a page for everybody, while the server ends the session that is stored in their browser. */
async function openedWithEndedSession(path: string) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('GET /auth/profile', () => refusal(401, 'unauthenticated', 'Your session has ended. Sign in again'))
  const { keys } = renderPage(path, api)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login')
  api.restore('GET /auth/profile')
  return { api, keys }
}

const openToAll = [
  '/register',
  '/404',
  '/forgot',
  '/reset',
  '/reset?token=a',
  '/email?token=a',
  '/register?invitation=a',
]

for (const path of openToAll) {
  test(`a 401 on ${path} clears the session and leads to /login, too [S4.4]`, async () => {
    await openedWithEndedSession(path)
    expect(window.localStorage.getItem('accessToken')).toBeNull()
    expect(window.localStorage.getItem('userData')).toBeNull()
    expect(shownToasts()).toEqual(['Your session has ended. Sign in again'])
  })
}

test('people who cannot sign in go back from /login to the link that they opened [S4.4] [D4.3]', async () => {
  const { keys } = await openedWithEndedSession('/reset?token=a')
  await keys.click(screen.getByRole('link', { name: 'go back to the page that you opened' }))
  expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(address()).toBe('/reset?token=a')
})

test('signing in leads back to a link, but not to a page that is missing [S4.4] [D4.3]', async () => {
  for (const [opened, arrived] of [
    ['/email?token=a', '/email?token=a'],
    ['/404', '/'],
  ] as const) {
    const { keys } = await openedWithEndedSession(opened)
    await keys.type(screen.getByLabelText('Email address'), 'maya@blueharbour.test')
    await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(address()).toBe(arrived))
    cleanup()
  }
})

test('when another person signs in after a session ended, they start at home [D4.3]', async () => {
  const { api, signIn } = await turnedAway()
  api.world.user = person('owner', { _id: uuid(2), name: 'Otto Other' })
  await signIn('otto@blueharbour.test')
  expect(address()).toBe('/')
})

test('a 401 on /login is told by a toast and clears nothing [S4.4] [S8.1]', async () => {
  const api = fakeApi()
  api.answer('POST /auth/login', () => refusal(401, 'unauthenticated', 'Wrong email or password'))
  const { keys } = renderPage('/login', api)
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual(['Wrong email or password']))
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
  expect(window.localStorage.getItem('accessToken')).not.toBeNull()
})

test('every change of the path scrolls to the top, also when going back [S2.28]', async () => {
  const { keys, router } = renderPage('/', fakeApi())
  await keys.click(await screen.findByRole('link', { name: 'Add Enquiry' }))
  await screen.findByRole('heading', { name: 'Add Enquiry' })
  const scrolled = vi.mocked(window.scrollTo)
  expect(scrolled).toHaveBeenLastCalledWith(0, 0)
  scrolled.mockClear()
  await router.navigate(-1)
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(scrolled).toHaveBeenCalledWith(0, 0)
})

test('data loaded for one user is not shown to the next', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const { store } = renderPage('/', api)
  await screen.findByText('ENQ-000001')
  expect(store.getState().enquiry.data).toHaveLength(1)
  const asked = api.requests.length
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(store.getState().enquiry.data).toHaveLength(0)
  expect(store.getState().api.queries).toEqual({})
  await waitFor(() => expect(api.requests.length).toBe(asked))
})

test('a failed request leaves the page intact: one toast tells it, and the list offers to try again [S4.4] [S8.1]', async () => {
  const api = fakeApi()
  api.answer('GET /enquiry', () => refusal(403, 'forbidden', 'Not for you'))
  renderPage('/', api)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  api.answer('GET /enquiry', () => ok(toPage([], 0, { page: 1, limit: 25 })))
  expect(window.localStorage.getItem('accessToken')).not.toBeNull()
})
