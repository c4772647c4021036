import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'

const news = { subject: 'enquiry', id: uuid(103), by: uuid(77) } as const
const waitingButton = 'Show 1 new enquiry'

/** Shows two rows. `addThird` is a colleague's change. */
async function openList() {
  const page = await live('/', { enquiries: [enquiry(2), enquiry(1)] })
  const link = await screen.findByRole('link', { name: 'ENQ-000001' })
  const addThird = () => {
    page.api.world.enquiries = [enquiry(3), enquiry(2), enquiry(1)]
    page.stream.tell('change', { no: 6, ...news })
  }
  return { ...page, link, addThird }
}

/** Waits for the third row, behind the button or in the list. */
async function thirdRow() {
  await screen.findByText(/Show 1 new enquiry|ENQ-000003/)
  return screen.queryByText('ENQ-000003') ? 'shown' : 'waiting'
}

test('rows stay under the pointer, and on its way to the button that shows the new ones', async () => {
  const { keys, link, addThird } = await openList()
  await keys.hover(link)
  addThird()
  expect(await thirdRow()).toBe('waiting')
  await keys.hover(screen.getByRole('button', { name: waitingButton }))
  expect(await thirdRow()).toBe('waiting')
  await keys.hover(screen.getByRole('heading', { name: 'Enquiries' }))
  await waitFor(async () => expect(await thirdRow()).toBe('shown'))
})

test('a finger that has touched a row does not hold the rows', async () => {
  const { keys, link, addThird } = await openList()
  await keys.pointer({ target: link, keys: '[TouchA>]' })
  addThird()
  await waitFor(async () => expect(await thirdRow()).toBe('shown'))
})

test('rows stay while the menu of one is open, and follow when it closes away from them', async () => {
  const { keys, addThird } = await openList()
  await keys.click(screen.getByRole('button', { name: 'Actions for ENQ-000001' }))
  const menu = await screen.findByRole('menu')
  await keys.hover(within(menu).getByRole('menuitem', { name: 'Open enquiry' }))
  addThird()
  expect(await thirdRow()).toBe('waiting')
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(await thirdRow()).toBe('waiting')
  act(() => screen.getByRole('searchbox').focus())
  await waitFor(async () => expect(await thirdRow()).toBe('shown'))
})

test('rows stay for a person who reads further down, and follow at the top', async () => {
  const { addThird } = await openList()
  scrollTo(400)
  addThird()
  expect(await thirdRow()).toBe('waiting')
  scrollTo(0)
  await waitFor(async () => expect(await thirdRow()).toBe('shown'))
})

test('rows stay while another window has the focus, which comes back to the row', async () => {
  const { link, addThird } = await openList()
  act(() => link.focus())
  fireEvent.focusOut(link)
  addThird()
  expect(await thirdRow()).toBe('waiting')
})

test('rows stay when the focus moves to one as soon as it appears', async () => {
  const appeared = new MutationObserver(() => screen.queryByRole('link', { name: 'ENQ-000001' })?.focus())
  appeared.observe(document.body, { childList: true, subtree: true })
  const { addThird } = await openList()
  appeared.disconnect()
  addThird()
  expect(await thirdRow()).toBe('waiting')
})

test('a focused row that left the screen holds nothing', async () => {
  const { api, router, link, addThird } = await openList()
  act(() => link.focus())
  api.world.enquiries = [enquiry(2)]
  await act(() => router.navigate('/?sort=summery'))
  await waitFor(() => expect(link).not.toBeInTheDocument())
  addThird()
  await waitFor(async () => expect(await thirdRow()).toBe('shown'))
})

const full = { unread: 2, rating: 4, messageCount: 3, enquiryStatus: 'onHold' } as const

for (const { item, selector, width } of [
  { item: 'row', selector: 'tr', width: 1440 },
  { item: 'card', selector: 'li', width: 360 },
]) {
  test(`a ${item} of the list has at most 50 elements, and no styles of its own`, async () => {
    showWidth(width)
    renderPage('/', fakeApi({ enquiries: [enquiry(1, full)] }))
    const shown = (await screen.findByText('ENQ-000001')).closest(selector)!
    expect(shown.querySelectorAll('*').length).toBeLessThanOrEqual(50)
    // Emotion names its classes `css-` and a hash.
    expect(shown.outerHTML).not.toMatch(/\bcss-/)
  })
}

test('nothing that the list shows before its rows has styles of its own', async () => {
  showWidth(1440)
  renderPage('/', fakeApi({ enquiries: [enquiry(1, full)] }))
  await screen.findByText('ENQ-000001')
  const around = '.skip-link, .sidebar, .list-heading, .status-tabs, .list-toolbar, .enquiry-table thead, .list-paging'
  const shown = [...document.querySelectorAll(around)]
  expect(shown).toHaveLength(7)
  for (const { outerHTML } of shown) expect(outerHTML).not.toMatch(/\bcss-/)
})

/** React keeps the props of the last render at each element, and a row gets new ones whenever it renders. */
function rendered(number: string) {
  const row = screen.getByText(number).closest('tr')!
  return Object.entries(row).find(([key]) => key.startsWith('__reactProps$'))![1]
}

test('a row is not rendered again by an event that does not concern it', async () => {
  const page = await live('/', { enquiries: [enquiry(2), enquiry(1)] })
  await screen.findByText('ENQ-000001')
  const [second, first] = [rendered('ENQ-000002'), rendered('ENQ-000001')]
  page.api.world.enquiries = [enquiry(2), enquiry(1, { summery: 'Changed by a colleague' })]
  page.stream.tell('change', { no: 6, subject: 'enquiry', id: uuid(101), by: uuid(77) })
  await screen.findByText('Changed by a colleague')
  expect(rendered('ENQ-000001')).not.toBe(first)
  expect(rendered('ENQ-000002')).toBe(second)
  const changed = rendered('ENQ-000001')
  const requests = page.api.sent('GET /unread').length
  page.stream.tell('change', { no: 7, subject: 'thread', id: uuid(999), by: uuid(77) })
  await waitFor(() => expect(page.api.sent('GET /unread').length).toBeGreaterThan(requests))
  expect(rendered('ENQ-000001')).toBe(changed)
  expect(rendered('ENQ-000002')).toBe(second)
})

function scrollTo(top: number) {
  window.scrollY = top
  fireEvent.scroll(window)
}
