import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const unconfirmed = person('owner', { mustConfirmEmail: true })
const findBanner = async () => within(await screen.findByRole('region', { name: 'Email confirmation' }))

// The first test of the file: once the code has arrived, the banner would be there in any case.
test('the banner is there when the page appears, so that it does not move the page down', async () => {
  renderPage('/', fakeApi({ user: unconfirmed }))
  await screen.findByRole('main')
  expect(screen.getByRole('region', { name: 'Email confirmation' })).toBeVisible()
})

test('every page asks people with an unconfirmed address to confirm it, and can send the link again', async () => {
  const api = fakeApi({ user: unconfirmed })
  const { keys, router } = renderPage('/', api)
  const banner = await findBanner()
  expect(banner.getByText(/We sent a link to maya@blueharbour\.test\./)).toBeVisible()
  const response = heldBack(ok(null, 'We have sent the link to maya@blueharbour.test again'))
  api.answer('POST /auth/confirmation', response.responder)
  await keys.click(banner.getByRole('button', { name: 'Send again' }))
  await keys.click(banner.getByRole('button', { name: 'Send again' }))
  response.letGo()
  await waitFor(() => expect(shownToasts()).toEqual(['We have sent the link to maya@blueharbour.test again']))
  expect(api.sent('POST /auth/confirmation')).toHaveLength(1)
  await router.navigate('/enquiry/AddEnquiry')
  await screen.findByLabelText('Summary')
  expect((await findBanner()).getByRole('link', { name: 'Change address' })).toBeVisible()
})

test('after too many links, a toast says when to try again [D8.3]', async () => {
  const api = fakeApi({ user: unconfirmed })
  const message = 'Too many links. Try again in 4 minutes'
  api.answer('POST /auth/confirmation', () => refusal(429, 'too-many-requests', message))
  const { keys } = renderPage('/', api)
  await keys.click((await findBanner()).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(shownToasts()).toEqual([message]))
})

test('the banner links to the profile, except on the profile', async () => {
  const { keys } = renderPage('/', fakeApi({ user: unconfirmed }))
  await keys.click((await findBanner()).getByRole('link', { name: 'Change address' }))
  await screen.findByRole('heading', { name: 'Profile' })
  expect(address()).toBe('/profile')
  expect((await findBanner()).queryByRole('link')).toBeNull()
})

test('the banner disappears when the address is confirmed in another tab', async () => {
  const { api, stream } = await live('/', { user: unconfirmed })
  await findBanner()
  api.answer('GET /auth/profile', () => ok(person()))
  const { _id } = unconfirmed
  stream.tell('change', { no: 6, subject: 'user', id: _id, by: _id })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Email confirmation' })).toBeNull())
})

test('a changed address is unconfirmed, and the toast says where its link went', async () => {
  const api = fakeApi()
  const message = 'Profile saved. We have sent a link to maya@new.test to confirm the address'
  api.answer('PATCH /users', ({ body }) => ok({ ...api.world.user, ...body, mustConfirmEmail: true }, message))
  const { keys } = renderPage('/profile', api)
  const email = await screen.findByLabelText('Email address')
  expect(email).not.toHaveAccessibleDescription()
  await keys.clear(email)
  await keys.type(email, 'maya@new.test{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(email).toHaveAccessibleDescription('Not confirmed yet'))
  expect((await findBanner()).getByText(/We sent a link to maya@new\.test\./)).toBeVisible()
})

test('a toast tells why people with an unconfirmed address cannot invite [S8.1]', async () => {
  const api = fakeApi({ user: unconfirmed })
  const message = 'Confirm your email address before you invite anybody'
  api.answer('POST /invitations', () => refusal(403, 'forbidden', message))
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('button', { name: 'Invite someone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  await keys.type(dialog.getByLabelText('Email address'), 'noor@blueharbour.test')
  await keys.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await dialog.findByText('Not sent')).toBeVisible()
  expect(shownToasts()).toEqual([message])
  expect(dialog.getByLabelText('Email address')).toHaveValue('noor@blueharbour.test')
})
