import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SessionEntry } from '#contract/accounts.ts'
import { fakeApi, heldBack, ok, refusal, type FakeApi } from '#web/test/fakeApi.ts'
import { uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

function session(number: number, changes: Partial<SessionEntry> = {}) {
  const threeHoursAgo = new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString()
  const createdAt = '2026-11-01T08:00:00.000Z'
  const isCurrent = number === 1
  return SessionEntry.parse({
    _id: uuid(900 + number),
    device: isCurrent ? chrome : firefox,
    createdAt,
    lastSeenAt: threeHoursAgo,
    isCurrent,
    ...changes,
  })
}

function card(name: string) {
  return within(screen.getByRole('region', { name }))
}

async function changePassword(api: FakeApi, to = 'battery staple') {
  const page = renderPage('/profile', api)
  await page.keys.type(await screen.findByLabelText('Current password'), 'correct horse')
  await page.keys.type(screen.getByLabelText('New password'), to)
  await page.keys.click(screen.getByRole('button', { name: 'Change password' }))
  return page
}

test('changing the password sends the current one too, and refetches the sessions [S2.9]', async () => {
  const api = fakeApi({ sessions: [session(1)] })
  await changePassword(api)
  expect(await card('Password').findByText(/Your password has been changed/)).toBeVisible()
  const sent = { currentPassword: 'correct horse', newPassword: 'battery staple' }
  expect(api.sent('POST /auth/password')[0]?.body).toEqual(sent)
  expect(screen.getByLabelText('Current password')).toHaveValue('')
  await waitFor(() => expect(api.sent('GET /auth/sessions')).toHaveLength(2))
})

test('a wrong current password is told by a toast and marked at its field, and nothing typed is lost [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  const message = 'The current password is wrong'
  api.answer('POST /auth/password', () => refusal(400, 'invalid', message, { errors: { currentPassword: message } }))
  await changePassword(api)
  const current = screen.getByLabelText('Current password')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(current).toBeInvalid())
  expect(current).toHaveFocus()
  expect(screen.getByLabelText('New password')).toHaveValue('battery staple')
})

test('after too many attempts a toast says how long to wait [S8.1] [D8.3]', async () => {
  const api = fakeApi()
  const message = 'Too many failed attempts. Try again in 30 seconds'
  api.answer('POST /auth/password', () => refusal(429, 'too-many-requests', message))
  await changePassword(api)
  expect(await card('Password').findByText('Not saved')).toBeVisible()
  expect(shownToasts()).toEqual([message])
})

test('a new password that is too short is not sent [S5.6]', async () => {
  const api = fakeApi()
  await changePassword(api, 'short')
  expect(await screen.findByText('newPassword must be at least 8 characters')).toBeVisible()
  expect(api.sent('POST /auth/password')).toEqual([])
})

test('each session shows its device and last use, and the current one is marked', async () => {
  renderPage('/profile', fakeApi({ sessions: [session(1), session(2)] }))
  const here = await screen.findByRole('heading', { name: 'Chrome on Linux' })
  expect(here).toHaveAttribute('title', chrome)
  const [first, second] = card('Where you are signed in').getAllByRole('listitem')
  expect(within(first!).getByText('This device')).toBeVisible()
  expect(within(first!).getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(within(second!).queryByText('This device')).toBeNull()
  const lastUse = within(second!).getByText('3 hours ago')
  expect(lastUse).toHaveAttribute('title', expect.stringMatching(/\d{4}.*\d{1,2}:\d{2}/))
})

test('another session can be ended, and the focus stays in the card', async () => {
  const api = fakeApi({ sessions: [session(1), session(2)] })
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('button', { name: 'End session: Firefox on Windows' }))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(api.sent('DELETE /auth/sessions/:id')[0]?.params).toEqual({ id: uuid(902) })
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus()
})

test('the current session ends by logging out [S2.25]', async () => {
  const api = fakeApi({ sessions: [session(1)] })
  const { keys } = renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Chrome on Linux' })
  await keys.click(card('Where you are signed in').getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login')
  expect(api.sent('POST /auth/logout')).toHaveLength(1)
})

test('the sessions card shows loading, and a failure with a way to retry', async () => {
  const api = fakeApi({ sessions: [session(1)] })
  const late = heldBack(refusal(500, 'internal', 'Something went wrong'))
  api.answer('GET /auth/sessions', late.responder)
  const { keys } = renderPage('/profile', api)
  expect(await screen.findByRole('status', { name: 'Loading your sessions' })).toBeVisible()
  late.letGo()
  expect(await screen.findByText('Your sessions could not be loaded')).toBeVisible()
  api.answer('GET /auth/sessions', () => ok(api.world.sessions))
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Chrome on Linux' })).toBeVisible()
})
