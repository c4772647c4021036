import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Team } from '#contract/team.ts'
import { refusal, fakeApi, ok } from '#web/test/fakeApi.ts'
import { member } from '#web/test/fakeTeam.ts'
import { person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

function team() {
  const invitation = {
    _id: uuid(701),
    email: 'old@blueharbour.test',
    role: 'agent' as const,
    expiresAt: '2126-11-28T08:00:00.000Z',
    mailFailure: null as Team['invitations'][number]['mailFailure'],
  }
  const people = [
    member(1, { name: 'Maya Lindqvist', role: 'owner' }),
    member(3, { name: 'Ada Agent', role: 'agent' }),
    member(4, { name: 'Vera Viewer', role: 'viewer', isActive: false, lastSeenAt: null }),
  ]
  return { people, invitations: [invitation] }
}

const card = async () => within(await screen.findByRole('region', { name: 'Team' }))

test('an owner sees the team, with roles and deactivated people', async () => {
  renderPage('/profile', fakeApi({ team: team() }))
  const people = within(await (await card()).findByRole('list', { name: 'People' })).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Maya Lindqvist.*You.*Owner/),
    expect.stringMatching(/Ada Agent.*person-3@blueharbour\.test.*Last active.*Agent/),
    expect.stringMatching(/Vera Viewer.*Deactivated.*Not active for a long time.*Reactivate/),
  ])
})

test.each(['agent', 'member', 'viewer'] as const)(
  'the role %s neither sees nor requests the team [D6.2]',
  async (role) => {
    const api = fakeApi({ user: person(role) })
    renderPage('/profile', api)
    await screen.findByRole('heading', { name: 'Profile' })
    expect(screen.queryByRole('region', { name: 'Team' })).toBeNull()
    expect(api.sent('GET /team')).toEqual([])
  },
)

test.each([
  [true, 'The mail server rejects this email.'],
  [false, 'The mail server rejects this email. We will try again.'],
])('an owner sees why the mail of an invitation was not accepted (final: %s)', async (isFinal, text) => {
  const world = team()
  world.invitations[0]!.mailFailure = { reason: 'The mail server rejects this email', isFinal }
  renderPage('/profile', fakeApi({ team: world }))
  expect(await (await card()).findByText(text)).toBeVisible()
})

test('a role is changed in the list', async () => {
  const api = fakeApi({ team: team() })
  const { keys } = renderPage('/profile', api)
  await keys.click(await (await card()).findByRole('combobox', { name: 'Role of Ada Agent: Agent' }))
  await keys.click(screen.getByRole('option', { name: 'Member' }))
  await waitFor(() => expect(api.sent('PATCH /team/:id')[0]?.body).toEqual({ role: 'member' }))
  expect(await (await card()).findByRole('combobox', { name: 'Role of Ada Agent: Member' })).toBeVisible()
})

test('deactivating asks first, disables shortcuts meanwhile, and can be reversed', async () => {
  const api = fakeApi({ team: team() })
  const { keys } = renderPage('/profile', api)
  await keys.click(await (await card()).findByRole('button', { name: 'Deactivate Ada Agent' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Deactivate Ada Agent?' })
  await keys.keyboard('?')
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  await keys.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent('PATCH /team/:id')).toEqual([])
  await keys.click((await card()).getByRole('button', { name: 'Deactivate Ada Agent' }))
  const again = await screen.findByRole('alertdialog')
  await keys.click(within(again).getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await keys.click(await (await card()).findByRole('button', { name: 'Reactivate Ada Agent' }))
  await waitFor(() =>
    expect(api.sent('PATCH /team/:id').map(({ body }) => body)).toEqual([{ isActive: false }, { isActive: true }]),
  )
})

test('an invitation gives a link, which is shown once, and a new link can be made later', async () => {
  const api = fakeApi({ team: team() })
  const { keys } = renderPage('/profile', api)
  await keys.click(await (await card()).findByRole('button', { name: 'Invite someone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  await keys.type(dialog.getByLabelText('Email address'), 'noor@blueharbour.test')
  await keys.click(dialog.getByRole('radio', { name: /Agent/ }))
  await keys.click(dialog.getByRole('button', { name: 'Invite' }))
  const made = within(await screen.findByRole('dialog', { name: 'Invitation for noor@blueharbour.test' }))
  const link = 'http://localhost:3000/register?invitation=the.secret.one'
  expect(made.getByLabelText('Invitation link')).toHaveValue(link)
  await keys.click(made.getByRole('button', { name: 'Copy link' }))
  expect(await made.findByText('Link copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
  expect(api.sent('POST /invitations')[0]?.body).toEqual({ email: 'noor@blueharbour.test', role: 'agent' })
  await keys.click(made.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keys.click(await (await card()).findByRole('button', { name: 'New link for old@blueharbour.test' }))
  const renewed = within(await screen.findByRole('dialog', { name: 'Invitation for old@blueharbour.test' }))
  expect(renewed.getByLabelText('Invitation link')).toHaveValue(link)
  expect(api.sent('POST /invitations')[1]?.body).toEqual({ email: 'old@blueharbour.test', role: 'agent' })
})

test('an owner creates a reset link for a colleague, which is shown once and can be copied', async () => {
  const api = fakeApi({ team: team() })
  const { keys } = renderPage('/profile', api)
  await keys.click(await (await card()).findByRole('button', { name: 'Reset link for Ada Agent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset link for Ada Agent' }))
  expect(api.sent('POST /team/:id/reset-link')[0]?.params).toEqual({ id: uuid(3) })
  const link = 'http://localhost:3000/reset?token=the.reset.one'
  expect(dialog.getByLabelText('Reset link')).toHaveValue(link)
  await keys.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await dialog.findByText('Link copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
  await keys.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('owners create reset links neither for themselves nor for deactivated people', async () => {
  renderPage('/profile', fakeApi({ team: team() }))
  await (await card()).findByText('Vera Viewer')
  const names = (await card()).getAllByRole('button', { name: /^Reset link/ }).map((each) => each.ariaLabel)
  expect(names).toEqual(['Reset link for Ada Agent'])
})

test('an error about an invitation is told by a toast and marked at the address [S8.1] [D8.2]', async () => {
  const api = fakeApi({ team: team() })
  const message = 'This email address already has an account'
  api.answer('POST /invitations', () => refusal(409, 'conflict', message, { errors: { email: message } }))
  const { keys } = renderPage('/profile', api)
  await keys.click(await (await card()).findByRole('button', { name: 'Invite someone' }))
  const email = await screen.findByLabelText('Email address', { selector: '[role=dialog] input' })
  await keys.type(email, 'noor@blueharbour.test{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(email).toBeInvalid())
})

test('an invitation can be withdrawn, and the focus stays in the card', async () => {
  const api = fakeApi({ team: team() })
  const { keys } = renderPage('/profile', api)
  const name = 'Withdraw the invitation for old@blueharbour.test'
  await keys.click(await (await card()).findByRole('button', { name }))
  expect(await (await card()).findByText(/Pending invitations appear here/)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Team' })).toHaveFocus())
})

test('a team that could not be loaded says so below the toast, and can be loaded again [S8.1]', async () => {
  const api = fakeApi({ team: team() })
  api.answer('GET /team', () => refusal(503, 'unavailable', 'The database is not responding'))
  const { keys } = renderPage('/profile', api)
  expect(await (await card()).findByText('Your team could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['The database is not responding'])
  api.answer('GET /team', () => ok(team()))
  await keys.click((await card()).getByRole('button', { name: 'Try again' }))
  expect(await (await card()).findByText('Ada Agent')).toBeVisible()
})
