import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { findMark, shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const open = `/desk/${uuid(101)}`
const user = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const colleague = { _id: uuid(6), name: 'Olivia Owner', profilePic: null }
const world = {
  user,
  colleagues: [colleague],
  enquiries: [enquiry(1), enquiry(2), enquiry(3)],
  messages: [message(1)],
}

const box = () => screen.findByRole('textbox', { name: 'Reply' })

async function choose(keys: ReturnType<typeof renderPage>['keys'], label: string) {
  await keys.click(screen.getByRole('button', { name: 'More ways to send' }))
  await keys.click(await screen.findByRole('menuitemradio', { name: label }))
}

test('after each reply the next enquiry opens, with the focus in its box [D10.8]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'On its way')
  await keys.click(await screen.findByRole('button', { name: 'Send and next' }))
  // The address changes before the box does.
  expect(await screen.findByText('Opened ENQ-000002: Summary 2')).toBeInTheDocument()
  expect(address()).toBe(`/desk/${uuid(102)}`)
  await waitFor(async () => expect(await box()).toHaveFocus())
  await keys.keyboard('So is this{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(103)}`))
  expect(api.sent('POST /chat').map(({ body }) => [body.enquiry, body.message])).toEqual([
    [uuid(101), 'On its way'],
    [uuid(102), 'So is this'],
  ])
})

test('the menu of ways to send marks the last one', async () => {
  document.cookie = `sendChoice-${user._id}=hold; path=/`
  const { keys } = renderPage(open, fakeApi(world))
  await box()
  await keys.click(screen.getByRole('button', { name: 'More ways to send' }))
  const ways = within(await screen.findByRole('menu', { name: 'Ways to send' }))
  expect(ways.getByRole('menuitemradio', { checked: true })).toHaveTextContent('Send and hold')
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
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(shownToasts()).toHaveLength(1)
  await keys.click(undo)
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'open' }))
})

test('a reply that the server refuses stays in the box of its enquiry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi(world)
  api.answer('POST /chat', () => refusal(403, 'forbidden', 'You may not reply'))
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'Done{Control>}{Enter}{/Control}')
  expect(await findMark('Not sent')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['You may not reply']))
  expect(address()).toBe(open)
  expect(await box()).toHaveValue('Done')
})

/** A reply with “Send and close” that the server has refused. It accepts the next one. */
async function sendRefused() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi(world)
  api.answer('POST /chat', () => refusal(403, 'forbidden', 'You may not reply'))
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'Done')
  await choose(keys, 'Send and close')
  await findMark('Not sent')
  api.restore('POST /chat')
  return { api, keys }
}

test('a refused reply is sent again in the way that was chosen for it', async () => {
  const { api, keys } = await sendRefused()
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(2))
  const [first, second] = api.sent('POST /chat')
  expect(second!.body).toEqual(first!.body)
  expect(second!.headers['Idempotency-Key']).toBe(first!.headers['Idempotency-Key'])
})

test('a choice that leaves the status as it is replaces an earlier one', async () => {
  const { api, keys } = await sendRefused()
  await choose(keys, 'Send and next')
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(2))
  expect(api.sent('POST /chat')[1]!.body.enquiryStatus).toBeUndefined()
})

test('Next skips enquiries that a colleague has open or is assigned to [D10.8]', async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => enquiry(number))
  const enquiries = [first!, { ...second!, assignee: colleague }, third!, fourth!]
  const { stream, keys } = await live(open, { ...world, enquiries })
  await box()
  stream.tell('presence', { enquiry: uuid(103), people: [{ ...colleague, screens: ['enquiry'], isTyping: false }] })
  await keys.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(104)}`))
})

test('Next continues through the pages of the queue until it finds an enquiry [D10.8]', async () => {
  const enquiries = Array.from({ length: 60 }, (_, at) => enquiry(at + 1))
  for (const taken of enquiries.slice(1, 55)) taken.assignee = colleague
  const { keys } = renderPage(open, fakeApi({ ...world, enquiries }))
  await box()
  await keys.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(156)}`))
})

test('… and says so if colleagues have all the others', async () => {
  const enquiries = Array.from({ length: 30 }, (_, at) => enquiry(at + 1))
  for (const taken of enquiries.slice(1)) taken.assignee = colleague
  const { keys } = renderPage(open, fakeApi({ ...world, enquiries }))
  await box()
  await keys.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(shownToasts()).toContain('Colleagues are working on the next enquiries. Choose one from the queue'),
  )
  expect(address()).toBe(open)
})
