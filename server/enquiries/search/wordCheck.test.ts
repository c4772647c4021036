import { expect, test } from 'vitest'
import { fillList } from '#server/test/manyEnquiries.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { checkWords } from './wordCheck.ts'
import { writeMissingWords } from './wordStore.ts'

const app = await testApp()
const { owner, agent, stranger } = await people(app)
const { _id: companyId } = owner.user.company
const going = new AbortController().signal

async function foundBy(words: string) {
  return (await owner.get(`/enquiry?search=${words}`)).body.data.docs.map(({ _id }: { _id: string }) => _id)
}

const first = await owner.raise({ summery: 'Marmalade', comments: 'Größe ½, 配送料の返金, ٣' })
const second = await owner.raise({ summery: 'Porridge' })
await owner.say(second._id, 'Breakfast')
await owner.say(second._id, '?!')
await stranger.raise({ summery: 'Marmalade' })

test('the check leaves correct words as they are', async () => {
  expect(await checkWords(app.db, going)).toEqual([])
})

test('the check rewrites wrong or missing words of enquiries and messages', async () => {
  await app.db`update enquiry_words set words = '' where company_id = ${companyId} and enquiry_no = 1 and seq = 0`
  await app.db`delete from enquiry_words where company_id = ${companyId} and enquiry_no = 2 and seq = 1`
  expect([await foundBy('marmalade'), await foundBy('breakfast')]).toEqual([[], []])
  expect(await checkWords(app.db, going)).toEqual([companyId])
  expect([await foundBy('marmalade'), await foundBy('breakfast')]).toEqual([[first._id], [second._id]])
  expect(await checkWords(app.db, going)).toEqual([])
})

test('all enquiries of a company are checked if its sample has a wrong one', async () => {
  const many = await registerOwner(app, { companyName: 'Many' })
  const count = 3000
  await fillList(app, many.user, count)
  const company = many.user.company._id
  expect(await checkWords(app.db, going)).toEqual([company])
  const [row] = await app.db`select count(*)::int as count from enquiry_words where company_id = ${company}`
  expect(row).toEqual({ count })
})

test('a cancelled check changes nothing', async () => {
  await app.db`update enquiry_words set words = '' where company_id = ${companyId}`
  expect(await checkWords(app.db, AbortSignal.abort())).toEqual([])
  expect(await foundBy('marmalade')).toEqual([])
  expect(await checkWords(app.db, going)).toEqual([companyId])
})

test('a comment that changes while missing words are written is found by its new text', async () => {
  await app.db`insert into enquiry_words_missing values (${companyId}, ${first._id}), (${companyId}, ${second._id})`
  const underWay = await app.db.begin(async (tx) => {
    // Blocks the write for the first enquiry, after both have been read.
    await tx`select 1 from enquiry_words where company_id = ${companyId} and enquiry_no = 1 and seq = 0 for update`
    const writing = writeMissingWords(app.db)
    await waitFor(async () => expect(await waitingForLocks()).toBe(1))
    let isChanged = false
    const changing = agent.patch('/enquiry', { id: second._id, comments: 'Elderberry' }).then(({ status }) => {
      isChanged = true
      return status
    })
    await waitFor(async () => expect(isChanged || (await waitingForLocks()) === 2).toBe(true))
    return { writing, changing }
  })
  expect([await underWay.writing, await underWay.changing]).toEqual([true, 200])
  expect(await foundBy('elderberry')).toEqual([second._id])
})

async function waitingForLocks() {
  const [row] = await app.db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row!.count
}
