import { expect, test } from 'vitest'
import { ListedEnquiry } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { checkWords } from './wordCheck.ts'
import { writeMissingNoteWords } from './wordStore.ts'

const app = await testApp()
const { owner, agent, member, viewer, stranger } = await people(app)
const everybody = [owner, agent, member, viewer]
const going = new AbortController().signal

/** The results of a person's search: in the list, with its totals and marks, and in an export. */
async function search(person: Person, text: string, more = '') {
  const query = `search=${encodeURIComponent(text)}${more}`
  const { status, body } = await person.get(`/enquiry?${query}`)
  expect(status).toBe(200)
  const { docs, totalDocs } = pageOf(ListedEnquiry).parse(body.data)
  const csv = (await person.get(`/enquiry/export?${query}`)).body.message
  const matches = docs.map(({ match }) => {
    const marked = match?.marks.map(([from, to]) => match.excerpt.slice(from, to)) ?? []
    return [match?.field, ...marked].join(' ')
  })
  return { ids: docs.map(({ _id }) => _id), total: totalDocs, exported: csv.trim().split('\r\n').length - 1, matches }
}

const nothing = { ids: [], total: 0, exported: 0, matches: [] }

async function idsOf(person: Person, text: string, more = '') {
  return (await search(person, text, more)).ids
}

async function rename(person: Person, name: string) {
  expect((await person.patch('/users', { name })).status).toBe(200)
}

async function assign(id: string, assignee: Person | null) {
  expect((await owner.patch('/enquiry', { id, assignee: assignee && assignee.user._id })).status).toBe(200)
}

async function note(enquiry: string, text: string) {
  expect((await agent.post('/notes', { enquiry, note: text })).status).toBe(201)
}

const amelia = await join(owner, 'agent', 'Amélia Krüger-Stone')
const raised = await amelia.raise({ enquiryType: 'Billing', summery: 'A wrong invoice' })
const assigned = await member.raise({ enquiryType: 'Billing', summery: 'An invoice is missing' })
await assign(assigned._id, amelia)
const mentioning = await member.raise({ summery: 'Amelia promised this' })
await member.raise({ enquiryType: 'Billing', summery: 'An invoice of somebody else' })
await stranger.raise({ summery: 'An invoice', description: 'Amelia' })

test('everyone finds the enquiries that a person raised, is assigned to, or is named in [D10.5]', async () => {
  for (const person of everybody) {
    expect(await search(person, 'amelia')).toEqual({
      ids: [mentioning._id, assigned._id, raised._id],
      total: 3,
      exported: 3,
      matches: ['summery Amelia', 'assignee Amélia', 'requester Amélia'],
    })
  }
})

test.each([
  ['a name and a word of a text', 'amelia invoice', [assigned, raised]],
  ['the words in the other order', 'invoice ameli', [assigned, raised]],
  ['two words of a name', 'stone amelia', [assigned, raised]],
  ['a name without its accents', 'kruger', [assigned, raised]],
  ['the names of assignee and requester', 'amelia manny', [mentioning, assigned]],
  ['the middle of a name', 'melia', []],
  ['a name and a word of another enquiry', 'amelia else', []],
])('a search for %s finds what contains all of it [D10.5]', async (_what, text, expected) => {
  expect(await idsOf(viewer, text)).toEqual(expected.map(({ _id }) => _id))
})

test('a name is found among the matches of a filter, in any order, and with more than twelve words [D10.5]', async () => {
  expect(await idsOf(viewer, 'amelia', `&raisedBy=${amelia.user._id}`)).toEqual([raised._id])
  expect(await idsOf(viewer, 'amelia', '&sort=createdAt')).toEqual([raised._id, assigned._id, mentioning._id])
  const long = 'one two three four five six seven eight nine ten eleven twelve thirteen'
  const wordy = await amelia.raise({ summery: long })
  expect(await idsOf(viewer, `${long} kru`)).toEqual([wordy._id])
  expect(await idsOf(viewer, `${long} manny`)).toEqual([])
  expect(await idsOf(viewer, `${long} kru`, '&enquiryStatus=open')).toEqual([wordy._id])
})

test('a new name, a new assignee and an end of the assignment count at once [D10.5]', async () => {
  const renamed = await join(owner, 'agent', 'Philippa Before')
  const first = await renamed.raise()
  const second = await member.raise()
  await assign(second._id, renamed)
  expect(await idsOf(member, 'philippa')).toEqual([second._id, first._id])
  await rename(renamed, 'Josephine After')
  expect(await idsOf(member, 'philippa')).toEqual([])
  expect(await idsOf(member, 'josephine')).toEqual([second._id, first._id])
  await assign(second._id, null)
  expect(await idsOf(member, 'josephine')).toEqual([first._id])
})

test('a deactivated person is still found as the requester [D10.5]', async () => {
  const leaving = await join(owner, 'member', 'Bartholomew')
  const { _id } = await leaving.raise()
  await owner.patch(`/team/${leaving.user._id}`, { isActive: false })
  expect(await idsOf(member, 'bartholomew')).toEqual([_id])
})

test('a bulk change by a name changes what the list shows [D10.5]', async () => {
  const filter = { search: 'amelia invoice' }
  const { body } = await agent.post('/enquiry/bulk', { filter, enquiryStatus: 'inReview' })
  expect(body.data).toMatchObject({ total: 2 })
})

const noted = await member.raise({ summery: 'Noted by agents' })
await note(noted._id, 'An earlier remark about Rumpelstiltskin')
await note(noted._id, `${'Before it a long text. '.repeat(20)}Ask Rumpelstiltskin for spinning wheels`)
await member.say(noted._id, 'A message for all')

test('people who may answer find the words of notes, alone and with words of texts and messages [D10.5]', async () => {
  for (const person of [owner, agent]) {
    const found = await search(person, 'rumpel wheel')
    const matches = ['note Rumpelstiltskin wheels']
    expect(found).toEqual({ ids: [noted._id], total: 1, exported: 1, matches })
    for (const text of ['rumpel noted', 'message spinning', 'manny rumpel', 'rumpel remark']) {
      expect([text, await idsOf(person, text)]).toEqual([text, [noted._id]])
      expect([text, await idsOf(person, text, '&enquiryStatus=open')]).toEqual([text, [noted._id]])
    }
    expect(await idsOf(person, 'rumpel invoice')).toEqual([])
  }
})

test('a search by anyone else is the same with and without notes [D10.5] [D6.3]', async () => {
  for (const person of [member, viewer, stranger]) {
    const texts = ['rumpelstiltskin', 'rumpel noted', 'noted', 'agents spinning', 'spinning']
    const read = () => Promise.all(texts.map((text) => search(person, text)))
    const before = await read()
    expect([before[0], before[1], before[4]]).toEqual([nothing, nothing, nothing])
    await note(noted._id, 'Noted: agents know of rumpelstiltskin and spinning')
    expect(await read()).toEqual(before)
    expect(await idsOf(person, 'rumpel', '&enquiryStatus=open')).toEqual([])
  }
  const order = { filter: { search: 'rumpelstiltskin' }, enquiryStatus: 'onHold' }
  expect((await member.post('/enquiry/bulk', order)).body.data ?? { total: 0 }).toMatchObject({ total: 0 })
  expect((await agent.post('/enquiry/bulk', order)).body.data).toMatchObject({ total: 1 })
})

test('a search by anyone else does not read the words of notes, so its time cannot depend on them [D10.5]', async () => {
  await app.db.begin(async (tx) => {
    await tx`lock table note_words, note in access exclusive mode`
    for (const person of [member, viewer]) {
      expect(await idsOf(person, 'noted')).toEqual([noted._id])
      expect(await idsOf(person, 'noted', '&enquiryStatus=onHold,open')).toEqual([noted._id])
    }
  })
})

test('notes of a version that did not index them are found once the server has indexed them [D10.5]', async () => {
  const many = await member.raise()
  await app.db`
    insert into note (company_id, id, enquiry_id, after_seq, author_id, client_id, note)
    select ${owner.user.company._id}, gen_random_uuid(), ${many._id}, 0, ${agent.user._id}, n::text, 'Persimmon ' || n
    from generate_series(1, 1200) n`
  expect(await idsOf(agent, 'persimmon')).toEqual([])
  let place
  do place = await writeMissingNoteWords(app.db, place)
  while (place)
  for (const text of ['persimmon', 'persimmon 1', 'persimmon 1200'])
    expect(await idsOf(agent, text)).toEqual([many._id])
  expect(await checkWords(app.db, going)).toEqual([])
})

test('the check rewrites wrong words of notes [D10.5]', async () => {
  const checked = await member.raise()
  await note(checked._id, 'Tangerine')
  await app.db`
    update note_words set words = '' where note_id in (select id from note where enquiry_id = ${checked._id})`
  expect(await idsOf(agent, 'tangerine')).toEqual([])
  expect(await checkWords(app.db, going)).toEqual([owner.user.company._id])
  expect(await idsOf(agent, 'tangerine')).toEqual([checked._id])
})
