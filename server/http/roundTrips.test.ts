import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { statementChannel } from '#server/database/connectionPool.ts'
import { countRoundTrips } from '#server/test/database/roundTrips.ts'
import { people, Person } from '#server/test/people.ts'
import { secondServer, testApp } from '#server/test/testApp.ts'

const first = await testApp()
const counter = await countRoundTrips(first)
const server = await secondServer({ ...first, connection: counter.connection })
const { member: known, agent: knownAgent } = await people(first)
const member = new Person(server, known.user, known.accessToken, known.password)
const agent = new Person(server, knownAgent.user, knownAgent.accessToken, knownAgent.password)
const key = () => ({ 'idempotency-key': randomUUID() })
const enquiry = await member.raise({ summery: 'Leaking roof' })
const other = await member.raise({ summery: 'Broken window' })
let log: string[] | undefined
if (process.env.TRACE) subscribe(statementChannel, (s: any) => log?.push(s.text.replace(/\s+/g, ' ').slice(0, 150)))

let turn = 0
const statuses = ['in-progress', 'inReview']
const operations = {
  create: () => member.post('/enquiry', { enquiryType: 'Billing', summery: 'Heating' }, key()),
  message: () => member.say(enquiry._id, 'Still leaking', key()),
  reply: () => agent.post('/chat', { enquiry: enquiry._id, message: 'We come', side: 'host' }, key()),
  status: () => agent.patch('/enquiry', { id: other._id, enquiryStatus: statuses[turn++ % 2] }, key()),
  list: () => member.get('/enquiry?enquiryStatus=open'),
  one: () => member.get(`/enquiry?_id=${enquiry._id}`),
  thread: () => member.get(`/chat?enquiryId=${enquiry._id}`),
  search: () => member.get('/enquiry?search=roof'),
  'search of two words': () => member.get('/enquiry?search=leaking%20roof'),
}

test.each(Object.entries(operations))('%s', async (name, operate) => {
  for (let i = 0; i < 3; i++) await operate()
  const counts = []
  for (let i = 0; i < 20; i++) counts.push(await counter.countDuring(operate))
  log = []
  const last: any = await operate()
  console.log(name, last.status, counts.join(' '), '\n' + log.join('\n'))
  log = undefined
  expect(last.status).toBeLessThan(300)
})
