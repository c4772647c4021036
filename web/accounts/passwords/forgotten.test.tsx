import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { pageSettings } from '#web/components/pageSettings.ts'
import { fakeApi, ok, refusal } from '#web/test/fakeApi.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

test('sign-in leads to a form that requests a link to a new password', async () => {
  pageSettings.sendsMail = true
  onTestFinished(() => {
    pageSettings.sendsMail = false
  })
  const api = fakeApi()
  const { keys } = renderPage('/login', api, { session: null })
  await keys.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  await keys.type(screen.getByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByText(/^Check your inbox/)).toBeVisible()
  expect(api.sent('POST /auth/forgot')[0]?.body).toEqual({ email: 'maya@blueharbour.test' })
})

test('without mail, the page says who can help', async () => {
  renderPage('/forgot', fakeApi(), { session: null })
  expect(await screen.findByText(/Ask an owner of your company for a reset link: they create it under/)).toBeVisible()
  expect(screen.queryByLabelText('Email address')).toBeNull()
})

test('the link lets a new password be chosen, and leads to sign-in', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/reset?token=a.b.c', api, { session: null })
  await keys.type(await screen.findByLabelText('New password'), 'quite another one')
  await keys.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(address()).toBe('/login')
  expect(api.sent('POST /auth/reset')[0]?.body).toEqual({ token: 'a.b.c', newPassword: 'quite another one' })
})

test('a used or expired link is explained, with a link to request a new one [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  const message = 'This link has been used or has expired. Ask for a new one'
  api.answer('POST /auth/reset', () => refusal(404, 'not-found', message))
  const { keys } = renderPage('/reset?token=a.b.c', api, { session: null })
  await keys.type(await screen.findByLabelText('New password'), 'quite another one{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  expect(screen.getByLabelText('New password')).toHaveValue('quite another one')
  expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/forgot')
})

test.each([
  ['used', 'This invitation has been used'],
  ['expired', 'This invitation has expired'],
  ['withdrawn', 'This invitation was withdrawn'],
] as const)('an invitation with the state %s says so and shows no form', async (state, title) => {
  const api = fakeApi()
  const known = { state, companyName: 'Blue Harbour', email: 'noor@blueharbour.test', role: 'member' }
  api.answer('POST /invitations/state', () => ok(known))
  renderPage('/register?invitation=a.b.c', api, { session: null })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(/[Aa]sk an owner of Blue Harbour for a new one/)).toBeVisible()
  expect(screen.queryByLabelText('Your name')).toBeNull()
})

test('a failed check of an invitation can be retried, and an unknown invitation is not valid', async () => {
  const api = fakeApi()
  api.answer('POST /invitations/state', () => refusal(503, 'unavailable', 'Busy'))
  const { keys } = renderPage('/register?invitation=a.b.c', api, { session: null })
  await screen.findByText('Your invitation could not be checked')
  api.answer('POST /invitations/state', () => refusal(404, 'not-found', 'Invitation not found'))
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'This invitation is not valid' })).toBeVisible()
  await waitFor(() => expect(document.title).toContain('This invitation is not valid'))
})
