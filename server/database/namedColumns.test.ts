import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/projectRoot.ts'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

/** Matches a star that means all columns: `select *`, `returning *` or `e.*`, but not `count(*)` or `a * b`. */
const star =
  /\b(?:select|returning)\s+(?:distinct\s+)?\*|,\s*\*\s*(?:,|\bfrom\b)|\b[a-z_]+\.\*(?=\s*(?:,|\bfrom\b|`|\)|$))/gim

test.each([
  ['select * from enquiry', true],
  ['insert into note values (1)\n    returning *', true],
  ['select e.*, u.name from enquiry e', true],
  ['select u.name, e.*\n from enquiry e', true],
  ['select name, * from enquiry', true],
  ['select count(*) from enquiry', false],
  ['select 2 * total, width * 3 from enquiry', false],
])('the check detects a star in %j: %s', (query, isFound) => {
  expect(query.search(star) !== -1).toBe(isFound)
})

test('every query names its columns, so that it keeps working when a migration adds one', async () => {
  const folder = join(projectRoot, 'server')
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(ts|sql)$/.test(name))
  const found: string[] = []
  for (const name of names.filter((each) => !each.endsWith('.test.ts'))) {
    const source = await readFile(join(folder, name), 'utf8')
    for (const [text] of source.matchAll(star)) found.push(`${name}: ${text.trim()}`)
  }
  expect(found).toEqual([])
})

test('requests succeed while columns are added to the tables that they read and write', async () => {
  const app = await testApp()
  const { agent, member } = await people(app)
  const { _id } = await member.raise()
  const requests = () => [
    agent.get('/enquiry'),
    agent.get('/enquiry?sort=summery&page=2'),
    agent.get(`/chat?enquiryId=${_id}`),
    agent.get(`/notes?enquiryId=${_id}`),
    agent.get(`/enquiry/activity?enquiryId=${_id}`),
    agent.get('/desk/queue'),
    agent.get('/views'),
    agent.get('/jobs'),
    agent.post('/notes', { enquiry: _id, note: 'Call back' }),
    agent.post('/views', { name: `View ${Math.random()}`, query: '', isShared: false }),
    agent.post('/enquiry/bulk', { ids: [_id], enquiryStatus: 'onHold' }),
    member.say(_id, 'Hello'),
    agent.patch('/enquiry', { id: _id, comments: `Changed ${Math.random()}` }),
  ]
  const statuses = async () => {
    const responses = []
    // Several rounds, so that every connection caches plans.
    for (let round = 0; round < 4; round++) responses.push(...(await Promise.all(requests())))
    return responses.map(({ status }) => status)
  }
  const before = await statuses()
  expect(before.filter((status) => status >= 300)).toEqual([])
  for (const table of ['enquiry', 'message', 'note', 'activity', 'saved_view', 'job', 'job_item']) {
    await app.db.unsafe(`alter table ${table} add column added_later text not null default 'new'`)
  }
  expect(await statuses()).toEqual(before)
})
