import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists, showWidth } from '#web/test/screen.ts'
import { showStyles } from '#web/test/styles/styles.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const open = `/desk/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const me = { _id: agent._id, name: agent.name, profilePic: null }

function desk(world: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({ user: agent, enquiries: [enquiry(1), enquiry(2), enquiry(3)], messages: [message(1)], ...world })
}

const items = async () =>
  within(await screen.findByRole('list', { name: 'Enquiries, the longest waiting first' })).findAllByRole('link')
const search = () => screen.findByRole('searchbox', { name: 'Search the queue' })
const thread = () => screen.findByRole('log')

test('an item shows the summary first, then the number, the person and how long they have waited', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') })
  const waits = ['2026-11-21T11:53:00Z', '2026-11-21T07:00:00Z', '2026-11-18T12:00:00Z', null]
  renderPage('/desk', desk({ enquiries: waits.map((waitingSince, at) => enquiry(at + 1, { waitingSince })) }))
  expect((await items()).map(({ textContent }) => textContent)).toEqual([
    'Summary 1Status: OpenENQ-000001·Maya Lindqvist·Waiting 7 minutes',
    'Summary 2Status: OpenENQ-000002·Maya Lindqvist·Waiting 5 hours',
    'Summary 3Status: OpenENQ-000003·Maya Lindqvist·Waiting 3 days',
    'Summary 4Status: OpenENQ-000004·Maya Lindqvist·Replied',
  ])
  showStyles()
  const [short, long, veryLong] = screen.getAllByText(/^Waiting/).map((time) => getComputedStyle(time).color)
  expect(new Set([short, long, veryLong]).size).toBe(3)
})

test('enquiries on hold are in the queue only if they are asked for', async () => {
  const { keys } = renderPage('/desk', desk({ enquiries: [enquiry(1), enquiry(2, { enquiryStatus: 'onHold' })] }))
  expect(await items()).toHaveLength(1)
  expect(await screen.findByRole('tab', { name: 'All 1' })).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Filters' }))
  await keys.click(screen.getByRole('combobox', { name: 'Status' }))
  await keys.click(screen.getByRole('option', { name: 'On hold 1' }))
  expect(await screen.findByRole('link', { name: /Summary 2/ })).toBeVisible()
  expect(screen.queryByRole('link', { name: /Summary 1/ })).toBeNull()
})

test('a search of the queue finds enquiries of every status, within the tab', async () => {
  const closed = enquiry(4, { enquiryStatus: 'closed', summery: 'The gate', assignee: me })
  const api = desk({ enquiries: [enquiry(1), closed] })
  const { keys } = renderPage('/desk?assignee=mine', api)
  await search()
  await keys.keyboard('/')
  expect(await search()).toHaveFocus()
  await keys.keyboard('gate{Enter}')
  const found = await screen.findByRole('list', { name: 'Enquiries found, the newest first' })
  const result = await within(found).findByRole('link', { name: /The gate/ })
  await waitFor(() => expect(result).toHaveFocus())
  expect(screen.getByText('1 found, newest first')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Mine' })).toBeVisible()
  expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ search: 'gate', assignee: agent._id })
  expect(address()).toBe('/desk?assignee=mine&search=gate')
})

test('a search that the server has stopped says so, and goes on with older enquiries', async () => {
  const api = desk()
  const page = { docs: [], totalDocs: 0, totalIsMore: false, limit: 25, page: 1, totalPages: 1, hasNextPage: true }
  const stopped = { ...page, hasPrevPage: false, nextCursor: 'older', searchedBackTo: 'ENQ-000100' }
  api.answer('GET /enquiry', () => ({ status: 200, body: { data: stopped } }))
  const { keys } = renderPage('/desk?search=crane', api)
  expect(await screen.findByText(/it stopped at ENQ-000100/)).toBeVisible()
  expect(screen.getByText('0 or more found, newest first')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Search older enquiries' }))
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ cursor: 'older' }))
})

test('a search that finds nothing leads back to the whole queue', async () => {
  const { keys } = renderPage('/desk?search=unheard', desk())
  expect(await screen.findByRole('heading', { name: 'Nothing found for “unheard”' })).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Show the whole queue' }))
  expect(await items()).toHaveLength(3)
  expect(await search()).toHaveValue('')
})

test('the queue is one tab stop, with arrow keys inside', async () => {
  const enquiries = Array.from({ length: 30 }, (_, at) => enquiry(at + 1))
  const { keys } = renderPage('/desk', desk({ enquiries }))
  const [first, second] = await items()
  const last = (await items()).at(-1)!
  expect((await items()).filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
  act(() => first!.focus())
  await keys.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  expect((await items()).filter(({ tabIndex }) => tabIndex === 0)).toEqual([second])
  await keys.keyboard('{End}')
  expect(last).toHaveFocus()
  // The next page is loaded, and the focus goes to its first item.
  await keys.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('link', { name: /ENQ-000026/ })).toHaveFocus())
  await keys.keyboard('{Home}{ArrowUp}')
  expect(first).toHaveFocus()
})

test('opening an enquiry moves the focus to its thread, and says which one it is', async () => {
  const { keys } = renderPage('/desk', desk())
  const [, second] = await items()
  act(() => second!.focus())
  await keys.keyboard('{Enter}')
  await waitFor(async () => expect(await thread()).toHaveFocus())
  expect(screen.getByText('Opened ENQ-000002: Summary 2')).toBeInTheDocument()
  await keys.keyboard('j')
  expect(await screen.findByText('Opened ENQ-000003: Summary 3')).toBeInTheDocument()
  await waitFor(async () => expect(await thread()).toHaveFocus())
})

test('keys change the status, and hold an enquiry and move on', async () => {
  const api = desk({ enquiries: [enquiry(1, { assignee: me }), enquiry(2), enquiry(3)] })
  const { keys } = renderPage('/desk', api)
  await items()
  await keys.keyboard('j')
  await waitFor(async () => expect(await thread()).toHaveFocus())
  await keys.keyboard('s')
  await keys.click(await screen.findByRole('menuitemradio', { name: 'In review' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'inReview' }))
  await waitFor(async () => expect(await thread()).toHaveFocus())
  await keys.keyboard('h')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  expect(api.sent('PATCH /enquiry')[1]?.body).toEqual({ id: uuid(101), enquiryStatus: 'onHold' })
  await waitFor(async () => expect(await thread()).toHaveFocus())
})

test('a key that is held down changes one enquiry only', async () => {
  const api = desk()
  const { keys } = renderPage('/desk', api)
  await items()
  await keys.keyboard('j')
  await waitFor(async () => expect(await thread()).toHaveFocus())
  await keys.keyboard('{h>5/}')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  expect(api.sent('PATCH /enquiry')).toHaveLength(1)
})

test('the focus goes to the details and back to the thread with the pane that is shown', async () => {
  showWidth(768)
  const { keys } = renderPage(open, desk())
  await screen.findByText('Message 1')
  await keys.click(screen.getByRole('link', { name: 'Details' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus())
  await keys.click(screen.getByRole('link', { name: 'Back to the thread' }))
  await waitFor(async () => expect(await thread()).toHaveFocus())
})

test('the keys also work while a filter has the focus', async () => {
  const { keys } = renderPage('/desk?enquiryStatus=open', desk())
  await items()
  act(() => screen.getByRole('combobox', { name: 'Status' }).focus())
  await keys.keyboard('j')
  expect(await screen.findByText('Opened ENQ-000001: Summary 1')).toBeInTheDocument()
  expect(address()).toBe(`${open}?enquiryStatus=open`)
  act(() => screen.getByRole('tab', { name: 'All 3' }).focus())
  await keys.keyboard('j')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}?enquiryStatus=open`))
})

test('on a phone, going back to the queue returns the focus to the enquiry', async () => {
  showWidth(360)
  const { keys } = renderPage('/desk', desk())
  await keys.click((await items())[1]!)
  await screen.findByText('Message 1')
  await keys.click(screen.getByRole('link', { name: 'Back to the queue' }))
  await waitFor(async () => expect((await items())[1]).toHaveFocus())
})

function covered() {
  return document.documentElement.style.getPropertyValue('--keyboard-height')
}

test('the desk stays above the keyboard of a phone', async () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight })
  vi.stubGlobal('visualViewport', viewport)
  const { close } = renderPage(open, desk())
  await thread()
  expect(covered()).toBe('')
  viewport.height -= 300
  viewport.dispatchEvent(new Event('resize'))
  expect(covered()).toBe('300px')
  close()
  expect(covered()).toBe('')
})

test('the desk shows the time of a message, and its full date to screen readers and on hover', async () => {
  renderPage(open, desk())
  const item = (await within(await thread()).findByText('Message 1')).closest('li')!
  const time = item.querySelector('time')!
  expect(time.querySelector('[aria-hidden]')).toHaveTextContent(/^\d?\d:00( [AP]M)?$/)
  expect(time).toHaveTextContent(/November 20, 2026/)
  expect(time).toHaveAttribute('title', expect.stringContaining('November 20, 2026'))
})
