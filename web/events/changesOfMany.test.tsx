import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { live } from '#web/test/livePage.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'

/** One event for a range of enquiry numbers. */
const changeOfMany = (no: number, from: number, to: number) =>
  ['change', { no, subject: 'enquiry' as const, id: uuid(100 + from), by: uuid(77), numbers: { from, to } }] as const

test('an open enquiry is refetched if a bulk change includes it, and only then', async () => {
  const { api, stream } = await live(`/enquiry/${uuid(105)}`, { enquiries: [enquiry(5)] })
  await screen.findByRole('button', { name: 'History' })
  await waitFor(() => expect(api.sent('GET /enquiry/activity')).not.toEqual([]))
  const [read, history] = [api.sent('GET /enquiry').length, api.sent('GET /enquiry/activity').length]
  stream.tell(...changeOfMany(6, 6, 105))
  stream.tell(...changeOfMany(7, 1, 4))
  await waitFor(() => expect(window.sessionStorage.getItem(`lastEvent:${api.world.user._id}`)).toBe('7'))
  expect(api.sent('GET /enquiry')).toHaveLength(read)
  api.world.enquiries = [{ ...enquiry(5), enquiryStatus: 'closed', version: 2 }]
  stream.tell(...changeOfMany(8, 1, 5))
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(read))
  await waitFor(() => expect(api.sent('GET /enquiry/activity').length).toBeGreaterThan(history))
  expect(await screen.findByRole('button', { name: 'Status: Closed' })).toBeVisible()
})

test('a list is refetched once for a bulk change', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  const before = api.sent('GET /enquiry').length
  api.world.enquiries = [{ ...enquiry(1), summery: 'Changed with many' }]
  stream.tell(...changeOfMany(6, 1, 100))
  expect(await screen.findByText('Changed with many')).toBeVisible()
  expect(api.sent('GET /enquiry')).toHaveLength(before + 1)
})

test('a list is refetched for a note only while it is searched [D10.5]', async () => {
  const world = { enquiries: [enquiry(1)], user: person('agent') }
  const { api, stream, router } = await live('/', world)
  await screen.findByText('ENQ-000001')
  const before = api.sent('GET /enquiry').length
  stream.tell('change', { no: 6, subject: 'note', id: uuid(101), by: uuid(77) })
  await waitFor(() => expect(window.sessionStorage.getItem(`lastEvent:${api.world.user._id}`)).toBe('6'))
  expect(api.sent('GET /enquiry')).toHaveLength(before)
  await router.navigate('/?search=crane')
  await screen.findByText('Nothing found')
  api.world.enquiries = [{ ...enquiry(1), summery: 'With a note about a crane' }]
  stream.tell('change', { no: 7, subject: 'note', id: uuid(101), by: uuid(77) })
  expect(await screen.findByText('With a note about a crane')).toBeVisible()
})

test('a thread and the desk refetch after a bulk change of their enquiry', async () => {
  const { api, stream, router } = await live(`/chats/${uuid(103)}`, { enquiries: [enquiry(3)], user: person('agent') })
  await screen.findByText(/ENQ-000003/)
  const marks = api.sent('GET /enquiry/activity').length
  stream.tell(...changeOfMany(6, 4, 103))
  stream.tell(...changeOfMany(7, 1, 3))
  await waitFor(() => expect(api.sent('GET /enquiry/activity')).toHaveLength(marks + 1))
  await router.navigate(`/desk/${uuid(103)}`)
  await screen.findAllByText(/ENQ-000003/)
  await waitFor(() => expect(api.sent('GET /enquiry/activity').length).toBeGreaterThan(marks + 1))
  const read = api.sent('GET /enquiry').filter(({ params }) => params._id === uuid(103)).length
  stream.tell(...changeOfMany(8, 1, 100))
  await waitFor(() =>
    expect(api.sent('GET /enquiry').filter(({ params }) => params._id === uuid(103)).length).toBeGreaterThan(read),
  )
})
