import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import type { OpenInvitation } from '#contract/team.ts'
import { makeResets } from '#server/accounts/passwords/passwordReset.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { emailLinks, join, password, type Person, registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { conversation } from './conversation.ts'
import { customerCalls, ofEnquiry } from './customerCalls.ts'
import { operatorCalls } from './operatorCalls.ts'

export type World = { owner: Person; agent: Person; member: Person; viewer: Person; stranger: Person }

/** `as` replaces the caller if the call would break that person's later calls. */
export type Call = {
  as?: Person
  id?: string
  query?: string
  payload?: object | string
  headers?: Record<string, string>
  remoteAddress?: string
}

/** A valid call of this route by a person, with the objects that it needs in the owner's company. */
export function callOf(route: string, world: World, person: Person) {
  const makeCall = calls[route]
  if (!makeCall) throw new Error(`${route} has no call. Add one to server/test/routes/routeCalls.ts`)
  return makeCall(world, person)
}

/** All routes that have a call. */
export function calledRoutes() {
  return Object.keys(calls)
}

const calls: Record<string, (world: World, person: Person) => Call | Promise<Call>> = {
  'GET /api/auth/profile': () => ({}),
  'GET /api/auth/me': () => ({}),
  'POST /api/auth/login': ({ owner }) => ({ payload: { email: owner.user.email, password } }),
  'POST /api/auth/register': () => ({ payload: company() }),
  'POST /api/jwt/register': () => ({ payload: company() }),
  'POST /api/auth/refresh': async ({ owner }) => ({ headers: { cookie: `refreshToken=${await session(owner)}` } }),
  'POST /api/auth/logout': () => ({}),
  'POST /api/auth/forgot': () => ({ payload: { email: `${randomUUID()}@acme.test` } }),
  'POST /api/auth/reset': async ({ owner }) => ({
    payload: { token: await resetToken(await join(owner, 'member')), newPassword: password },
  }),
  'POST /api/auth/password': async ({ owner, stranger }, person) => ({
    as: person === stranger ? await registerOwner(person.test) : await join(owner, person.user.role),
    payload: { currentPassword: password, newPassword: password },
  }),
  'POST /api/auth/reauthenticate': () => ({ payload: { password } }),
  'POST /api/auth/confirmation': async (world, person) => ({ as: await unconfirmed(world, person) }),
  'POST /api/auth/email-links': async ({ owner }) => ({ payload: { token: await confirmationToken(owner) } }),
  'POST /api/auth/email-links/state': async ({ owner }) => ({ payload: { token: await confirmationToken(owner) } }),
  'GET /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/:id': async (world, person) => ({
    id: (await session(colleague(world, person))).split('.')[1],
  }),
  'PATCH /api/users': (_world, person) => ({ payload: { name: person.user.name } }),

  'GET /api/first-steps': () => ({}),
  'PATCH /api/first-steps': () => ({ payload: { isHidden: false } }),

  'GET /api/team': async ({ owner }) => {
    // If the server sends mail, its mail server is away, and the list says so once that has been tried.
    const { isMailed } = await invite(owner)
    const failures = async () => (await owner.get('/team')).body.data.invitations.map(isUnmailed)
    if (isMailed) await expect.poll(failures).not.toContain(false)
    return {}
  },
  'PATCH /api/team/:id': async ({ owner }) => ({
    id: (await join(owner, 'member')).user._id,
    payload: { role: 'viewer', isActive: false },
  }),
  'POST /api/team/:id/reset-link': async ({ owner }) => ({ id: (await join(owner, 'member')).user._id }),
  'POST /api/invitations': () => ({ payload: invitation() }),
  'DELETE /api/invitations/:id': async ({ owner }) => ({ id: (await invite(owner))._id }),
  'POST /api/invitations/state': async ({ owner }) => ({
    payload: { invitation: (await invite(owner)).invitation },
  }),

  'GET /api/enquiry': async ({ owner }) => ({ query: `?_id=${(await conversation(owner)).enquiryId}` }),
  'POST /api/enquiry': () => ({ payload: { enquiryType: 'Billing' } }),
  'PATCH /api/enquiry': async ({ member }) => ({
    payload: { id: (await member.raise())._id, enquiryStatus: 'closed' },
  }),
  'GET /api/enquiry/summary': () => ({}),
  'GET /api/enquiry/activity': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'GET /api/enquiry/raisers': () => ({}),
  'GET /api/enquiry/export': () => ({}),
  'POST /api/enquiry/export': async ({ member }) => ({ payload: { ids: [(await member.raise())._id] } }),
  'POST /api/enquiry/import': () => ({ payload: 'enquiryType\nBilling\n', headers: { 'content-type': 'text/csv' } }),
  'POST /api/enquiry/import/refused': () => ({ payload: 'enquiryType\n', headers: { 'content-type': 'text/csv' } }),
  'POST /api/enquiry/bulk': async ({ member }) => ({ payload: closing(await member.raise()) }),
  'GET /api/jobs': () => ({}),
  'GET /api/jobs/:id': async (world, person) => ({ id: await job(mayChange(world, person)) }),
  'GET /api/jobs/:id/results': async (world, person) => ({ id: await job(mayChange(world, person)) }),
  'POST /api/jobs/:id/stop': async (world, person) => ({ id: await job(mayChange(world, person)) }),
  'POST /api/jobs/:id/undo': async (world, person) => ({ id: await job(mayChange(world, person)) }),
  'GET /api/views': async (world, person) => {
    await savedView(world, person)
    return {}
  },
  'POST /api/views': () => ({ payload: view() }),
  'PATCH /api/views/:id': async (world, person) => ({ id: await savedView(world, person), payload: { query: '' } }),
  'DELETE /api/views/:id': async (world, person) => ({ id: await savedView(world, person) }),
  'GET /api/events': () => ({}),
  'POST /api/presence': async ({ member }) => ({
    payload: { tab: randomUUID(), enquiry: (await member.raise())._id, screen: 'thread', isTyping: true },
  }),
  'GET /api/storage': () => ({}),
  'GET /api/files/:key': async ({ owner }) => {
    const { body } = await owner.patch('/users', { profilePic: await picture() })
    const [key, query] = body.data.profilePic.split('/files/')[1].split('?')
    return { id: key, query: `?${query}` }
  },

  'GET /api/chat': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'GET /api/chat/files': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'POST /api/chat': async ({ member }) => ({
    payload: { enquiry: (await member.raise())._id, side: 'customer', message: 'Hello' },
  }),
  'GET /api/unread': () => ({}),
  'POST /api/seen': async ({ member }) => ({ payload: { enquiry: (await member.raise())._id, seq: 0 } }),

  'GET /api/notification': () => ({}),
  'PATCH /api/notification': () => ({ payload: { upTo: new Date().toISOString(), isRead: true } }),
  'GET /api/notification/choices': () => ({}),
  'PATCH /api/notification/choices': () => ({ payload: { reply: { mail: true } } }),

  'GET /api/desk/queue': () => ({}),
  'GET /api/desk/summary': () => ({}),
  'GET /api/notes': async ({ owner }) => ({ query: ofEnquiry(await conversation(owner)) }),
  'POST /api/notes': async ({ member }) => ({ payload: { enquiry: (await member.raise())._id, note: 'Mind it' } }),
  'GET /api/answers': async ({ agent }) => {
    await savedResponse(agent)
    return {}
  },
  'POST /api/answers': () => ({ payload: cannedResponse() }),
  'PATCH /api/answers/:id': async ({ agent }) => ({ id: await savedResponse(agent), payload: { answer: 'Thanks' } }),
  'DELETE /api/answers/:id': async ({ agent }) => ({ id: await savedResponse(agent) }),
  ...customerCalls,
  ...operatorCalls,
}

/** People call routes on their own objects; a stranger calls them on the owner's. */
function colleague({ owner, stranger }: World, person: Person) {
  return person === stranger ? owner : person
}

function mayChange(world: World, person: Person) {
  return person === world.viewer ? world.owner : colleague(world, person)
}

function isUnmailed({ mailFailure }: OpenInvitation) {
  return mailFailure !== null
}

function company() {
  return { companyName: 'Newcomers', name: 'Nora New', email: `${randomUUID()}@new.test`, password }
}

function invitation() {
  return { email: `${randomUUID()}@acme.test`, role: 'member' }
}

async function invite(owner: Person) {
  return (await owner.post('/invitations', invitation())).body.data
}

/** A refresh token of a new session. */
async function session({ test, user }: Person) {
  const {
    _id: id,
    company: { _id: companyId },
  } = user
  const [row] = await test.db`select password_hash from app_user where company_id = ${companyId} and id = ${id}`
  return (await startSession(test.db, { companyId, id, passwordHash: row!.passwordHash }, 'Browser')).refreshToken
}

async function resetToken({ test, user }: Person) {
  return (await test.db.begin((tx) => makeResets(tx, user.email)))[0]!.token
}

/** A person of the same role whose confirmation link was mailed some minutes ago. */
async function unconfirmed({ owner, stranger }: World, person: Person) {
  const newcomer = person === stranger ? await registerOwner(person.test) : await join(owner, person.user.role)
  await person.test
    .db`update email_link set created_at = now() - interval '5 minutes' where user_id = ${newcomer.user._id}`
  return newcomer
}

async function confirmationToken(owner: Person) {
  return (await emailLinks(await join(owner, 'member'), 'confirm')).at(-1)!
}

function closing({ _id }: Enquiry) {
  return { ids: [_id], enquiryStatus: 'closed' }
}

/** A finished bulk change. */
async function job(person: Person): Promise<string> {
  const { body } = await person.post('/enquiry/bulk', closing(await person.raise()))
  const { _id } = body.data
  await expect.poll(async () => (await person.get(`/jobs/${_id}`)).body.data.isFinished).toBe(true)
  return _id
}

function view() {
  return { name: randomUUID(), query: 'status=open' }
}

async function savedView(world: World, person: Person) {
  return (await colleague(world, person).post('/views', view())).body.data._id
}

function cannedResponse() {
  return { name: randomUUID().slice(0, 30), answer: 'Thank you' }
}

async function savedResponse(agent: Person) {
  return (await agent.post('/answers', cannedResponse())).body.data._id
}

/** An access token of the person, in a new session that no other call has ended. */
export async function freshToken(person: Person) {
  const [companyId, sessionId] = (await session(person)).split('.') as [string, string]
  return person.test.tokens.sign({ userId: person.user._id, companyId, sessionId })
}
