import { expect, test } from 'vitest'
import { Team } from '#contract/team.ts'
import { listen } from '#server/test/listening.ts'
import { ask, join, password, people, type Person, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const app = await testApp()
const other = await secondServer(app)

async function team(owner: Person) {
  return Team.parse((await owner.get('/team')).body.data)
}

function change(by: Person, whom: Person, changes: object) {
  return by.patch(`/team/${whom.user._id}`, changes)
}

function logIn({ user }: Person) {
  return ask(app, { method: 'POST', url: '/auth/login', payload: { email: user.email, password } })
}

async function invited(owner: Person, email = 'new@acme.test', role = 'agent') {
  return (await owner.post('/invitations', { email, role })).body.data
}

function state(invitation: string) {
  return ask(app, { method: 'POST', url: '/invitations/state', payload: { invitation } })
}

function use(invitation: string) {
  return ask(app, { method: 'POST', url: '/auth/register', payload: { invitation, name: 'Nora New', password } })
}

test('owners see the team with roles, states and last activity', async () => {
  const { owner, agent, viewer } = await people(app)
  await change(owner, viewer, { isActive: false })
  await invited(owner, 'nora@acme.test')
  const { people: listed, invitations } = await team(owner)
  expect(listed.map(({ name, role, isActive }) => [name, role, isActive])).toEqual([
    ['Aggie Agent', 'agent', true],
    ['Manny Member', 'member', true],
    ['Olivia Owner', 'owner', true],
    ['Vera Viewer', 'viewer', false],
  ])
  for (const { lastSeenAt } of listed) expect(Date.now() - Date.parse(lastSeenAt!)).toBeLessThan(60_000)
  expect(invitations).toMatchObject([{ email: 'nora@acme.test', role: 'agent' }])
  expect((await agent.get('/team')).status).toBe(403)
})

test('a changed role applies from the next request, and is recorded and announced [D6.2]', async () => {
  const { owner, viewer } = await people(app)
  const { changes } = await listen(owner)
  expect((await viewer.get('/desk/summary')).status).toBe(403)
  const { status, body } = await change(owner, viewer, { role: 'agent' })
  expect([status, body.data.role]).toEqual([200, 'agent'])
  expect((await viewer.get('/desk/summary')).status).toBe(200)
  const records = await app.db`
    select action, changes, actor_id from activity where subject_id = ${viewer.user._id} and action = 'changed'`
  expect(records).toEqual([{ action: 'changed', changes: { role: ['viewer', 'agent'] }, actorId: owner.user._id }])
  await waitFor(() => expect(changes()).toMatchObject([{ subject: 'user', id: viewer.user._id }]))
})

test('a deactivated person is signed out at once on every server, and keeps their name and history', async () => {
  const { owner, agent } = await people(app)
  const mine = await agent.raise()
  const [here, there] = [await listen(agent), await listen(agent, '', other)]
  await waitFor(() => expect(here.heard.length * there.heard.length).toBeGreaterThan(0))
  expect((await change(owner, agent, { isActive: false })).status).toBe(200)
  expect((await agent.get('/auth/profile')).status).toBe(401)
  await waitFor(() => expect([here.state.isEnded, there.state.isEnded]).toEqual([true, true]))
  expect((await logIn(agent)).status).toBe(401)
  const { body } = await owner.get(`/enquiry?_id=${mine._id}`)
  expect(body.data.docs[0].user.name).toBe('Aggie Agent')
})

test('a reactivated person can sign in again, and their old sessions stay ended', async () => {
  const { owner, agent } = await people(app)
  await change(owner, agent, { isActive: false })
  expect((await change(owner, agent, { isActive: true })).body.data.isActive).toBe(true)
  expect((await agent.get('/auth/profile')).status).toBe(401)
  expect((await logIn(agent)).status).toBe(200)
})

async function resetLink(owner: Person, whom: Person) {
  return owner.post(`/team/${whom.user._id}/reset-link`, {})
}

function choosePassword(token: string) {
  return ask(app, { method: 'POST', url: '/auth/reset', payload: { token, newPassword: 'quite another one' } })
}

test('an owner creates a link with which a colleague chooses a new password, once, and their sessions end', async () => {
  const { owner, agent } = await people(app)
  const { status, body } = await resetLink(owner, agent)
  expect([status, body.message]).toEqual([201, 'Link for Aggie Agent created'])
  expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000)
  expect((await choosePassword(body.data.token)).status).toBe(200)
  expect((await agent.get('/auth/profile')).status).toBe(401)
  const payload = { email: agent.user.email, password: 'quite another one' }
  expect((await ask(app, { method: 'POST', url: '/auth/login', payload })).status).toBe(200)
  expect((await choosePassword(body.data.token)).status).toBe(404)
  const records = await app.db`
    select actor_id, action from activity where subject_id = ${agent.user._id} and action like '%reset%' order by id`
  expect(records).toEqual([
    { actorId: owner.user._id, action: 'created reset link' },
    { actorId: agent.user._id, action: 'reset password' },
  ])
})

test('a new reset link replaces the earlier one, and no link is stored', async () => {
  const { owner, member } = await people(app)
  const [first, second] = [(await resetLink(owner, member)).body.data, (await resetLink(owner, member)).body.data]
  expect((await choosePassword(first.token)).status).toBe(404)
  const [rows] = await app.db`select jsonb_agg(r)::text as resets from password_reset r`
  expect(rows!.resets).not.toContain(second.token.split('.')[2])
  expect((await choosePassword(second.token)).status).toBe(200)
})

test('a reset link is refused for oneself, for a deactivated person and to anyone but owners', async () => {
  const { owner, agent, member, viewer } = await people(app)
  await change(owner, viewer, { isActive: false })
  expect((await resetLink(owner, owner)).body.message).toBe(
    'This is your own account. Change your password under Profile',
  )
  expect((await resetLink(owner, viewer)).body.message).toBe('Vera Viewer is deactivated. Reactivate them first')
  expect((await resetLink(agent, member)).status).toBe(403)
})

test.each([
  ['deactivated', { isActive: false }],
  ['no longer an owner', { role: 'agent' }],
])('the reset links of an owner who is %s stop working, and those of others keep working', async (_state, changes) => {
  const { owner, agent, member } = await people(app)
  const leaver = await join(owner, 'owner', 'Second Owner')
  const [toOwner, toAgent] = [await resetLink(leaver, owner), await resetLink(leaver, agent)]
  const toMember = await resetLink(owner, member)
  expect((await change(owner, leaver, changes)).status).toBe(200)
  expect((await choosePassword(toOwner.body.data.token)).status).toBe(404)
  expect((await choosePassword(toAgent.body.data.token)).status).toBe(404)
  expect((await owner.get('/auth/profile')).status).toBe(200)
  expect((await choosePassword(toMember.body.data.token)).status).toBe(200)
  const records = await app.db`
    select subject_id from activity where actor_id = ${owner.user._id} and action = 'withdrew reset link'`
  expect(records.map(({ subjectId }) => subjectId).toSorted()).toEqual([owner.user._id, agent.user._id].toSorted())
})

test('an owner who signed in long ago enters the password before creating a reset link [D12.3]', async () => {
  const { owner, agent } = await people(app)
  await app.db`update session set authenticated_at = now() - interval '11 minutes'`
  const { status, body } = await resetLink(owner, agent)
  expect([status, body.code]).toEqual([403, 'password-required'])
})

test('the last active owner can be neither demoted nor deactivated', async () => {
  const owner = await registerOwner(app)
  const second = await join(owner, 'owner', 'Second Owner')
  expect((await change(owner, second, { isActive: false })).status).toBe(200)
  for (const changes of [{ role: 'agent' }, { isActive: false }, { role: 'viewer', isActive: false }]) {
    const { status, body } = await change(owner, owner, changes)
    expect([status, body.message]).toEqual([409, 'This is the last owner. Make someone else an owner first'])
  }
  expect((await team(owner)).people).toMatchObject([
    { role: 'owner', isActive: true },
    { role: 'owner', isActive: false },
  ])
})

test('if two owners demote each other simultaneously, one stays an owner', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await registerOwner(app)
    const second = await join(first, 'owner')
    const responses = await Promise.all([
      change(first, second, { role: 'member' }),
      change(second, first, round % 2 ? { role: 'member' } : { isActive: false }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((status) => status >= 401)])
    const [left] = await app.db`
      select count(*)::int as count from app_user
      where company_id = ${first.user.company._id} and role = 'owner' and deactivated_at is null`
    expect(left).toEqual({ count: 1 })
  }
})

test('enquiries become unassigned when their assignee may no longer answer, and the history names the owner', async () => {
  for (const changes of [{ isActive: false }, { role: 'member' }]) {
    const { owner, agent, member } = await people(app)
    const [mine, closed, others] = [await member.raise(), await member.raise(), await member.raise()]
    for (const { _id } of [mine, closed]) await owner.patch('/enquiry', { id: _id, assignee: agent.user._id })
    await owner.patch('/enquiry', { id: others._id, assignee: owner.user._id })
    await owner.patch('/enquiry', { id: closed._id, enquiryStatus: 'closed' })
    await change(owner, agent, changes)
    const assignee = async (id: string) =>
      (await owner.get(`/enquiry?_id=${id}`)).body.data.docs[0].assignee?.name ?? null
    await expect.poll(() => assignee(mine._id)).toBeNull()
    const { body } = await owner.get(`/enquiry/activity?enquiryId=${mine._id}`)
    expect(JSON.stringify(body.data)).toContain('Olivia Owner')
    expect((await owner.get('/desk/queue?assignee=unassigned')).body.data.totalDocs).toBe(1)
    await member.say(mine._id, 'Is anybody there?')
    expect((await owner.get('/unread')).body.data.enquiries).toBe(1)

    // A closed enquiry keeps its assignee until it is reopened.
    expect([await assignee(closed._id), await assignee(others._id)]).toEqual(['Aggie Agent', 'Olivia Owner'])
    await member.say(closed._id, 'It is back')
    expect(await assignee(closed._id)).toBeNull()
    expect((await owner.get('/unread')).body.data.enquiries).toBe(2)
  }
})

test('the open invitations of a person who may no longer invite are withdrawn', async () => {
  for (const changes of [{ isActive: false }, { role: 'agent' }]) {
    const owner = await registerOwner(app)
    const second = await join(owner, 'owner', 'Second Owner')
    const [theirs, mine] = [await invited(second, 'theirs@acme.test', 'owner'), await invited(owner, 'mine@acme.test')]
    await change(owner, second, changes)
    expect((await use(theirs.invitation)).status).toBe(404)
    expect((await team(owner)).invitations).toMatchObject([{ _id: mine._id }])
  }
})

test('nobody can change the people of another company [D6.3]', async () => {
  const { agent, stranger } = await people(app)
  expect((await change(stranger, agent, { role: 'viewer' })).status).toBe(404)
  expect((await agent.get('/auth/profile')).body.data.role).toBe('agent')
})

test('an invitation shows its company and role, and works once', async () => {
  const owner = await registerOwner(app)
  const { invitation } = await invited(owner, 'once@acme.test', 'member')
  expect((await state(invitation)).body.data).toEqual({
    state: 'open',
    companyName: 'Acme',
    email: 'once@acme.test',
    role: 'member',
  })
  const [first, second] = await Promise.all([use(invitation), use(invitation)])
  expect([first.status, second.status].toSorted()).toEqual([201, 404])
  expect((await state(invitation)).body.data.state).toBe('used')
  expect((await team(owner)).invitations).toEqual([])
})

test('a withdrawn or expired invitation is refused, and its state says which it is', async () => {
  const owner = await registerOwner(app)
  const withdrawn = await invited(owner, 'withdrawn@acme.test')
  expect((await owner.delete(`/invitations/${withdrawn._id}`)).status).toBe(200)
  const expired = await invited(owner, 'expired@acme.test')
  await app.db`update invitation set expires_at = now() where id = ${expired._id}`
  for (const [{ invitation }, expected] of [
    [withdrawn, 'withdrawn'],
    [expired, 'expired'],
  ] as const) {
    expect((await state(invitation)).body.data.state).toBe(expected)
    expect((await use(invitation)).status).toBe(404)
  }
  expect((await owner.delete(`/invitations/${withdrawn._id}`)).status).toBe(404)
  expect((await state(`${withdrawn.invitation}x`)).status).toBe(404)
})

test('a second invitation to an address replaces the first', async () => {
  const owner = await registerOwner(app)
  const first = await invited(owner, 'twice@acme.test')
  const second = await invited(owner, 'twice@acme.test', 'viewer')
  expect((await use(first.invitation)).status).toBe(404)
  expect((await team(owner)).invitations).toMatchObject([{ _id: second._id, role: 'viewer' }])
})

test('of several simultaneous invitations to an address only one stays open', async () => {
  const owner = await registerOwner(app)
  const made = await Promise.all(Array.from({ length: 4 }, () => invited(owner, 'rush@acme.test')))
  expect((await team(owner)).invitations).toHaveLength(1)
  const states = await Promise.all(made.map(async ({ invitation }) => (await state(invitation)).body.data.state))
  expect(states.toSorted()).toEqual(['open', 'withdrawn', 'withdrawn', 'withdrawn'])
})

test('a repeated request gets the same link, which is stored nowhere and not shown again [D7.4]', async () => {
  const owner = await registerOwner(app)
  const inviteOnce = () =>
    owner.post('/invitations', { email: 'r@acme.test', role: 'agent' }, { 'idempotency-key': 'once' })
  const [first, again] = [await inviteOnce(), await inviteOnce()]
  expect(again.body.data).toEqual(first.body.data)
  const secret = first.body.data.invitation.split('.')[2]
  const tables = await app.db`
    select (select coalesce(jsonb_agg(i), '[]') from idempotency i)::text as responses,
      (select jsonb_agg(i) from invitation i)::text as invitations, (select jsonb_agg(a) from activity a)::text as records`
  expect(secret.length).toBeGreaterThan(40)
  expect(JSON.stringify(tables)).not.toContain(secret)
  expect(JSON.stringify(await team(owner))).not.toContain(secret)
})

test('people with an account in the company cannot be invited, even after they have left', async () => {
  const { owner, viewer } = await people(app)
  await change(owner, viewer, { isActive: false })
  const { status, body } = await owner.post('/invitations', { email: viewer.user.email, role: 'agent' })
  expect([status, body.errors]).toEqual([
    409,
    { email: 'Someone in your company already has this email address. Enter another one' },
  ])
})
