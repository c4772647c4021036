import { expect, test } from 'vitest'
import { fillList } from '#server/test/manyEnquiries.ts'
import { people, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'
import { checkAllWords, checkWords } from './wordCheck.ts'
import { writeMissingWords } from './wordStore.ts'

const app = await testApp()
const { owner, agent, stranger } = await people(app)
const { _id: companyId } = owner.user.company
const going = new AbortController().signal

const ignore = () => undefined

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

/** An enquiry with more messages and notes than the check reads at a time. */
async function raiseLongThread() {
  const { _id } = await owner.raise({ summery: 'Long' })
  await app.db`
    insert into message (company_id, enquiry_id, seq, id, client_id, side, sender_id, message)
    select ${companyId}, ${_id}, n, gen_random_uuid(), n::text, 'host', ${agent.user._id}, 'Message ' || n
    from generate_series(1, 120) n`
  await app.db`
    insert into note (company_id, id, enquiry_id, after_seq, author_id, client_id, note, created_at)
    select ${companyId}, gen_random_uuid(), ${_id}, 0, ${agent.user._id}, n::text, 'Note ' || n, now() + make_interval(secs => n)
    from generate_series(1, 120) n`
  await app.db`update enquiry set last_message_seq = 120 where id = ${_id}`
  await app.db`insert into enquiry_words_missing values (${companyId}, ${_id})`
  await writeMissingWords(app.db)
  return _id
}

test('the check of everything finds one wrong row among the oldest messages and notes, and rewrites it [D13.1]', async () => {
  const long = await raiseLongThread()
  const shares: number[] = []
  expect(await checkAllWords(app.db, going, (share) => shares.push(share))).toEqual([])
  expect(shares[0]).toBeLessThan(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  const breakOne = [
    () => app.db`
      update enquiry_words set words = ''
      where company_id = ${companyId} and seq = 1 and enquiry_no = (select enquiry_no from enquiry where id = ${long})`,
    () => app.db`
      delete from note_words where company_id = ${companyId} and note_id = (
        select id from note where company_id = ${companyId} order by created_at limit 1)`,
  ]
  for (const breakRow of breakOne) {
    await breakRow()
    expect(await checkWords(app.db, going)).toEqual([])
    expect(await checkAllWords(app.db, going, ignore)).toEqual([companyId])
    expect(await checkAllWords(app.db, going, ignore)).toEqual([])
  }
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
