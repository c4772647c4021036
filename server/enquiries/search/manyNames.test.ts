import { expect, test } from 'vitest'
import { wordTag } from '#server/enquiries/list/stretches.ts'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { join, people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

/** Three stretches of 8192 numbers, in which a person has far more enquiries than one step of a search looks up. */
const count = 20_000
const app = await testApp()
const { owner, agent, member, viewer } = await people(app)
const companyId = owner.user.company._id
await fillCompany(app, owner.user, count)

const left = await join(owner, 'agent', 'Leopold Frequent')
const raisedByLeft = (no: number) => no <= 12_000 && no % 5 > 0
const assignedToLeft = (no: number) => no > 2000 && no <= 14_000 && no % 3 > 0
const crowd = await Promise.all(Array.from({ length: 30 }, (_none, at) => join(owner, 'member', `Crowd Member${at}`)))
const raisedByCrowd = (no: number) => !raisedByLeft(no) && no % 7 === 0
await app.db`
  update enquiry set
    created_by = case
      when enquiry_no <= 12000 and enquiry_no % 5 > 0 then ${left.user._id}
      when enquiry_no % 7 = 0 then (${crowd.map(({ user }) => user._id)}::uuid[])[1 + enquiry_no % 30]
      else created_by end,
    assignee_id = case when enquiry_no > 2000 and enquiry_no <= 14000 and enquiry_no % 3 > 0 then ${left.user._id}::uuid end
  where company_id = ${companyId}`
const inNote = (no: number) => no % 9 === 0
await app.db`
  insert into note_words (company_id, enquiry_no, note_id, words)
  select ${companyId}, n, gen_random_uuid(), array_to_tsvector(array[
    (${Array.from({ length: 3 }, (_none, stretch) => wordTag(companyId, stretch * 8192))}::text[])[1 + n / 8192] || 'leonine'])
  from generate_series(9, ${count}::int, 9) n`
await app.db`vacuum analyze enquiry`

async function numbersFound(person: Person, query: string) {
  const { status, body } = await person.get(`/enquiry/export?${query}`)
  expect(status).toBe(200)
  const ids = body.message.match(/^ENQ-\d+/gm) ?? []
  return ids.map((id) => Number(id.slice(4)))
}

function numbersWith(isFound: (no: number) => boolean) {
  return Array.from({ length: count }, (_none, at) => count - at).filter(isFound)
}

const ofLeft = (no: number) => raisedByLeft(no) || assignedToLeft(no)
const isOwn = (no: number) => !raisedByLeft(no) && !raisedByCrowd(no)

test.each([
  ['leopold', ofLeft],
  ['leopold frequent', ofLeft],
  ['rare7 leopold', (no: number) => no >= 2800 && no < 3200 && ofLeft(no)],
  ['n4711 leopold', (no: number) => no === 4711],
  ['n47 leopold', (no: number) => `${no}`.startsWith('47') && ofLeft(no)],
  ['leopold crowd', (no: number) => ofLeft(no) && raisedByCrowd(no)],
  ['crowd', raisedByCrowd],
  ['member0 rare', (no: number) => raisedByCrowd(no) && no % 30 === 0],
  ['olivia', isOwn],
  ['olivia leopold', (no: number) => isOwn(no) && assignedToLeft(no)],
  ['leopold nothing', () => false],
] as const)(
  'a search for “%s” among many enquiries finds each one, once, the newest first [D10.5]',
  async (text, isFound) => {
    const query = `search=${encodeURIComponent(text)}`
    const expected = numbersWith(isFound)
    for (const person of [viewer, agent]) expect(await numbersFound(person, query)).toEqual(expected)
    const closed = expected.filter((no) => no % 7 > 0 && no % 40 !== 1)
    expect(await numbersFound(viewer, `${query}&enquiryStatus=closed`)).toEqual(closed)
  },
)

test('a search finds words of many notes together with names and texts, for people who may answer [D10.5]', async () => {
  expect(await numbersFound(agent, 'search=leonine')).toEqual(numbersWith(inNote))
  expect(await numbersFound(agent, 'search=leo')).toEqual(numbersWith((no) => inNote(no) || ofLeft(no)))
  expect(await numbersFound(agent, 'search=leonine+leopold')).toEqual(numbersWith((no) => inNote(no) && ofLeft(no)))
  const rare = numbersWith((no) => inNote(no) && no >= 2800 && no < 3200)
  expect(await numbersFound(agent, 'search=leonine+rare7')).toEqual(rare)
  expect(await numbersFound(member, 'search=leonine')).toEqual([])
  expect(await numbersFound(member, 'search=leo')).toEqual(numbersWith(ofLeft))
})
