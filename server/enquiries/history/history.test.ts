import { expect, test } from 'vitest'
import { people } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { agent, member, viewer, stranger } = await people(app)

test('the history of an enquiry lists each change with its author, old and new values, the latest first', async () => {
  const { _id } = await member.raise()
  await agent.patch('/enquiry', { id: _id, comments: 'Looked at', enquiryStatus: 'inReview' })
  const { status, body } = await viewer.get(`/enquiry/activity?enquiryId=${_id}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ totalDocs: 2, hasNextPage: false })
  expect(body.data.docs).toEqual([
    expect.objectContaining({
      action: 'changed',
      by: { _id: agent.user._id, name: 'Aggie Agent', kind: 'user', profilePic: null },
      changes: { comments: ['', 'Looked at'], status: ['open', 'inReview'] },
    }),
    expect.objectContaining({ action: 'created', by: expect.objectContaining({ name: 'Manny Member' }) }),
  ])
})

test('a long history has pages', async () => {
  const { _id } = await member.raise()
  for (const comments of ['1', '2', '3']) await member.patch('/enquiry', { id: _id, comments })
  const { body } = await member.get(`/enquiry/activity?enquiryId=${_id}&page=2&limit=3`)
  expect(body.data).toMatchObject({ totalDocs: 4, totalPages: 2, docs: [{ action: 'created' }] })
})

test('the history of another company’s enquiry is a 404 [D6.3]', async () => {
  const { _id } = await member.raise()
  expect((await stranger.get(`/enquiry/activity?enquiryId=${_id}`)).status).toBe(404)
  expect((await member.get('/enquiry/activity?enquiryId=x')).status).toBe(400)
})

test('the history names assignees, and shows that a comment reopened an enquiry', async () => {
  const { _id } = await member.raise()
  await agent.patch('/enquiry', { id: _id, assignee: agent.user._id })
  await agent.patch('/enquiry', { id: _id, assignee: null, enquiryStatus: 'closed' })
  await member.say(_id, 'It is back')
  const { body } = await member.get(`/enquiry/activity?enquiryId=${_id}`)
  expect(body.data.docs).toMatchObject([
    { action: 'reopened', by: { name: 'Manny Member' }, changes: { status: ['closed', 'open'] } },
    { action: 'changed', changes: { assignee: ['Aggie Agent', null], status: ['open', 'closed'] } },
    { action: 'changed', changes: { assignee: [null, 'Aggie Agent'] } },
    { action: 'created' },
  ])
  expect(JSON.stringify(body)).not.toContain('assigneeId')
})
