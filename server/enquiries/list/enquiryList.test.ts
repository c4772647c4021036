import { expect, test } from 'vitest'
import { Enquiry } from '#contract/enquiries.ts'
import { pageOf } from '#contract/paging.ts'
import { people } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { owner, member, stranger } = await people(app)

for (let number = 1; number <= 12; number++) {
  const enquiryType = number % 3 === 0 ? 'Billing' : 'Delivery'
  const raised = await member.raise({ enquiryType, summery: `Summary ${String.fromCharCode(64 + number)}` })
  if (number % 4 === 0) await member.patch('/enquiry', { id: raised._id, enquiryStatus: 'closed' })
}
await member.raise({ enquiryType: 'Odd', summery: '100% off_by_one', description: 'a back\\slash', comments: 'Zürich' })
await stranger.raise({ summery: 'Not for you' })

async function list(query = '') {
  const { status, body } = await owner.get(`/enquiry${query}`)
  expect(status).toBe(200)
  return pageOf(Enquiry).parse(body.data)
}

async function idsOf(query: string) {
  return (await list(query)).docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))
}

test('the list has pages with their total, newest first [S7.3] [S3.6]', async () => {
  expect(await list('?limit=5')).toMatchObject({
    totalDocs: 13,
    limit: 5,
    page: 1,
    totalPages: 3,
    hasNextPage: true,
    hasPrevPage: false,
  })
  expect(await idsOf('?limit=5')).toEqual([13, 12, 11, 10, 9])
  expect(await list('?limit=5&page=3')).toMatchObject({ page: 3, hasNextPage: false, hasPrevPage: true })
  expect(await idsOf('?limit=5&page=3')).toEqual([3, 2, 1])
})

test('a page after the last is empty and has the right total [S7.3]', async () => {
  expect(await list('?page=99')).toMatchObject({ docs: [], totalDocs: 13, hasNextPage: false })
})

test('a page has 25 rows by default [S7.3]', async () => {
  expect(await list()).toMatchObject({ limit: 25, page: 1, totalPages: 1 })
})

test('one or several statuses filter the list and its total [S7.3]', async () => {
  expect(await idsOf('?enquiryStatus=closed')).toEqual([12, 8, 4])
  expect(await list('?enquiryStatus=closed,open')).toMatchObject({ totalDocs: 13 })
  expect(await list('?enquiryStatus=onHold')).toMatchObject({ totalDocs: 0 })
})

test('a type filters the list, also together with a status [S7.3]', async () => {
  expect(await idsOf('?enquiryType=Billing')).toEqual([12, 9, 6, 3])
  expect(await list('?enquiryType=Billing&enquiryStatus=closed')).toMatchObject({ totalDocs: 1 })
})

test('empty filters do not filter [S7.3]', async () => {
  expect(await list('?search=&enquiryStatus=&enquiryType=&sort=')).toMatchObject({ totalDocs: 13 })
})

test('a search finds enquiries that contain all its words, in any text and any case [S7.3]', async () => {
  expect(await idsOf('?search=SUMMARY+k')).toEqual([11])
  expect(await idsOf(`?search=${encodeURIComponent('zürich')}`)).toEqual([13])
  expect(await idsOf('?search=billing+nothing')).toEqual([])
  expect(await idsOf('?search=not+for+you')).toEqual([])
})

test('a search by number finds that enquiry [S7.3]', async () => {
  expect(await idsOf('?search=ENQ-000007')).toEqual([7])
  expect(await idsOf('?search=7')).toEqual([7])
})

test('wildcards and operators in a search only separate its words [S7.3]', async () => {
  for (const [search, found] of [
    ['100%', 1],
    ['off_by', 1],
    ['back\\sl', 1],
    ["'back' & !slash | x:*", 0],
    ["o'ff", 0],
    ['one:* <-> off', 1],
    ['%_%', 0],
    ['?!', 0],
  ] as const) {
    expect([search, (await list(`?search=${encodeURIComponent(search)}`)).totalDocs]).toEqual([search, found])
  }
})

test('every sort works in both directions [S7.3]', async () => {
  for (const sort of ['enquiryId', 'enquiryType', 'summery', 'enquiryStatus', 'createdAt', 'updatedAt']) {
    const upwards = await idsOf(`?sort=${sort}`)
    expect(upwards).toHaveLength(13)
    expect(await idsOf(`?sort=-${sort}`)).toEqual(upwards.toReversed())
  }
  expect((await idsOf('?sort=enquiryId')).slice(0, 3)).toEqual([1, 2, 3])
  expect((await list('?sort=summery')).docs[0]!.summery).toBe('100% off_by_one')
})

test('a list contains URLs of files that work, and no file contents [D3.3]', async () => {
  await member.raise({ documents: [{ name: 'photo.png', url: await picture('png', '#ff0000', 300, 200) }] })
  const { docs } = await list('?limit=1')
  expect(JSON.stringify(docs)).not.toContain('base64')
  expect((await app.app.inject({ url: docs[0]!.documents[0]!.url })).statusCode).toBe(200)
})
