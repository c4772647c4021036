import { expect, test } from 'vitest'
import { checkCounts } from '#server/enquiries/list/countCheck.ts'
import { countMoves } from '#server/enquiries/list/landmarkUpkeep.ts'
import { ask, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const owner = await registerOwner(app)
/** One less than the largest 4-byte integer. */
await app.db`update company set last_enquiry_no = 2147483646 where id = ${owner.user.company._id}`

const names = ['Apples', 'Bananas', 'Cherries', 'Dates', 'Elderberries']
for (const summery of names) await owner.raise({ summery, enquiryType: summery.length % 2 ? 'Odd' : 'Even' })
const newestFirst = names.toReversed()

const pageOf = async (query: string) => {
  const { status, body } = await owner.get(`/enquiry?${query}`)
  expect(status).toBe(200)
  return body.data as { docs: { _id: string; enquiryId: string; summery: string }[]; nextCursor: string | null }
}

test('a company can raise more enquiries, and they are listed with their numbers', async () => {
  const { docs } = await pageOf('limit=10')
  expect(docs.map(({ enquiryId }) => enquiryId)).toEqual([
    'ENQ-2147483651',
    'ENQ-2147483650',
    'ENQ-2147483649',
    'ENQ-2147483648',
    'ENQ-2147483647',
  ])
  expect(docs.map(({ summery }) => summery)).toEqual(newestFirst)
})

test.each(['-createdAt', 'createdAt', 'summery', '-enquiryType', 'updatedAt', 'enquiryStatus'])(
  'cursors of the list sorted by %s lead to each enquiry once',
  async (sort) => {
    const walked: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await pageOf(`limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      walked.push(...page.docs.map(({ summery }) => summery))
      cursor = page.nextCursor
    }
    expect(walked.toSorted()).toEqual(names)
    if (sort === 'createdAt') expect(walked).toEqual(names)
  },
)

test('a search finds an enquiry by its number and by its words', async () => {
  for (const search of ['2147483649', 'ENQ-2147483649', '%232147483649', 'cherries']) {
    expect((await pageOf(`search=${search}`)).docs).toMatchObject([{ summery: 'Cherries' }])
  }
  const first = await pageOf('search=2147483649&limit=1&countTo=100')
  expect(first.docs).toHaveLength(1)
})

test('the desk, a thread, a bulk change and an export work', async () => {
  const first = (await owner.get('/desk/queue?limit=2')).body.data
  const rest = (await owner.get(`/desk/queue?limit=3&cursor=${first.nextCursor}`)).body.data
  expect([...first.docs, ...rest.docs].map(({ summery }) => summery)).toEqual(names)
  expect((await owner.say(first.docs[0]._id, 'Any news?')).status).toBe(201)

  const { body } = await owner.post('/enquiry/bulk', { filter: {}, enquiryStatus: 'closed' })
  const job = `/jobs/${body.data._id}`
  await expect.poll(async () => (await owner.get(job)).body.data).toMatchObject({ isFinished: true, changed: 5 })
  expect((await owner.get(`${job}/results`)).body.data).toHaveLength(5)

  const { body: exported } = await owner.get('/enquiry/export')
  for (let no = 2_147_483_647; no <= 2_147_483_651; no++) expect(exported.message).toContain(`ENQ-${no}`)
})

test('an import takes the next numbers, and all totals are right', async () => {
  const { accessToken } = owner
  const imported = await ask(app, {
    method: 'POST',
    url: '/enquiry/import',
    payload: 'enquiryType,summery\nOdd,Figs\nEven,Grapes\n',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
  })
  expect(imported.status).toBe(201)
  const { docs } = await pageOf('limit=2')
  expect(docs.map(({ enquiryId }) => enquiryId)).toEqual(['ENQ-2147483653', 'ENQ-2147483652'])
  await countMoves(app.db)
  expect(await checkCounts(app.db)).toEqual([])
  expect((await pageOf('page=2&limit=5')).docs).toHaveLength(2)
})
