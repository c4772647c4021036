import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test, vi } from 'vitest'
import { abilityFor } from '#contract/accounts/abilities.ts'
import type { Enquiry, PageOfEnquiries } from '#contract/enquiries.ts'
import { statementChannel } from '#server/database/connectionPool.ts'
import type { Statement } from '#server/database/sql.ts'
import { type EnquiryView, view } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { markedDatabase } from '#server/test/database/markedDatabase.ts'
import { requireEvents } from '#server/test/database/requireEvents.ts'
import { join, people, Person } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { everyRoute, isApiRoute } from '#server/test/routes/everyRoute.ts'
import { statusOf } from '#server/test/routes/routeAnswers.ts'
import { callOf, freshToken } from '#server/test/routes/routeCalls.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { SharedRows } from './sharedRows.ts'

const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost' }
const { built, routes } = await everyRoute(() => testApp(settings))
const app = { ...built, db: markedDatabase(built.db) }
await requireEvents(app.db)
const world = await people(app)
const other = await secondServer(app)
const { owner, agent, member, viewer } = world
const raised = await member.raise({ summery: 'Leaking roof' })
await member.say(raised._id, 'Water is coming in')

const readers = [app, other].flatMap((server) =>
  [owner, agent, member, viewer].map((one) => new Person(server, one.user, one.accessToken, one.password)),
)
const actor: Actor = {
  userId: owner.user._id,
  companyId: owner.user.company._id,
  sessionId: '',
  expiresAt: 0,
  role: 'owner',
  ability: abilityFor('owner'),
  lastEvent: 1,
  lastShownEvent: 1,
}
/** Requests that nobody has sent before, so that they are answered from the database. */
let unused = 0

async function listOf(person: Person, query = ''): Promise<PageOfEnquiries> {
  const { body, status } = await person.get(`/enquiry?limit=100${query}`)
  expect(status).toBe(200)
  return body.data
}

const newListOf = (person: Person) => listOf(person, `&countTo=${++unused}`)

async function enquiryOf(person: Person): Promise<Enquiry> {
  return (await person.get(`/enquiry?_id=${raised._id}`)).body.data.docs[0]
}

async function readAll() {
  for (const reader of readers) {
    await listOf(reader)
    await enquiryOf(reader)
  }
}

/**
 * Each person sees the enquiries as they are, on both servers. Work in the background may change them between two requests, so
 * each pair is tried again; but for less time than a page is kept.
 */
async function expectNewest() {
  for (const reader of readers) {
    const compare = async () => {
      const { docs } = await newListOf(reader)
      expect((await listOf(reader)).docs).toEqual(docs)
      expect(await enquiryOf(reader)).toEqual(docs.find(({ _id }) => _id === raised._id))
    }
    await vi.waitFor(compare, { timeout: 5000 })
  }
}

/** Operators have no company's rights, and change no enquiries. */
const isOfOperators = (route: string) => / \/api\/operator\//.test(route)
const writes = routes.filter((route) => isApiRoute(route) && !route.startsWith('GET ') && !isOfOperators(route))

test.each(writes)('after %s, every server shows everyone the enquiries as they are', async (route) => {
  const call = await callOf(route, world, owner)
  await readAll()
  const person = call.as ?? owner
  const { status } = await statusOf(person, route, call, await freshToken(person))
  expect(status).toBeLessThan(300)
  await expectNewest()
})

const changes: [name: string, change: () => Promise<unknown>][] = [
  ['a message', () => member.say(raised._id, 'Still coming in')],
  ['a read message', () => agent.post('/seen', { enquiry: raised._id, seq: 100, side: 'host' })],
  ['an assignment', () => agent.patch('/enquiry', { id: raised._id, assignee: agent.user._id })],
  [
    'a mention',
    () => owner.post('/notes', { enquiry: raised._id, note: 'See here, @Aggie Agent', mentions: [agent.user._id] }),
  ],
  ['another name', async () => member.patch('/users', { name: 'Mary Member' })],
  ['a new picture', async () => agent.patch('/users', { profilePic: await picture() })],
]

test.each(changes)('after %s, every server shows everyone the changed enquiries', async (_name, change) => {
  await readAll()
  const before = await Promise.all(readers.map(newListOf))
  expect(await change()).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
  await expectNewest()
  expect(await Promise.all(readers.map(newListOf))).not.toEqual(before)
})

test('fifty browsers that request the same page at the same moment cause one read of it', async () => {
  const colleagues = await Promise.all(Array.from({ length: 9 }, () => join(owner, 'agent')))
  await member.say(raised._id, 'Hello?')
  const pages: string[] = []
  const note = (statement: unknown) => {
    const { text } = statement as Statement
    if (text.includes('as kept_total')) pages.push(text)
  }
  subscribe(statementChannel, note)
  onTestFinished(() => void unsubscribe(statementChannel, note))
  const all = Array.from({ length: 5 }, () => [agent, ...colleagues]).flat()
  const lists = await Promise.all(all.map((person) => listOf(person, '&enquiryStatus=open')))
  expect(pages).toHaveLength(1)
  expect(new Set(lists.map(({ docs }) => docs[0]!._id)).size).toBe(1)
})

test('what is shared never takes more memory than its limit: what was requested first is read again', async () => {
  const [row] = await app.db<EnquiryView[]>`${view(app.db, actor)} where e.id = ${raised._id}`
  const rows = [{ ...row!, description: 'a'.repeat(1_000_000) }]
  const shared = new SharedRows()
  const asked: number[] = []
  const readPage = (page: number) =>
    shared.find(app.db, actor, { page }, async () => {
      asked.push(page)
      return { rows }
    })
  for (const page of [1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 9, 1]) await readPage(page)
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 1])
})
