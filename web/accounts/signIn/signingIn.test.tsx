import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, heldBack, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { enquiry, person, tokenFor, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

test('signing in stores the token and the user, and opens the home page [S3.8]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), ' Maya@BlueHarbour.test ')
  await keys.type(screen.getByLabelText('Password'), 'correct horse')
  await keys.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  expect(address()).toBe('/')
  expect(api.sent('POST /auth/login')[0]?.body).toEqual({ email: 'maya@blueharbour.test', password: 'correct horse' })
  expect(api.sent('POST /auth/login')[0]?.headers).not.toHaveProperty('Authorization')
  expect(window.localStorage.getItem('accessToken')).toMatch(/^head\./)
  expect(JSON.parse(window.localStorage.getItem('userData')!)).toEqual(api.world.user)
})

test('every request carries the stored token, also those that need none [S6.1]', async () => {
  const api = fakeApi()
  const session = { accessToken: tokenFor(900), userData: person() }
  const { keys } = renderPage('/login', api, { session })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(api.sent('POST /auth/login')[0]?.headers.Authorization).toBe(`Bearer ${session.accessToken}`)
})

test('people with a token that has ended sign in as usual: it is sent, and not renewed [S6.1]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  const accessToken = tokenFor(-10)
  api.answer('POST /auth/refresh', unreachable)
  const { keys } = renderPage('/login', api, { session: { accessToken, userData: person() } })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await waitFor(() => expect(api.sent('POST /auth/refresh')).toHaveLength(1))
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(api.sent('POST /auth/login')[0]?.headers.Authorization).toBe(`Bearer ${accessToken}`)
  expect(api.sent('POST /auth/refresh')).toHaveLength(1)
})

const landings = [
  ['agent', '/desk', 'Desk'],
  ['member', `/?raisedBy=${uuid(1)}`, 'Enquiries'],
  ['viewer', '/', 'Enquiries'],
  ['owner', '/', 'Enquiries'],
] as const

for (const [role, path, heading] of landings) {
  test(`after signing in, the role ${role} starts at ${path} [D10.9]`, async () => {
    const { keys } = renderPage('/', fakeApi({ user: person(role) }), { session: null })
    await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
    await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeVisible()
    expect(address()).toBe(path)
  })
}

test('people who asked for a page get that page after signing in [D10.9]', async () => {
  const { keys } = renderPage('/profile', fakeApi({ user: person('agent') }), { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(address()).toBe('/profile')
})

test('a member who has raised nothing is asked to, and can see everyone’s enquiries [D10.9]', async () => {
  const other = { _id: uuid(9), name: 'Noor', kind: 'user' as const, profilePic: null }
  const { keys } = renderPage(
    `/?raisedBy=${uuid(1)}`,
    fakeApi({ user: person('member'), enquiries: [enquiry(1, { user: other })] }),
  )
  expect(await screen.findByRole('heading', { name: 'You have not raised an enquiry yet' })).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Show everyone’s enquiries' }))
  expect(await screen.findByText('ENQ-000001')).toBeVisible()
  expect(address()).toBe('/')
})

test('the form validates on submit, and then on every change [S5.5] [S5.6]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/login', api, { session: null })
  const email = await screen.findByLabelText('Email address')
  await keys.type(email, 'maya')
  await keys.tab()
  expect(screen.queryByText(/must be|is a required field/)).toBeNull()
  await keys.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('email must be a valid email')).toBeVisible()
  expect(screen.getByText('password is a required field')).toBeVisible()
  expect(email).toHaveFocus()
  await keys.type(email, '@blueharbour.test')
  await waitFor(() => expect(screen.queryByText('email must be a valid email')).toBeNull())
  expect(api.requests).toEqual([])
})

test('a short password gets an error with the minimum length [S5.6]', async () => {
  const { keys } = renderPage('/register', fakeApi(), { session: null })
  await keys.type(await screen.findByLabelText('Password'), 'short')
  await keys.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('password must be at least 8 characters')).toBeVisible()
  expect(screen.getByText('companyName is a required field')).toBeVisible()
})

test('registering a company signs in its owner [S2.2]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/register', api, { session: null })
  await keys.type(await screen.findByLabelText('Company name'), 'Blue Harbour')
  await keys.type(screen.getByLabelText('Your name'), 'Maya')
  await keys.type(screen.getByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse')
  await keys.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  expect(api.sent('POST /auth/register')[0]?.body).toMatchObject({ companyName: 'Blue Harbour', name: 'Maya' })
})

test('an invitation in the URL shows the form to join, and is sent with it [D6.2]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/register?invitation=secret', api, { session: null })
  expect(await screen.findByRole('heading', { name: 'Join Blue Harbour' })).toBeVisible()
  expect(screen.queryByLabelText('Company name')).toBeNull()
  await keys.type(screen.getByLabelText('Your name'), 'Noor')
  await keys.type(screen.getByLabelText('Password'), 'correct horse')
  await keys.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  expect(api.sent('POST /auth/register')[0]?.body).toEqual({
    invitation: 'secret',
    name: 'Noor',
    password: 'correct horse',
  })
})

test('an error from the server is a toast, the error of its field is beside it, and nothing typed is lost [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  api.answer('POST /auth/register', () =>
    refusal(409, 'conflict', 'This email is taken', { errors: { email: 'email is taken' } }),
  )
  const { keys } = renderPage('/register', api, { session: null })
  await keys.type(await screen.findByLabelText('Company name'), 'Blue Harbour')
  await keys.type(screen.getByLabelText('Your name'), 'Maya')
  await keys.type(screen.getByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse')
  await keys.click(screen.getByRole('button', { name: 'Create account' }))
  const email = screen.getByLabelText('Email address')
  await waitFor(() => expect(email).toHaveAccessibleDescription('email is taken'))
  expect(shownToasts()).toEqual(['This email is taken'])
  expect(screen.getByLabelText('Company name')).toHaveValue('Blue Harbour')
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
})

test('the password can be shown', async () => {
  const { keys } = renderPage('/login', fakeApi(), { session: null })
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAttribute('type', 'password')
  await keys.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveAttribute('type', 'text')
})

test('a wrong password is told once, in a toast, and the form marks its fields and keeps the input [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  const message = 'The email address or the password is wrong'
  api.answer('POST /auth/login', () => refusal(401, 'unauthenticated', message))
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  expect(screen.getByRole('main')).not.toHaveTextContent(message)
  for (const label of ['Email address', 'Password']) expect(screen.getByLabelText(label)).toBeInvalid()
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByLabelText('Email address')).toHaveValue('maya@blueharbour.test')
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
})

test('after too many attempts a toast says how long to wait, and the form offers to try again [S8.1] [D8.3]', async () => {
  const api = fakeApi()
  const message = 'Too many failed attempts. Try again in 30 seconds'
  api.answer('POST /auth/login', () => refusal(429, 'too-many-requests', message))
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  expect(screen.getByRole('main')).toHaveTextContent('Not sent')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.sent('POST /auth/login')).toHaveLength(2))
})

/** A server that responds with a choice of companies unless the request names one. */
function inSeveralCompanies() {
  const api = fakeApi()
  const data = [
    { _id: uuid(2), companyName: 'Blue Harbour' },
    { _id: uuid(3), companyName: 'Red Harbour' },
  ]
  api.answer('POST /auth/login', ({ body }) =>
    body.company
      ? ok({ accessToken: tokenFor(900), userData: api.world.user }, 'Welcome')
      : refusal(409, 'choose-company', 'Choose a company', { data }),
  )
  return api
}

test('a person with accounts in several companies chooses one to sign in to', async () => {
  const api = inSeveralCompanies()
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  const choice = within(
    await screen.findByRole('radiogroup', { name: 'You have an account in several companies. Which one?' }),
  )
  expect(choice.getByRole('radio', { name: 'Blue Harbour' })).toHaveFocus()
  expect(choice.getByRole('radio', { name: 'Blue Harbour' })).toBeChecked()
  expect(shownToasts()).toEqual([])
  await keys.click(choice.getByRole('radio', { name: 'Red Harbour' }))
  await keys.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  const typed = { email: 'maya@blueharbour.test', password: 'correct horse' }
  expect(api.sent('POST /auth/login').map(({ body }) => body)).toEqual([typed, { ...typed, company: uuid(3) }])
})

test('typing another address removes the choice of companies, which is then not sent', async () => {
  const api = inSeveralCompanies()
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByRole('radiogroup')
  await keys.type(screen.getByLabelText('Email address'), '.org')
  await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(api.sent('POST /auth/login')).toHaveLength(2))
  const typed = { email: 'maya@blueharbour.test.org', password: 'correct horse' }
  expect(api.sent('POST /auth/login')[1]?.body).toEqual(typed)
})

test('a toast explains an invitation that has been used, and the form keeps the input [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  const message = 'Invitation not found. Ask the person who invited you for a new one'
  api.answer('POST /auth/register', () => refusal(404, 'not-found', message))
  const { keys } = renderPage('/register?invitation=used', api, { session: null })
  await keys.type(await screen.findByLabelText('Your name'), 'Noor')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  expect(screen.getByLabelText('Your name')).toHaveValue('Noor')
})

test('a form in flight cannot be sent again, and its button keeps the focus', async () => {
  const api = fakeApi()
  const late = heldBack(ok(null))
  api.answer('POST /auth/login', late.responder)
  const { keys } = renderPage('/login', api, { session: null })
  await keys.type(await screen.findByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse')
  const button = screen.getByRole('button', { name: 'Sign in' })
  await keys.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await keys.click(button)
  expect(button).toHaveFocus()
  expect(api.sent('POST /auth/login')).toHaveLength(1)
})

test('the password rule is shown, and ticked once it is met [D5.3]', async () => {
  const { keys } = renderPage('/register', fakeApi(), { session: null })
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAccessibleDescription('At least 8 characters')
  await keys.type(password, '12345678')
  expect(password).toHaveAccessibleDescription('At least 8 characters: met')
})

test('a polite live region says while Caps Lock is on', async () => {
  renderPage('/login', fakeApi(), { session: null })
  const password = await screen.findByLabelText('Password')
  fireEvent.keyUp(password, { key: 'A', modifierCapsLock: true })
  expect(screen.getByText('Caps Lock is on').parentElement).toHaveAttribute('aria-live', 'polite')
  fireEvent.keyUp(password, { key: 'a' })
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
})

test('each field has the autocomplete value that password managers need', async () => {
  const { keys } = renderPage('/register', fakeApi(), { session: null })
  await screen.findByLabelText('Company name')
  const purposes = ['Company name', 'Your name', 'Email address', 'Password'].map((label) =>
    screen.getByLabelText(label).getAttribute('autocomplete'),
  )
  expect(purposes).toEqual(['organization', 'name', 'username', 'new-password'])
  await keys.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
})
