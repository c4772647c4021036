import { expect, test } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import { people, type Person } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()

function reply({ _id }: Enquiry, by: Person, enquiryStatus?: string) {
  return by.post('/chat', { enquiry: _id, side: 'host', message: 'A reply', enquiryStatus })
}

test('the first reply assigns an enquiry to the person who writes it [D10.5]', async () => {
  const { owner, agent, member } = await people(app)
  const [enquiry, assigned] = [await member.raise(), await member.raise()]
  await owner.patch('/enquiry', { id: assigned._id, assignee: owner.user._id })
  expect((await reply(enquiry, agent, 'onHold')).status).toBe(201)
  expect((await agent.get('/unread')).body.data.enquiries).toBe(0)
  await reply(enquiry, owner)
  await reply(assigned, agent)
  expect(await assignees(agent)).toEqual(['Aggie Agent', 'Olivia Owner'])

  const { body } = await agent.get(`/enquiry/activity?enquiryId=${enquiry._id}`)
  expect(body.data.docs[0]).toMatchObject({
    by: { name: 'Aggie Agent' },
    changes: { status: ['open', 'onHold'], assignee: [null, 'Aggie Agent'] },
  })
})

test('an owner can turn off assignment by reply [D10.5]', async () => {
  const { owner, agent, member } = await people(app)
  const enquiry = await member.raise()
  const change = (assignsOnReply: boolean, by = owner) => by.patch('/users', { company: { assignsOnReply } })
  expect(owner.user.company.assignsOnReply).toBe(true)
  expect((await change(false, agent)).status).toBe(403)
  expect((await change(false)).body.data.company.assignsOnReply).toBe(false)
  await reply(enquiry, agent)
  expect(await assignees(agent)).toEqual([undefined])
})

test('the totals name the people to whom enquiries are assigned [D10.5]', async () => {
  const { owner, agent, member } = await people(app)
  const enquiry = await member.raise()
  const named = async () => (await member.get('/enquiry/summary')).body.data.assignees
  expect(await named()).toEqual([])
  await owner.patch('/enquiry', { id: enquiry._id, assignee: agent.user._id })
  expect(await named()).toEqual([{ _id: agent.user._id, name: 'Aggie Agent' }])
  await owner.patch('/enquiry', { id: enquiry._id, assignee: null })
  expect(await named()).toEqual([])
})

async function assignees(person: Person) {
  const { body } = await person.get('/enquiry?sort=enquiryId')
  return body.data.docs.map(({ assignee }: Enquiry) => assignee?.name)
}
