import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { send } from '#web/api/http.ts'
import { answerPasswordQuestion } from '#web/api/session/passwordQuestion.ts'
import { clearSession } from '#web/api/session/session.ts'
import { fakeApi, ok, refusal, type FakeApi } from '#web/test/fakeApi.ts'
import { member } from '#web/test/fakeTeam.ts'
import { person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const required = refusal(403, 'password-required', 'Enter your password first')

// A test may leave the dialog open.
afterEach(() => answerPasswordQuestion(false))

/** Refuses profile changes until the password has been entered. */
function guarded() {
  const api = fakeApi()
  api.answer('PATCH /users', ({ body }) => {
    const isConfirmed = api.sent('POST /auth/reauthenticate').length > 0
    return isConfirmed ? ok({ ...api.world.user, ...body }, 'Profile saved') : required
  })
  return api
}

async function changeAddress(api: FakeApi) {
  const page = renderPage('/profile', api)
  const email = await screen.findByLabelText('Email address')
  await page.keys.clear(email)
  await page.keys.type(email, 'maya@new.test')
  await page.keys.click(screen.getByRole('button', { name: 'Save changes' }))
  return page
}

const findQuestion = () => screen.findByRole('dialog', { name: 'Enter your password to continue' })
const field = (question: HTMLElement) => within(question).getByLabelText('Password')

const rename = (name: string) => send({ url: '/users', method: 'PATCH', body: { name } })

async function waitUntilClosed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a change that needs the password asks for it, and is then sent again', async () => {
  const api = guarded()
  const { keys } = await changeAddress(api)
  const question = await findQuestion()
  expect(field(question)).toHaveFocus()
  expect(question.querySelector('[autocomplete=username]')).toHaveValue('maya@blueharbour.test')
  await keys.type(field(question), 'correct horse{Enter}')
  await waitUntilClosed()
  await waitFor(() => expect(shownToasts()).toContain('Profile saved'))
  expect(api.sent('POST /auth/reauthenticate')[0]?.body).toEqual({ password: 'correct horse' })
  expect(api.sent('PATCH /users').map(({ body }) => body)).toEqual([
    { email: 'maya@new.test' },
    { email: 'maya@new.test' },
  ])
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus()
})

test('after Cancel the form keeps the input, and a toast says why nothing was saved [S8.1]', async () => {
  const api = guarded()
  const { keys } = await changeAddress(api)
  await keys.click(within(await findQuestion()).getByRole('button', { name: 'Cancel' }))
  await waitUntilClosed()
  expect(screen.getByLabelText('Email address')).toHaveValue('maya@new.test')
  expect(await within(screen.getByRole('region', { name: 'You' })).findByText('Not saved')).toBeVisible()
  expect(shownToasts()).toEqual(['Enter your password first'])
  expect(api.sent('PATCH /users')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus()
})

test('a wrong password is told by a toast, marked at its field, and can be corrected [S8.1]', async () => {
  const api = guarded()
  const message = 'The password is wrong'
  api.answer('POST /auth/reauthenticate', () => refusal(400, 'invalid', message, { errors: { password: message } }))
  const { keys } = await changeAddress(api)
  const question = await findQuestion()
  await keys.type(field(question), 'wrong horse{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(field(question)).toBeInvalid())
  expect(field(question)).toHaveFocus()
  expect(api.sent('PATCH /users')).toHaveLength(1)
})

test('after too many attempts a toast says how long to wait [S8.1]', async () => {
  const api = guarded()
  const message = 'Too many failed attempts. Try again in 30 seconds'
  api.answer('POST /auth/reauthenticate', () => refusal(429, 'too-many-requests', message))
  const { keys } = await changeAddress(api)
  const question = await findQuestion()
  await keys.type(field(question), 'wrong horse{Enter}')
  expect(await within(question).findByText('Not sent')).toBeVisible()
  expect(shownToasts()).toEqual([message])
})

test('concurrent requests ask once, and all continue', async () => {
  const api = guarded()
  const { keys } = renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Profile' })
  const both = Promise.all([rename('Maya'), rename('May')])
  await keys.type(field(await findQuestion()), 'correct horse{Enter}')
  expect(await both).toMatchObject([{ data: { name: 'Maya' } }, { data: { name: 'May' } }])
  expect(api.sent('POST /auth/reauthenticate')).toHaveLength(1)
})

test('a background request does not ask for the password', async () => {
  const api = guarded()
  renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Profile' })
  const request = { url: '/users', method: 'PATCH', body: { name: 'Maya' }, background: true } as const
  await expect(send(request)).rejects.toMatchObject({ code: 'password-required' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a request that is refused again after the password is not sent a third time', async () => {
  const api = guarded()
  api.answer('PATCH /users', () => required)
  const { keys } = await changeAddress(api)
  await keys.type(field(await findQuestion()), 'correct horse{Enter}')
  await waitUntilClosed()
  expect(await within(screen.getByRole('region', { name: 'You' })).findByText('Not saved')).toBeVisible()
  expect(api.sent('PATCH /users')).toHaveLength(2)
})

test('the dialog closes when the session ends, and the pending request is not sent', async () => {
  const api = guarded()
  await changeAddress(api)
  await findQuestion()
  clearSession()
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  await waitUntilClosed()
  expect(api.sent('PATCH /users')).toHaveLength(1)
})

test('making a colleague an owner requires the password', async () => {
  const people = [member(1, { role: 'owner' }), member(3, { name: 'Ada Agent', role: 'agent' })]
  const api = fakeApi({ user: person('owner'), team: { people, invitations: [] } })
  api.answer('PATCH /team/:id', () => required)
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('combobox', { name: 'Role of Ada Agent: Agent' }))
  await keys.click(screen.getByRole('option', { name: 'Owner' }))
  const question = await findQuestion()
  api.restore('PATCH /team/:id')
  await keys.type(field(question), 'correct horse{Enter}')
  expect(await screen.findByRole('combobox', { name: 'Role of Ada Agent: Owner' })).toBeVisible()
  expect(api.sent('PATCH /team/:id').map(({ params }) => params)).toEqual([{ id: uuid(3) }, { id: uuid(3) }])
})

test('inviting an owner requires the password, asked above the invitation dialog', async () => {
  const api = fakeApi()
  api.answer('POST /invitations', () => required)
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('button', { name: 'Invite someone' }))
  const invite = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  await keys.type(invite.getByLabelText('Email address'), 'noor@blueharbour.test')
  await keys.click(invite.getByRole('radio', { name: /Owner/ }))
  await keys.click(invite.getByRole('button', { name: 'Invite' }))
  const question = await findQuestion()
  api.restore('POST /invitations')
  await keys.type(field(question), 'correct horse{Enter}')
  expect(await screen.findByLabelText('Invitation link')).toBeVisible()
  const [first, second, ...more] = api.sent('POST /invitations')
  expect(more).toEqual([])
  expect(second?.body).toEqual({ email: 'noor@blueharbour.test', role: 'owner' })
  expect(second?.headers['Idempotency-Key']).toBe(first?.headers['Idempotency-Key'])
})

test('ending another session requires the password', async () => {
  const at = '2026-11-01T08:00:00.000Z'
  const entry = { _id: uuid(902), device: 'A browser', createdAt: at, lastSeenAt: at, isCurrent: false }
  const api = fakeApi({ sessions: [entry] })
  api.answer('DELETE /auth/sessions/:id', () => required)
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('button', { name: /^End session/ }))
  const question = await findQuestion()
  api.restore('DELETE /auth/sessions/:id')
  await keys.type(field(question), 'correct horse{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus())
})
