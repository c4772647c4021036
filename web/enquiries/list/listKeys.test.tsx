import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getEnquiry } from '#web/enquiries/enquiryApi.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

const three = [enquiry(3), enquiry(2), enquiry(1)]

async function openMenu(keys: ReturnType<typeof renderPage>['keys']) {
  await keys.click(await screen.findByRole('button', { name: 'Actions for ENQ-000002' }))
  return within(await screen.findByRole('menu'))
}

function statusOf(number: string) {
  return within(screen.getByRole('row', { name: new RegExp(number) }))
}

test('the arrow keys move through the rows, and Enter opens the focused one [S2.6]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  await screen.findByText('ENQ-000003')
  await keys.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'ENQ-000003' })).toHaveFocus()
  await keys.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(screen.getByRole('link', { name: 'ENQ-000002' })).toHaveFocus()
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
})

test('/ moves to the search, where every key is a letter', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  await screen.findByText('ENQ-000003')
  await keys.keyboard('/')
  const box = screen.getByRole('searchbox', { name: 'Search enquiries' })
  expect(box).toHaveFocus()
  await keys.keyboard('c?/')
  expect(box).toHaveValue('c?/')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.pathname).toBe('/')
})

test('c adds an enquiry, but not with Ctrl, Meta or Alt, and not for a viewer [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  await screen.findByText('ENQ-000003')
  await keys.keyboard('{Control>}c{/Control}{Meta>}c{/Meta}{Alt>}c{/Alt}')
  expect(address()).toBe('/')
  await keys.keyboard('c')
  await waitFor(() => expect(address()).toBe('/enquiry/AddEnquiry'))
})

test('? lists the keys, and a switch there turns them off until it is switched on again', async () => {
  const { keys } = renderPage('/', fakeApi({ user: person('viewer'), enquiries: three }))
  await screen.findByText('ENQ-000003')
  await keys.keyboard('c')
  expect(address()).toBe('/')
  await keys.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const label of [
    'Edit comments and status',
    'Send the message or add the note',
    'Rotate',
    'Move from the text box to the thread',
  ])
    expect(dialog.getByText(label)).toBeVisible()
  await keys.click(dialog.getByRole('switch', { name: 'Use keyboard shortcuts' }))
  await keys.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.cookie).toContain('shortcuts=off')
  await keys.keyboard('/')
  expect(screen.getByRole('searchbox')).not.toHaveFocus()
  await keys.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await keys.click(await screen.findByRole('switch'))
  expect(document.cookie).toContain('shortcuts=on')
})

test('a status changed in the row shows at once, is sent with the version, and updates the counts [S4.1] [S7.6] [D7.7]', async () => {
  const api = fakeApi({ enquiries: [enquiry(3), enquiry(2, { version: 4 })] })
  const { keys } = renderPage('/', api)
  const menu = await openMenu(keys)
  expect(menu.getByRole('menuitemradio', { name: 'Open' })).toHaveAttribute('aria-checked', 'true')
  const slow = heldBack(ok(enquiry(2, { version: 5, enquiryStatus: 'closed' }), 'Saved'))
  api.answer('PATCH /enquiry', slow.responder)
  await keys.click(menu.getByRole('menuitemradio', { name: 'Closed' }))
  await waitFor(() => expect(statusOf('ENQ-000002').getByText('Closed')).toBeVisible())
  const [sent] = api.sent('PATCH /enquiry')
  expect(sent?.body).toEqual({ id: uuid(102), enquiryStatus: 'closed' })
  expect(sent?.headers['If-Match']).toBe('"4"')
  const listed = api.sent('GET /enquiry').length
  api.world.enquiries = [enquiry(3), enquiry(2, { version: 5, enquiryStatus: 'closed' })]
  slow.letGo()
  expect(await screen.findByRole('tab', { name: 'Closed 1' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  expect(api.sent('GET /enquiry').length).toBeGreaterThan(listed)
})

test('a refused change of status is reverted, and the list refetched [S8.1]', async () => {
  const api = fakeApi({ enquiries: three })
  api.answer('PATCH /enquiry', () => refusal(403, 'forbidden', 'Not for you'))
  const { keys } = renderPage('/', api)
  const menu = await openMenu(keys)
  const listed = api.sent('GET /enquiry').length
  await keys.click(menu.getByRole('menuitemradio', { name: 'Closed' }))
  await waitFor(() => expect(shownToasts()).toEqual(['Not for you']))
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(listed))
  expect(statusOf('ENQ-000002').getByText('Open')).toBeVisible()
})

test('the menu of a card links to the enquiry and its comments', async () => {
  showWidth(360)
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  const menu = await openMenu(keys)
  expect(menu.getByRole('menuitem', { name: 'Open enquiry' })).toHaveAttribute('href', `/enquiry/${uuid(102)}`)
  await keys.click(menu.getByRole('menuitem', { name: 'Open comments' }))
  await waitFor(() => expect(address()).toBe(`/chats/${uuid(102)}`))
})

test('a viewer’s menu has neither comments nor statuses [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ user: person('viewer'), enquiries: three }))
  const menu = await openMenu(keys)
  expect(menu.getByRole('menuitem', { name: 'Open enquiry' })).toBeVisible()
  expect(menu.queryByRole('menuitem', { name: 'Open comments' })).toBeNull()
  expect(menu.queryAllByRole('menuitemradio')).toEqual([])
})

test('a click anywhere in the row opens the enquiry; one in its menu does not [S2.7]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  await openMenu(keys)
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(address()).toBe('/')
  await keys.click(screen.getByText('Summary 2'))
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
})

test('a focused or hovered enquiry is prefetched, but does not count as opened', async () => {
  const api = fakeApi({ enquiries: three })
  const { store } = renderPage('/', api)
  fireEvent.mouseEnter(await screen.findByRole('row', { name: /ENQ-000002/ }))
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toEqual({ _id: uuid(102) }))
  await waitFor(() => expect(getEnquiry.select(uuid(102))(store.getState()).isSuccess).toBe(true))
  expect(store.getState().enquiry.singleData).toBeNull()
})

test('a hovered card is prefetched', async () => {
  showWidth(360)
  const api = fakeApi({ enquiries: three })
  renderPage('/', api)
  fireEvent.pointerEnter(await screen.findByRole('link', { name: /ENQ-000002/ }))
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toEqual({ _id: uuid(102) }))
})

test('on return the list shows at once while it is refetched [S2.16]', async () => {
  const api = fakeApi({ enquiries: three })
  const { keys, router } = renderPage('/', api)
  await keys.click(await screen.findByRole('link', { name: 'ENQ-000002' }))
  await screen.findByDisplayValue('ENQ-000002')
  const slow = heldBack(ok({}))
  api.answer('GET /enquiry', slow.responder)
  await router.navigate('/')
  expect(await screen.findByText('ENQ-000003')).toBeVisible()
  expect(screen.queryByText('Loading enquiries')).toBeNull()
})
