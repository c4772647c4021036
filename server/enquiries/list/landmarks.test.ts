import type { FastifyBaseLogger } from 'fastify'
import { expect, test, vi } from 'vitest'
import { startHousekeeping } from '#server/housekeeping.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { checkLandmarks, countMoves } from './landmarkUpkeep.ts'

const count = 9000
const app = await testApp()
const owner = await registerOwner(app)
const companyId = owner.user.company._id
await fillList(app, owner.user, count)

const columns = { enquiryType: 'enquiry_type', summery: 'summery', updatedAt: 'updated_at' } as const
const lists = Object.keys(columns).flatMap((sort) =>
  ['', 'open,closed'].flatMap((status) => [
    { sort, status, direction: 'asc' },
    { sort, status, direction: 'desc' },
  ]),
)
type List = (typeof lists)[number]

async function numbersInOrder({ sort, status, direction }: List) {
  const statuses = status ? status.split(',') : ['open', 'in-progress', 'inReview', 'onHold', 'closed']
  const column = columns[sort as keyof typeof columns]
  const rows = await app.db<{ enquiryNo: number }[]>`
    select enquiry_no from enquiry where company_id = ${companyId} and status = any(${statuses})
    order by ${app.db.unsafe(`${column} ${direction}, enquiry_no ${direction}`)}`
  return rows.map(({ enquiryNo }) => enquiryNo)
}

async function page(number: number, { sort, status, direction }: List) {
  const query = `sort=${direction === 'asc' ? '' : '-'}${sort}&enquiryStatus=${status}&page=${number}`
  const { docs } = (await owner.get(`/enquiry?${query}`)).body.data as { docs: { enquiryId: string }[] }
  return docs.map(({ enquiryId }) => Number(enquiryId.slice(4)))
}

async function expectRightPages() {
  for (const list of lists) {
    const numbers = await numbersInOrder(list)
    const last = Math.ceil(numbers.length / 25)
    for (const number of [42, Math.floor(last / 2), last]) {
      expect(await page(number, list), `page ${number} of ${JSON.stringify(list)}`).toEqual(
        numbers.slice((number - 1) * 25, number * 25),
      )
    }
  }
}

async function idOf(enquiryNo: number) {
  const [row] = await app.db<{ id: string }[]>`
    select id from enquiry where company_id = ${companyId} and enquiry_no = ${enquiryNo}`
  return row!.id
}

/** Changes statuses, adds messages and raises enquiries through the API, some of them twice. */
async function moveSome(from: number) {
  for (let step = 0; step < 15; step++) {
    const id = await idOf(from + step * 97)
    await owner.patch('/enquiry', { id, enquiryStatus: step % 2 ? 'open' : 'closed' })
    if (step % 3 === 0) await owner.say(id, 'And now?')
    await owner.raise({ enquiryType: `Type ${step}`, summery: step % 2 ? 'Aardvark' : 'zebra' })
  }
}

/** How many landmarks each sort has. */
async function landmarks() {
  const rows = await app.db<{ sort: string; number: number }[]>`
    select sort, count(distinct (value, enquiry_no))::int as number from enquiry_landmark
    where company_id = ${companyId} group by sort`
  return Object.fromEntries(rows.map(({ sort, number }) => [sort, number]))
}

test('a large company has a landmark for every 2048 enquiries of each sort', async () => {
  expect(await landmarks()).toEqual({ enquiry_type: 5, summery: 5, updated_at: 5 })
  expect(await checkLandmarks(app.db)).toEqual([])
})

test('any page is right before and after moves are counted', async () => {
  await moveSome(100)
  await expectRightPages()
  await countMoves(app.db)
  await expectRightPages()
  await moveSome(2000)
  await expectRightPages()
  expect(await checkLandmarks(app.db)).toEqual([])
})

test('no change is lost while moves are counted', async () => {
  const written = new AbortController()
  const counting = (async () => {
    while (!written.signal.aborted) await countMoves(app.db)
  })()
  await Promise.all([moveSome(150), moveSome(4000)])
  written.abort()
  await counting
  await expectRightPages()
  expect(await checkLandmarks(app.db)).toEqual([])
})

test('several servers can count at the same time', async () => {
  await moveSome(300)
  await Promise.all([countMoves(app.db), countMoves(app.db), checkLandmarks(app.db), countMoves(app.db)])
  expect(await checkLandmarks(app.db)).toEqual([])
})

/** Changes the oldest enquiries, and counts the moves after each part. */
async function changeOldest(number: number, part: number) {
  for (let from = 0; from < number; from += part) {
    await app.db`
      update enquiry set updated_at = clock_timestamp()
      where company_id = ${companyId} and enquiry_no > ${from} and enquiry_no <= ${from + part}`
    await countMoves(app.db)
  }
}

test('a crowded landmark is split, and empty ones are removed', async () => {
  await changeOldest(6000, 750)
  const { updated_at: several } = await landmarks()
  expect(several).toBeGreaterThanOrEqual(7)
  await expectRightPages()
  for (let round = 0; round < 8; round++) await changeOldest(6000, 750)
  expect((await landmarks()).updated_at).toBeLessThan(21)
  await expectRightPages()
  expect(await checkLandmarks(app.db)).toEqual([])
})

test('after a move of most enquiries any page is right, and all are recounted', async () => {
  await app.db`update enquiry set updated_at = clock_timestamp() where company_id = ${companyId} and enquiry_no <= 6000`
  await expectRightPages()
  await countMoves(app.db)
  expect(await landmarks()).toMatchObject({ updated_at: 5 })
  await expectRightPages()
})

test('the check returns the company of wrong landmarks and replaces them', async () => {
  await app.db`
    update enquiry_landmark set count = count + 1 where company_id = ${companyId} and sort = 'summery' and status = 'open'`
  expect(await checkLandmarks(app.db)).toEqual([companyId])
  expect(await checkLandmarks(app.db)).toEqual([])
  await app.db`delete from enquiry_landmark where company_id = ${companyId} and sort = 'updated_at' and status = 'open'`
  expect(await checkLandmarks(app.db)).toEqual([companyId])
  await expectRightPages()
})

test('a small company has no landmarks, and its moves are deleted', async () => {
  const small = await registerOwner(app)
  await small.raise()
  await countMoves(app.db)
  expect(await app.db`select from enquiry_landmark where company_id = ${small.user.company._id}`).toHaveLength(0)
  expect(await app.db`select from enquiry_move`).toHaveLength(0)
})

test('a server counts moves within seconds', async () => {
  await owner.raise()
  expect(await app.db`select from enquiry_move`).not.toHaveLength(0)
  const log = { info: vi.fn<() => void>(), error: vi.fn<() => void>(), warn: vi.fn<() => void>() }
  const housekeeping = startHousekeeping(app, log as Partial<FastifyBaseLogger> as FastifyBaseLogger)
  await waitFor(async () => expect(await app.db`select from enquiry_move`).toHaveLength(0))
  await housekeeping.stop()
  expect(log.error).not.toHaveBeenCalled()
  expect(log.warn).not.toHaveBeenCalled()
}, 20_000)
