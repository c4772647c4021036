import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

const amelia = { _id: uuid(7), name: 'Amelia', kind: 'user' as const, profilePic: null }
const page = `/enquiry/${uuid(101)}`
const desk = `/desk/${uuid(101)}`
const agent = person('agent')
const world = { user: agent, enquiries: [enquiry(1)] }

beforeEach(showWholeLists)

let no = 5

/** The server records a change, and announces it. */
function save({ api, stream }: Awaited<ReturnType<typeof live>>, changes: HistoryEntry['changes'], by = amelia) {
  no += 1
  const entry = { _id: uuid(900 + no), action: 'changed', by, changes, createdAt: '2026-11-20T08:00:00.000Z' }
  api.world.history = [entry, ...api.world.history]
  stream.tell('change', { no, subject: 'enquiry', id: uuid(101), by: by._id })
}

const line = (text: string) => screen.findByText(text, { selector: 'output' })

async function open(path: string) {
  no = 5
  const opened = await live(path, world)
  await screen.findAllByText('Summary 1')
  await waitFor(() => expect(opened.api.sent('GET /enquiry/activity')).not.toEqual([]))
  return opened
}

test('the enquiry screen says what another person has saved: the newest change, until it is dismissed', async () => {
  const opened = await open(page)
  save(opened, { status: ['open', 'closed'] })
  expect(await line('Amelia changed the status from Open to Closed')).toBeVisible()
  save(opened, { comments: ['', 'Called back'] })
  expect(await line('Amelia changed the comments')).toBeVisible()
  expect(screen.queryByText('Amelia changed the status from Open to Closed', { selector: 'output' })).toBeNull()
  await opened.keys.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Amelia changed the comments', { selector: 'output' })).toBeNull()
  expect(shownToasts()).toEqual([])
})

test('a person’s own change in another tab is not announced', async () => {
  const opened = await open(page)
  save(opened, { comments: ['', 'Mine'] }, { ...amelia, _id: agent._id })
  save(opened, { comments: ['Mine', 'Theirs'] })
  expect(await line('Amelia changed the comments')).toBeVisible()
  const before = opened.api.sent('GET /enquiry/activity').length
  save(opened, { comments: ['Theirs', 'Mine again'] }, { ...amelia, _id: agent._id, name: 'Myself' })
  await waitFor(() => expect(opened.api.sent('GET /enquiry/activity').length).toBeGreaterThan(before))
  expect(screen.queryByText(/Myself changed/)).toBeNull()
})

test('a change that was saved while the person was elsewhere is not announced', async () => {
  const opened = await open(page)
  await screen.findByRole('button', { name: 'History' })
  await act(() => opened.router.navigate('/profile'))
  await screen.findByRole('heading', { name: 'Profile' })
  save(opened, { comments: ['', 'Called back'] })
  await act(() => opened.router.navigate(page))
  await opened.keys.click(await screen.findByRole('button', { name: 'History' }))
  expect((await screen.findAllByText('Called back'))[0]).toBeVisible()
  expect(screen.queryByText('Amelia changed the comments', { selector: 'output' })).toBeNull()
})

test('the desk says it too, except for a change of status, which the thread marks', async () => {
  const opened = await open(desk)
  save(opened, { status: ['open', 'closed'] })
  expect(await screen.findByText(/changed the status to Closed/)).toBeVisible()
  expect(screen.queryByText('Amelia changed the status from Open to Closed')).toBeNull()
  save(opened, { comments: ['', 'Called back'] })
  expect(await line('Amelia changed the comments')).toBeVisible()
})

test('other people see who is editing', async () => {
  const { api, keys, stream } = await open(page)
  await keys.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(api.sent('POST /presence').at(-1)?.body).toMatchObject({ isEditing: true }))
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(api.sent('POST /presence').at(-1)?.body).toMatchObject({ isEditing: false }))
  const present = { ...amelia, screens: ['enquiry' as const], isTyping: false }
  const ben = { ...present, _id: uuid(8), name: 'Ben' }
  stream.tell('presence', { enquiry: uuid(101), people: [ben, { ...present, isEditing: true }] })
  expect(await line('Amelia is editing. Ben is also here')).toBeInTheDocument()
  expect(screen.getByText('Amelia is editing')).toBeVisible()
})
