import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fillCompany } from '#server/test/manyEnquiries.ts'
import { join, registerOwner } from '#server/test/people.ts'
import { planModes, plansOfQueries, queriesOf, rowsRead, scannedWhole } from '#server/test/queryPlans.ts'
import { testApp } from '#server/test/testApp.ts'
import { writeNotification } from './notificationMails.ts'

const app = await testApp()
const owner = await registerOwner(app)
const agent = await join(owner, 'agent')
const companyId = owner.user.company._id
await fillCompany(app, owner.user, 2000)
const { id: known } = (await app.db`select id from enquiry where enquiry_no = 1000`)[0]!

/** An unread entry of replies in each enquiry and nine others, most of them read, for the agent and for 20 other people. */
await app.db`
  insert into notification (company_id, user_id, kind, enquiry_id, by_id, at, since_seq, in_inbox, read_at)
  select ${companyId}, p.id, case n when 0 then 'reply' else 'assignment' end, e.id, ${owner.user._id},
    now() - make_interval(mins => e.enquiry_no::int * 10 + n), case n when 0 then 1 end, true, case when n > 1 then now() end
  from enquiry e, generate_series(0, 9) n, (
    select ${agent.user._id}::uuid as id union all select gen_random_uuid() from generate_series(1, 20)
  ) p where n = 0 or e.enquiry_no % 10 = n`
await app.db`vacuum analyze notification`

const { id: unread } = (
  await app.db`
  select id from notification where user_id = ${agent.user._id} and enquiry_id = ${known} and read_at is null`
)[0]!

async function writeMail() {
  await app.db`update app_user set email_confirmed_at = now() where id = ${agent.user._id}`
  const [recent] = await app.db`
    select id from notification where user_id = ${agent.user._id} and read_at is null order by at desc limit 1`
  const config = readConfig({ PUBLIC_URL: 'https://desk.test' })
  await writeNotification({ config, db: app.db })({ id: recent!.id, to: agent.user.email, aboutId: recent!.id })
  return { status: 200 }
}

test.each(
  Object.entries({
    'the first page of the inbox': { work: () => agent.get('/notification'), atMost: 2050 },
    'the unread part of the inbox': { work: () => agent.get('/notification?isRead=false'), atMost: 2050 },
    'the read part of the inbox': { work: () => agent.get('/notification?isRead=true'), atMost: 50 },
    'the number of unread notifications': { work: () => agent.get('/unread'), atMost: 100 },
    'a message': { work: () => owner.say(known, 'How far is it?'), atMost: 30 },
    'a seen mark': { work: () => agent.post('/seen', { enquiry: known, seq: 1, side: 'host' }), atMost: 110 },
    'an assignment': { work: () => owner.patch('/enquiry', { id: known, assignee: agent.user._id }), atMost: 30 },
    'one that is marked as read': {
      work: () => agent.patch('/notification', { id: unread, isRead: true }),
      atMost: 210,
    },
    'the mail about one': { work: writeMail, atMost: 20 },
  }),
)('%s is read from indexes', async (_title, { work, atMost }) => {
  const queries = await queriesOf(work)
  for (const mode of planModes) {
    const nodes = await plansOfQueries(app.db, queries, mode)
    expect([mode, scannedWhole(nodes, ['notification', 'enquiry', 'message'])]).toEqual([mode, []])
    expect(rowsRead(nodes, 'notification')).toBeLessThanOrEqual(atMost)
  }
})
