import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

// Transform the code before a test waits for it.
beforeAll(() => import('./DeskPage.tsx'), 60_000)

// jsdom has no layout: give everything a size, so that the whole thread is in view.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(20_000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
})

const open = `/desk/${uuid(101)}`
const user = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const colleague = { _id: uuid(6), name: 'Olivia Owner', profilePic: null }
const world = { user, enquiries: [enquiry(1), enquiry(2), enquiry(3)], messages: [message(1)] }

const box = () => screen.findByRole('textbox', { name: 'Reply' })

async function choose(keys: ReturnType<typeof renderPage>['keys'], label: string) {
  await keys.click(screen.getByRole('button', { name: 'More ways to send' }))
  await keys.click(await screen.findByRole('menuitem', { name: label }))
}

test('after each reply the next enquiry opens, with the focus in its box [D10.8]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'On its way')
  await keys.click(await screen.findByRole('button', { name: 'Send and next' }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  await waitFor(async () => expect(await box()).toHaveFocus())
  await keys.keyboard('So is this{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(103)}`))
  expect(api.sent('POST /chat').map(({ body }) => [body.enquiry, body.message])).toEqual([
    [uuid(101), 'On its way'],
    [uuid(102), 'So is this'],
  ])
})

test('the last way to send is the one that the button and the key use next [D10.8]', async () => {
  const api = fakeApi(world)
  const { keys, close } = renderPage(open, api)
  await keys.type(await box(), 'Done')
  await choose(keys, 'Send and close')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  expect(await screen.findByRole('button', { name: 'Send and close' })).toBeVisible()
  close()

  const again = renderPage(`/desk/${uuid(102)}`, api)
  await again.keys.type(await box(), 'Done too{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')[1]?.body).toMatchObject({ enquiryStatus: 'closed' }))
})

test.each([
  ['Send and close', 'closed'],
  ['Send and hold', 'onHold'],
])('“%s” sends the reply and changes the status in one request [D10.8]', async (label, enquiryStatus) => {
  const api = fakeApi(world)
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'Done')
  await choose(keys, label)
  await waitFor(() => expect(api.sent('POST /chat')[0]?.body).toMatchObject({ side: 'host', enquiryStatus }))
  await keys.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'open' }))
})

test('a reply that the server refuses stays in the box of its enquiry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi(world)
  api.answer('POST /chat', () => refusal(403, 'forbidden', 'You may not reply'))
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'Done{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Not sent: You may not reply')).toBeVisible()
  expect(address()).toBe(open)
  expect(await box()).toHaveValue('Done')
})

test('Next skips enquiries that a colleague has open or is assigned to [D10.8]', async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => enquiry(number))
  const enquiries = [first!, { ...second!, assignee: colleague }, third!, fourth!]
  const { stream, keys } = await live(open, { ...world, enquiries })
  await box()
  stream.tell('presence', { enquiry: uuid(103), people: [{ ...colleague, screens: ['desk'], isTyping: false }] })
  await keys.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(104)}`))
})
