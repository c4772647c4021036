import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { linkState } from '#web/test/fakeAccount.ts'
import { fakeApi, heldBack, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const path = '/email?token=a.b.c'
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** A server for which the link restores the old address. */
function reverting() {
  const api = fakeApi()
  const link = linkState(person(), { kind: 'revert', replacesPassword: true, email: 'old@blueharbour.test' })
  api.answer('POST /auth/email-links/state', () => ok(link))
  api.answer('POST /auth/email-links', () =>
    ok({ ...link, state: 'done' }, 'Your address is old@blueharbour.test again'),
  )
  return api
}

test('a confirmation link says whose address it is, and only the button uses it', async () => {
  const api = fakeApi()
  const { keys } = renderPage(path, api, { session: null })
  expect(await findHeading('Confirm your email address')).toHaveFocus()
  expect(screen.getByText(/maya@blueharbour\.test belongs to Maya Lindqvist at Blue Harbour/)).toHaveTextContent(
    'If you do not know this company, close this page.',
  )
  expect(api.sent('POST /auth/email-links/state')[0]?.body).toEqual({ token: 'a.b.c' })
  expect(api.sent('POST /auth/email-links')).toEqual([])
  await keys.click(screen.getByRole('button', { name: 'Confirm address' }))
  expect(await findHeading('Your email address is confirmed')).toHaveFocus()
  expect(api.sent('POST /auth/email-links').map(({ body }) => body)).toEqual([{ token: 'a.b.c' }])
  await waitFor(() => expect(document.title).toContain('Your email address is confirmed'))
  await keys.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByLabelText('Password')
  expect(address()).toBe('/login')
})

test('an operator who confirms an address is led to a new password, because someone else may have chosen the current one [D13.5]', async () => {
  const api = fakeApi()
  const link = linkState(person(), { replacesPassword: true })
  api.answer('POST /auth/email-links/state', () => ok(link))
  api.answer('POST /auth/email-links', () => ok({ ...link, state: 'done' }))
  const { keys } = renderPage(path, api, { session: null })
  expect(await screen.findByText(/the account is then signed out on all devices/)).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Confirm address' }))
  await keys.click(await screen.findByRole('link', { name: 'Choose a new password' }))
  await waitFor(() => expect(address()).toBe('/forgot'))
})

test('after confirming, a signed-in person continues to the list and no longer sees the banner', async () => {
  const api = fakeApi({ user: person('owner', { mustConfirmEmail: true }) })
  const { keys } = renderPage(path, api)
  await findHeading('Confirm your email address')
  api.answer('GET /auth/profile', () => ok(person()))
  await keys.click(screen.getByRole('button', { name: 'Confirm address' }))
  await findHeading('Your email address is confirmed')
  await waitFor(() => expect(window.localStorage.getItem('userData')).toContain('"mustConfirmEmail":false'))
  await keys.click(screen.getByRole('link', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(screen.queryByRole('region', { name: 'Email confirmation' })).toBeNull()
})

test('a second press does nothing while the first is in flight', async () => {
  const api = fakeApi()
  const { keys } = renderPage(path, api, { session: null })
  await findHeading('Confirm your email address')
  const response = heldBack(ok(linkState(person(), { state: 'done' })))
  api.answer('POST /auth/email-links', response.responder)
  const button = screen.getByRole('button', { name: 'Confirm address' })
  await keys.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await keys.click(button)
  response.letGo()
  await findHeading('Your email address is confirmed')
  expect(api.sent('POST /auth/email-links')).toHaveLength(1)
})

test('a link that restores an address says what will happen, and then offers to choose a new password', async () => {
  const { keys } = renderPage(path, reverting(), { session: null })
  expect(await findHeading('Restore your old email address')).toHaveFocus()
  expect(screen.getByText(/gets the address old@blueharbour\.test back and is signed out on all devices/)).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Change it back' }))
  expect(await findHeading('Your old email address is restored')).toHaveFocus()
  await keys.click(screen.getByRole('link', { name: 'Choose a new password' }))
  await findHeading('Forgot your password?')
  expect(address()).toBe('/forgot')
})

test('restoring an address also ends the session in this browser', async () => {
  const api = reverting()
  const { keys } = renderPage(path, api)
  await findHeading('Restore your old email address')
  api.answer('GET /auth/profile', () => refusal(401, 'unauthenticated', 'Your session has ended. Sign in again'))
  await keys.click(screen.getByRole('button', { name: 'Change it back' }))
  await findHeading('Your old email address is restored')
  await waitFor(() => expect(window.localStorage.getItem('accessToken')).toBeNull())
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
})

test.each([
  ['confirm', 'done', 'Your email address is confirmed', /belongs to Maya Lindqvist at Blue Harbour/],
  ['confirm', 'expired', 'This link has expired', /Sign in to Blue Harbour to get a new one/],
  ['confirm', 'claimed', 'This address belongs to another account', /enter a different address in your profile/],
  ['revert', 'expired', 'This link has expired', /ask an owner of Blue Harbour for help/],
  ['revert', 'claimed', 'This address belongs to another account', /Ask an owner of Blue Harbour for help/],
] as const)('a %s link that is %s says so and has no button', async (kind, state, title, text) => {
  const api = fakeApi()
  api.answer('POST /auth/email-links/state', () => ok(linkState(person(), { kind, state })))
  renderPage(path, api, { session: null })
  expect(await findHeading(title)).toHaveFocus()
  expect(screen.getByText(text)).toBeVisible()
  expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test.each([
  [404, 'not-found', 'This link has expired'],
  [409, 'conflict', 'This address belongs to another account'],
] as const)(
  'a link that has become unusable by the time the button is pressed (%i) says why',
  async (status, code, title) => {
    const api = fakeApi()
    api.answer('POST /auth/email-links', () => refusal(status, code, 'No'))
    const { keys } = renderPage(path, api, { session: null })
    await findHeading('Confirm your email address')
    await keys.click(screen.getByRole('button', { name: 'Confirm address' }))
    expect(await findHeading(title)).toHaveFocus()
  },
)

test('a temporary failure is told by a toast, and the page offers to try again [S8.1] [D8.1]', async () => {
  const api = fakeApi()
  api.answer('POST /auth/email-links', unreachable)
  const { keys } = renderPage(path, api, { session: null })
  await findHeading('Confirm your email address')
  await keys.click(screen.getByRole('button', { name: 'Confirm address' }))
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  api.restore('POST /auth/email-links')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findHeading('Your email address is confirmed')).toBeVisible()
})

test('a failed check can be retried, and an unknown link is not valid', async () => {
  const api = fakeApi()
  api.answer('POST /auth/email-links/state', unreachable)
  const { keys } = renderPage(path, api, { session: null })
  expect(await findHeading('The link could not be checked')).toHaveFocus()
  expect(screen.getByText('The link has not been used yet.')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  const message = 'Too many requests. Try again in a minute'
  api.answer('POST /auth/email-links/state', () => refusal(429, 'too-many-requests', message))
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shownToasts()).toContain(message))
  api.answer('POST /auth/email-links/state', () => refusal(404, 'not-found', 'Link not found'))
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findHeading('This link is not valid')).toHaveFocus()
})

test('a link without a token is not valid', async () => {
  const api = fakeApi()
  renderPage('/email', api, { session: null })
  expect(await findHeading('This link is not valid')).toBeVisible()
  expect(api.requests).toEqual([])
})
