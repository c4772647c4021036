import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import { makeResets } from '#server/accounts/passwords/passwordReset.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { emailLinks, join, password, type Person, registerOwner } from './people.ts'
import { picture } from './pictures.ts'

export type World = { owner: Person; agent: Person; member: Person; viewer: Person; stranger: Person }

/** `as` is who calls where the call would spoil those for the next ones. */
export type Call = {
  as?: Person
  id?: string
  query?: string
  payload?: object | string
  headers?: Record<string, string>
  remoteAddress?: string
}

/** A proper call of each route by somebody: what it needs is there, in the company of the owner. */
export const calls: Record<string, (world: World, who: Person) => Call | Promise<Call>> = {
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
  'POST /api/auth/password': async ({ owner, stranger }, who) => ({
    as: who === stranger ? await registerOwner(who.test) : await join(owner, who.user.role),
    payload: { currentPassword: password, newPassword: password },
  }),
  'POST /api/auth/reauthenticate': () => ({ payload: { password } }),
  'POST /api/auth/confirmation': async (world, who) => ({ as: await unconfirmed(world, who) }),
  'POST /api/auth/email-links': async ({ owner }) => ({ payload: { token: await confirmationToken(owner) } }),
  'POST /api/auth/email-links/state': async ({ owner }) => ({ payload: { token: await confirmationToken(owner) } }),
  'GET /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/:id': async (world, who) => ({ id: (await session(colleague(world, who))).split('.')[1] }),
  'PATCH /api/users': (_world, who) => ({ payload: { name: who.user.name } }),

  'GET /api/team': () => ({}),
  'PATCH /api/team/:id': async ({ owner }) => ({
    id: (await join(owner, 'member')).user._id,
    payload: { role: 'viewer', isActive: false },
  }),
  'POST /api/invitations': () => ({ payload: invitation() }),
  'DELETE /api/invitations/:id': async ({ owner }) => ({ id: (await invite(owner))._id }),
  'POST /api/invitations/state': async ({ owner }) => ({
    payload: { invitation: (await invite(owner)).invitation },
  }),

  'GET /api/enquiry': () => ({}),
  'POST /api/enquiry': () => ({ payload: { enquiryType: 'Billing' } }),
  'PATCH /api/enquiry': async ({ member }) => ({
    payload: { id: (await member.raise())._id, enquiryStatus: 'closed' },
  }),
  'GET /api/enquiry/summary': () => ({}),
  'GET /api/enquiry/activity': async ({ member }) => ({ query: `?enquiryId=${(await member.raise())._id}` }),
  'GET /api/enquiry/raisers': () => ({}),
  'GET /api/enquiry/export': () => ({}),
  'POST /api/enquiry/export': async ({ member }) => ({ payload: { ids: [(await member.raise())._id] } }),
  'POST /api/enquiry/import': () => ({ payload: 'enquiryType\nBilling\n', headers: { 'content-type': 'text/csv' } }),
  'POST /api/enquiry/bulk': async ({ member }) => ({ payload: closing(await member.raise()) }),
  'GET /api/jobs': () => ({}),
  'GET /api/jobs/:id': async (world, who) => ({ id: await job(mayChange(world, who)) }),
  'GET /api/jobs/:id/results': async (world, who) => ({ id: await job(mayChange(world, who)) }),
  'POST /api/jobs/:id/stop': async (world, who) => ({ id: await job(mayChange(world, who)) }),
  'POST /api/jobs/:id/undo': async (world, who) => ({ id: await job(mayChange(world, who)) }),
  'GET /api/views': () => ({}),
  'POST /api/views': () => ({ payload: view() }),
  'PATCH /api/views/:id': async (world, who) => ({ id: await savedView(world, who), payload: { query: '' } }),
  'DELETE /api/views/:id': async (world, who) => ({ id: await savedView(world, who) }),
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

  'GET /api/chat': async ({ member }) => ({ query: `?enquiryId=${(await member.raise())._id}` }),
  'POST /api/chat': async ({ member }) => ({
    payload: { enquiry: (await member.raise())._id, side: 'customer', message: 'Hello' },
  }),
  'GET /api/unread': () => ({}),
  'POST /api/seen': async ({ member }) => ({ payload: { enquiry: (await member.raise())._id, seq: 0 } }),

  'GET /api/desk/queue': () => ({}),
  'GET /api/desk/summary': () => ({}),
  'GET /api/notes': async ({ member }) => ({ query: `?enquiryId=${(await member.raise())._id}` }),
  'POST /api/notes': async ({ member }) => ({ payload: { enquiry: (await member.raise())._id, note: 'Mind it' } }),
  'GET /api/answers': () => ({}),
  'POST /api/answers': () => ({ payload: cannedAnswer() }),
  'PATCH /api/answers/:id': async ({ agent }) => ({ id: await keptAnswer(agent), payload: { answer: 'Thanks' } }),
  'DELETE /api/answers/:id': async ({ agent }) => ({ id: await keptAnswer(agent) }),
}

/** What is one's own is asked for by its owner; a stranger and nobody ask for the owner's. */
function colleague({ owner, stranger }: World, who: Person) {
  return who === stranger ? owner : who
}

function mayChange(world: World, who: Person) {
  return who === world.viewer ? world.owner : colleague(world, who)
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

/** Somebody of the same role whose link was mailed some minutes ago. */
async function unconfirmed({ owner, stranger }: World, who: Person) {
  const person = who === stranger ? await registerOwner(who.test) : await join(owner, who.user.role)
  await who.test.db`update email_link set created_at = now() - interval '5 minutes' where user_id = ${person.user._id}`
  return person
}

async function confirmationToken(owner: Person) {
  return (await emailLinks(await join(owner, 'member'), 'confirm')).at(-1)!
}

function closing({ _id }: Enquiry) {
  return { ids: [_id], enquiryStatus: 'closed' }
}

/** A finished change of many. */
async function job(who: Person): Promise<string> {
  const { body } = await who.post('/enquiry/bulk', closing(await who.raise()))
  const { _id } = body.data
  await expect.poll(async () => (await who.get(`/jobs/${_id}`)).body.data.isFinished).toBe(true)
  return _id
}

function view() {
  return { name: randomUUID(), query: 'status=open' }
}

async function savedView(world: World, who: Person) {
  return (await colleague(world, who).post('/views', view())).body.data._id
}

function cannedAnswer() {
  return { name: randomUUID().slice(0, 30), answer: 'Thank you' }
}

async function keptAnswer(agent: Person) {
  return (await agent.post('/answers', cannedAnswer())).body.data._id
}

/** Whoever is signed in as that person, in a session that no other call has ended. */
export async function freshToken(person: Person) {
  const [companyId, sessionId] = (await session(person)).split('.') as [string, string]
  return person.test.tokens.sign({ userId: person.user._id, companyId, sessionId })
}

/** The status that the call is answered with. */
export async function statusOf(person: Person, route: string, call: Call, accessToken: string | undefined) {
  const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
  const address = url.replace(/:\w+/, call.id ?? '') + (call.query ?? '')
  const headers = { ...call.headers, ...(accessToken && { authorization: `Bearer ${accessToken}` }) }
  const reply = await person.test.app.inject({
    method,
    url: address,
    payload: call.payload ?? (method === 'POST' ? {} : undefined),
    headers,
    remoteAddress: call.remoteAddress,
    payloadAsStream: true,
  })
  const body = route === 'GET /api/events' ? '' : Buffer.concat(await reply.stream().toArray()).toString()
  reply.stream().destroy()
  return { status: reply.statusCode, body }
}
