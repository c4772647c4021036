import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { countedServer } from '#server/test/database/roundTrips.ts'
import type { ApiResponse } from '#server/test/people.ts'
import { people, Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

/** The first times also prepare the statements. */
const warmUps = 3
const times = 5

const first = await testApp()
const { server, countTrips } = await countedServer(first)
const known = await people(first)
const [member, agent] = [known.member, known.agent].map(
  ({ user, accessToken, password }) => new Person(server, user, accessToken, password),
) as [Person, Person]
const { _id: id } = await member.raise({ summery: 'Leaking roof' })
await member.say(id, 'Water is coming in')
const unassigned = await Promise.all(Array.from({ length: warmUps + times }, () => member.raise()))
const statuses = ['in-progress', 'inReview']
let turn = 0

type Operation = [name: string, most: number, operate: () => Promise<ApiResponse>]
const key = () => ({ 'idempotency-key': randomUUID() })
const reply = () => ({
  enquiry: unassigned.pop()!._id,
  side: 'host',
  message: 'We are on our way',
  enquiryStatus: 'inReview',
})

test.each<Operation>([
  ['create an enquiry', 3, () => member.post('/enquiry', { enquiryType: 'Billing' }, key())],
  ['send a message', 3, () => member.say(id, 'Still leaking', key())],
  ['reply, and so change the status and the assignee', 3, () => agent.post('/chat', reply(), key())],
  ['change a status', 4, () => agent.patch('/enquiry', { id, enquiryStatus: statuses[turn++ % 2] }, key())],
  ['list enquiries', 2, () => member.get(`/enquiry?enquiryStatus=open&countTo=${++turn}`)],
  ['list enquiries again, before anything has changed', 1, () => member.get('/enquiry?enquiryStatus=open')],
  ['read an enquiry', 2, () => member.get(`/enquiry?_id=${id}`)],
  ['read a thread', 2, () => member.get(`/chat?enquiryId=${id}`)],
  ['search', 2, () => member.get('/enquiry?search=leaking%20roof')],
  ['search among the open enquiries', 2, () => member.get('/enquiry?search=leaking%20roof&enquiryStatus=open')],
  ['search for a person', 2, () => member.get('/enquiry?search=manny')],
  ['search for a message', 2, () => agent.get('/enquiry?search=coming')],
])('to %s takes at most %i round trips to the database', async (_name, most, operate) => {
  for (let time = 0; time < warmUps; time++) await operate()
  const trips = []
  for (let time = 0; time < times; time++) {
    let status = 0
    trips.push(await countTrips(async () => ({ status } = await operate())))
    expect(status).toBeLessThan(300)
  }
  // Work in the background may add some to one of them.
  expect(Math.min(...trips)).toBeLessThanOrEqual(most)
})
