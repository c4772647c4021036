import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listen } from '#server/test/listening.ts'
import { ask, join, people, Person, registerOwner } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { announce } from './eventStore.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)
const other = await secondServer(app)

test('a stream delivers changes with only ids and numbers', async () => {
  const { heard, changes, response } = await listen(agent)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const { no } = heard[0]!.content
  const raised = await member.raise()
  await agent.patch('/enquiry', { id: raised._id, enquiryStatus: 'inReview' })
  await member.say(raised._id, 'Hello?')
  await owner.patch('/users', { name: 'Olivia the Owner', company: { companyName: 'Acme & Co' } })
  await waitFor(() => expect(changes()).toHaveLength(5))
  expect(changes()).toEqual([
    { no: no + 1, subject: 'enquiry', id: raised._id, by: member.user._id },
    { no: no + 2, subject: 'enquiry', id: raised._id, by: agent.user._id },
    { no: no + 3, subject: 'thread', id: raised._id, by: member.user._id },
    { no: no + 4, subject: 'user', id: owner.user._id, by: owner.user._id },
    { no: no + 5, subject: 'company', id: owner.user.company._id, by: owner.user._id },
  ])
})

test('requests that change nothing cause no events', async () => {
  const raised = await member.raise()
  const { heard, changes } = await listen(member)
  await waitFor(() => expect(heard).not.toEqual([]))
  await agent.patch('/enquiry', { id: raised._id, enquiryStatus: 'open' })
  await agent.patch('/enquiry', { id: randomUUID(), enquiryStatus: 'closed' })
  const next = await member.raise()
  await waitFor(() => expect(changes().at(-1)).toMatchObject({ id: next._id }))
  expect(changes()).toHaveLength(1)
})

test('a stream begins with the events that the client missed', async () => {
  const { heard } = await listen(member)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const { no } = heard[0]!.content
  const first = await member.raise()
  const second = await member.raise()
  const late = await listen(member, `?after=${no}`)
  await waitFor(() => expect(late.changes().map(({ id }) => id)).toEqual([first._id, second._id]))
  expect(late.changes().map((event) => event.no)).toEqual([no + 1, no + 2])
  const third = await member.raise()
  await waitFor(() => expect(late.changes().at(-1)).toMatchObject({ no: no + 3, id: third._id }))
})

test('a response names the last event that it contains, after which a stream can begin', async () => {
  const named = async (server = member) => Number((await server.get('/enquiry')).headers['x-last-event'])
  const before = await named()
  const raised = await member.raise()
  expect(await named()).toBe(before + 1)
  expect(await named(new Person(other, member.user, member.accessToken, member.password))).toBe(before + 1)
  const late = await listen(member, `?after=${before}`)
  await waitFor(() => expect(late.changes()).toMatchObject([{ no: before + 1, id: raised._id }]))
})

test('when an EventSource reconnects, its Last-Event-ID overrides the URL', async () => {
  const { heard } = await listen(member)
  await waitFor(() => expect(heard[0]?.kind).toBe('hello'))
  const { no } = heard[0]!.content
  for (let count = 0; count < 3; count++) await member.raise()
  const back = await listen(member, `?after=${no}`, app, { 'last-event-id': String(no + 2) })
  await waitFor(() => expect(back.changes()).toHaveLength(1))
  expect(back.changes()).toMatchObject([{ no: no + 3 }])
  expect((await listen(member, '', app, { 'last-event-id': 'x' })).response.status).toBe(400)
})

test('a browser that moves to another server misses no events, regardless of which server made the changes', async () => {
  const elsewhere = new Person(other, member.user, member.accessToken, member.password)
  const here = await listen(member)
  await waitFor(() => expect(here.heard[0]?.kind).toBe('hello'))
  const first = await member.raise()
  await waitFor(() => expect(here.changes()).toHaveLength(1))
  here.leave()
  const [second, third] = [await member.raise(), await elsewhere.raise()]
  const there = await listen(member, `?after=${here.changes().at(-1).no}`, other)
  const fourth = await member.raise()
  await waitFor(() => expect(there.changes()).toHaveLength(3))
  const ids = [...here.changes(), ...there.changes()].map(({ id }) => id)
  expect(ids).toEqual([first, second, third, fourth].map(({ _id }) => _id))
})

test('only the newest ten streams of a person stay open', async () => {
  const person = await join(owner, 'member')
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 12; count++) {
    const stream = await listen(person)
    await waitFor(() => expect(stream.heard).not.toEqual([]))
    streams.push(stream)
  }
  const ended = () => streams.map(({ state }) => state.isEnded)
  await waitFor(() => expect(ended().filter(Boolean)).toHaveLength(2))
  expect(ended().slice(0, 2)).toEqual([true, true])
})

test('a client that missed too many events, or deleted ones, gets a reset', async () => {
  const { companyId, userId } = { companyId: member.user.company._id, userId: member.user._id }
  await app.db`
    with counted as (update event_counter set last_no = last_no + 1001 where company_id = ${companyId} returning last_no)
    insert into event (company_id, no, subject, subject_id, actor_id)
    select ${companyId}, last_no - n, 'enquiry', ${companyId}, ${userId} from counted, generate_series(0, 1000) n`
  const [{ no } = { no: 0 }] =
    await app.db`select last_no::float8 as no from event_counter where company_id = ${companyId}`
  for (const after of [no - 1001, no + 1]) {
    const { heard } = await listen(member, `?after=${after}`)
    await waitFor(() => expect(heard.map(({ kind }) => kind)).toEqual(['hello', 'reset']))
    expect(heard[1]!.content).toEqual({ no })
  }
  await app.db`delete from event where company_id = ${companyId} and no < ${no}`
  const { heard } = await listen(member, `?after=${no - 2}`)
  await waitFor(() => expect(heard.at(-1)?.kind).toBe('reset'))
})

test('another company receives no events of this one [D6.3]', async () => {
  const { heard, changes } = await listen(stranger)
  await waitFor(() => expect(heard).not.toEqual([]))
  const raised = await member.raise()
  await member.say(raised._id, 'Ours alone')
  await member.post('/presence', { tab: randomUUID(), enquiry: raised._id, screen: 'thread' })
  const own = await stranger.raise()
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()[0]).toMatchObject({ id: own._id })
  expect(heard.filter(({ kind }) => kind === 'presence')).toEqual([])
})

test('viewers receive no events about comments, which they may not read [D6.2]', async () => {
  const raised = await member.raise()
  const { heard, changes } = await listen(viewer)
  await waitFor(() => expect(heard).not.toEqual([]))
  await member.say(raised._id, 'Not for viewers')
  const next = await member.raise()
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()[0]).toMatchObject({ subject: 'enquiry', id: next._id })
})

test.each(['', '?after=abc', '?after=-1', '?after=1.5'])(
  'a request without a session, or with an invalid query, gets no stream: %s',
  async (query) => {
    const { status } = await ask(app, { method: 'GET', url: `/events${query}` })
    expect(status).toBe(401)
    if (query) expect((await member.get(`/events${query}`)).status).toBe(400)
  },
)

test('a stream ends with its session [D2.8]', async () => {
  const person = await join(owner, 'member')
  const { heard, state } = await listen(person)
  await waitFor(() => expect(heard).not.toEqual([]))
  await person.post('/auth/logout', {})
  await waitFor(() => expect(state.isEnded).toBe(true))
  expect((await listen(person)).response.status).toBe(401)
})

test('a burst of a thousand changes arrives complete and in order on both servers', async () => {
  const boss = await registerOwner(app)
  const here = await listen(boss)
  const there = await listen(boss, '', other)
  await waitFor(() => expect([...here.heard, ...there.heard]).toHaveLength(2))
  const by = { companyId: boss.user.company._id, userId: boss.user._id }
  for (let batch = 0; batch < 10; batch++) {
    await app.db.begin(async (tx) => {
      for (let one = 0; one < 100; one++) announce(tx, by, { subject: 'enquiry', id: randomUUID() })
    })
    app.hub.changed(by.companyId)
  }
  for (const { changes } of [here, there]) {
    await waitFor(() => expect(changes()).toHaveLength(1000))
    expect(changes().map(({ no }) => no)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 2))
  }
}, 60_000)

test('changes on one server reach the other, even after its listening connection was lost', async () => {
  const { heard, changes } = await listen(member, '', other)
  await waitFor(() => expect(heard).not.toEqual([]))
  const cut = await app.db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
  expect(cut.length).toBeGreaterThanOrEqual(2)
  const raised = await member.raise()
  await waitFor(() => expect(changes().at(-1)).toMatchObject({ id: raised._id }))
})

test('concurrent creations, updates and comments in one company all succeed, with exact numbers', async () => {
  const boss = await registerOwner(app)
  const raised = await Promise.all(Array.from({ length: 4 }, () => boss.raise()))
  const statuses = ['in-progress', 'inReview', 'onHold', 'closed', 'open']
  const work = Array.from({ length: 60 }, (_, n) => {
    const { _id } = raised[n % raised.length]!
    if (n % 3 === 0) return boss.raise().then(() => 201)
    if (n % 3 === 1) return boss.say(_id, `Word ${n}`).then(({ status }) => status)
    return boss.patch('/enquiry', { id: _id, enquiryStatus: statuses[n % 5] }).then(({ status }) => status)
  })
  expect(new Set(await Promise.all(work))).toEqual(new Set([200, 201]))
  const numbers = await app.db`select no::int from event where company_id = ${boss.user.company._id} order by no`
  expect(numbers.map(({ no }) => no)).toEqual(numbers.map((_, index) => index + 1))
  const [{ counted, kept } = { counted: 0, kept: 0 }] = await app.db`
    select (select count(*)::int from enquiry where company_id = ${boss.user.company._id}) as counted,
      (select sum(count)::int from enquiry_count where company_id = ${boss.user.company._id}) as kept`
  expect([counted, kept]).toEqual([24, 24])
})

test('colleagues on every server see who has an enquiry open and who is typing, until they leave', async () => {
  const raised = await member.raise()
  const tab = randomUUID()
  const { presences } = await listen(agent, '', other)
  const be = (fields: object) => member.post('/presence', { tab, enquiry: raised._id, screen: 'thread', ...fields })
  expect((await be({})).body).toEqual({ data: null })
  const person = { _id: member.user._id, name: 'Manny Member', profilePic: null, screens: ['thread'] }
  const busy = { ...person, isTyping: true, isEditing: true }
  await waitFor(() => expect(presences().at(-1)?.people).toEqual([{ ...person, isTyping: false, isEditing: false }]))
  await be({ isTyping: true, isEditing: true })
  await waitFor(() => expect(presences().at(-1)?.people).toEqual([busy]))
  const late = await listen(owner)
  await waitFor(() => expect(late.presences()).toContainEqual({ enquiry: raised._id, people: [busy] }))
  await be({ enquiry: null })
  await waitFor(() => expect(presences().at(-1)).toEqual({ enquiry: raised._id, people: [] }))
})

test('presence expires on every server without a repeat', async () => {
  const hasty = await secondServer(app, { tickMs: 50, presenceMs: 300 })
  const raised = await member.raise()
  const { presences } = await listen(agent, '', hasty)
  await member.post('/presence', { tab: randomUUID(), enquiry: raised._id, screen: 'enquiry' })
  await waitFor(() => expect(presences().map((presence) => presence.people.length)).toEqual([1, 0]))
})

test('a viewer sees who has the enquiry open, but not who is in its comments [D6.2]', async () => {
  const raised = await member.raise()
  const { presences } = await listen(viewer)
  const at = { tab: randomUUID(), enquiry: raised._id }
  await member.post('/presence', { ...at, screen: 'thread', isTyping: true })
  await agent.post('/presence', { ...at, screen: 'enquiry', isTyping: true })
  await waitFor(() =>
    expect(presences().at(-1)).toMatchObject({
      enquiry: raised._id,
      people: [{ _id: agent.user._id, screens: ['enquiry'], isTyping: false }],
    }),
  )
})

test('a role change applies to open streams [D6.2]', async () => {
  const person = await join(owner, 'member')
  const raised = await member.raise()
  const { heard, changes } = await listen(person)
  await waitFor(() => expect(heard).not.toEqual([]))
  await app.db`update app_user set role = 'viewer' where id = ${person.user._id}`
  await waitFor(async () => {
    const before = changes().length
    await member.say(raised._id, 'Is this still heard?')
    const next = await member.raise()
    await waitFor(() => expect(changes().at(-1)).toMatchObject({ id: next._id }))
    expect(changes().length).toBe(before + 1)
  })
})

test('events that arrive together with a demotion are filtered by the new role', async () => {
  const person = await join(owner, 'agent')
  const { companyId, userId } = { companyId: owner.user.company._id, userId: owner.user._id }
  const { heard, changes } = await listen(person)
  await waitFor(() => expect(heard).not.toEqual([]))
  const { _id } = await member.raise()
  await waitFor(() => expect(changes().at(-1)).toMatchObject({ id: _id }))
  const before = changes().length
  await app.db.begin(async (tx) => {
    await tx`update app_user set role = 'viewer' where id = ${person.user._id}`
    announce(tx, { companyId, userId }, { subject: 'user', id: person.user._id })
    announce(tx, { companyId, userId }, { subject: 'note', id: _id })
  })
  app.hub.changed(companyId)
  const last = await member.raise()
  await waitFor(() => expect(changes().at(-1)).toMatchObject({ id: last._id }))
  const received = changes().slice(before)
  expect(received.map(({ subject }) => subject)).toEqual(['user', 'enquiry'])
})

test('streams close at once when the server stops, and ask for another server [D13.3]', async () => {
  const short = await secondServer(app)
  const { heard, state } = await listen(member, '', short)
  await waitFor(() => expect(heard).not.toEqual([]))
  await Promise.race([short.app.close(), pause(5000).then(() => Promise.reject(new Error('It did not stop')))])
  await waitFor(() => expect(state.isEnded).toBe(true))
  expect(heard.at(-1)).toEqual({ kind: 'leave', content: {} })
})
