import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Registration } from '#contract/accounts.ts'
import { pageSettings } from '#web/components/pageSettings.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { renderPage } from '#web/test/renderPage.tsx'

function registrationIs(registration: Registration) {
  pageSettings.registration = registration
  onTestFinished(() => {
    pageSettings.registration = 'open'
  })
}

test.each([
  ['invited', '/register', 'You need an invitation', /Ask an owner of your company to invite you/],
  ['closed', '/register', 'Registration is closed', /Ask the operator of this server/],
  ['closed', '/register?invitation=a.b.c', 'Registration is closed', /Ask the operator of this server/],
] as const)('with registration %s, %s says what to do instead of showing a form', async (...each) => {
  const [registration, path, title, help] = each
  registrationIs(registration)
  renderPage(path, fakeApi(), { session: null })
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
  expect(screen.getByText(help)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login')
})

test('with invitations only, an invited person can join', async () => {
  registrationIs('invited')
  renderPage('/register?invitation=secret', fakeApi(), { session: null })
  expect(await screen.findByRole('heading', { name: 'Join Blue Harbour' })).toBeVisible()
})

test('sign-in links to registration only if companies can register', async () => {
  registrationIs('invited')
  renderPage('/login', fakeApi(), { session: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByRole('link', { name: 'Get started' })).toBeNull()
})

test('with registration closed, the team card says so and offers no invitation', async () => {
  registrationIs('closed')
  renderPage('/profile', fakeApi())
  const card = within(await screen.findByRole('region', { name: 'Team' }))
  expect(await card.findByText(/Registration is closed, so no one can be invited or join/)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Invite someone' })).toBeNull()
})
