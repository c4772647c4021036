import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeApi, heldBack, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { notification } from '#web/test/fakeInbox.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists, showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(async () => {
  await Promise.all([
    import('#web/desk/DeskPage.tsx'),
    import('#web/enquiries/list/EnquiryListPage.tsx'),
    import('./NotificationPanel.tsx'),
    import('./NotificationChoicesDialog.tsx'),
  ])
}, 60_000)

beforeEach(showWholeLists)

type Page = Pick<ReturnType<typeof renderPage>, 'keys'>

/** Also behind the open inbox, which hides the page from screen readers. */
const bell = (name: string) => screen.findByRole('button', { name, hidden: true })

async function openInbox({ keys }: Page, name = /^Notifications/) {
  await keys.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}

/** Also behind the open inbox. */
function statuses() {
  return screen.getAllByRole('status', { hidden: true }).map(({ textContent }) => textContent)
}

/** What each entry says, without its button. */
function entries() {
  return screen
    .getAllByRole('listitem')
    .flatMap((item) => within(item).queryByRole('link', { name: /(mentioned|assigned|repl)/ })?.textContent ?? [])
}

test('the bell shows the number of unread notifications as it changes, and announces a new one [D10.7]', async () => {
  const { api, stream } = await live('/', { notifications: [notification(2)] })
  await bell('Notifications, 1 unread')
  expect(statuses()).not.toContain('New notification, 1 unread')
  const before = api.sent('GET /unread').length
  api.world.notifications = [notification(1), notification(2)]
  stream.tell('change', { no: 6, subject: 'note', id: uuid(101), by: uuid(77) })
  await bell('Notifications, 2 unread')
  await waitFor(() => expect(statuses()).toContain('New notification, 2 unread'))
  expect(api.sent('GET /unread')).toHaveLength(before + 1)
  expect(api.sent('GET /notification')).toEqual([])
})

test('the inbox lists mentions, assignments and replies; an entry opens the enquiry on the desk and is read [D10.7]', async () => {
  const notifications = [
    notification(1),
    notification(2, { kind: 'assignment' }),
    notification(3, { kind: 'assignment', count: 12 }),
    notification(4, { kind: 'reply' }),
    notification(5, { kind: 'reply', count: 3 }),
  ]
  const api = fakeApi({ notifications, enquiries: [enquiry(1), enquiry(9)], messages: [message(1)] })
  const page = renderPage(`/desk/${uuid(109)}`, api)
  await openInbox(page)
  await screen.findByRole('list', { name: 'Unread notifications' })
  const texts = entries()
  for (const [index, sentence] of [
    'Unread: Tomas Berg mentioned you in ENQ-000001Summary 1',
    'Unread: Tomas Berg assigned ENQ-000002 to you',
    'Unread: Tomas Berg assigned 12 enquiries to you',
    'Unread: Tomas Berg replied in ENQ-000004',
    'Unread: 3 new replies in ENQ-000005, the last from Tomas Berg',
  ].entries())
    expect(texts[index]).toContain(sentence)
  await page.keys.click(screen.getByRole('link', { name: /mentioned you in ENQ-000001/ }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(101)}`))
  expect(api.sent('PATCH /notification')[0]?.body).toEqual({ id: uuid(4001), isRead: true })
  await bell('Notifications, 4 unread')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('log')).toHaveFocus())
  expect(shownToasts()).toEqual([])
})

test('several assigned enquiries open the list of them; people who may not answer go to their seat of the thread', async () => {
  const bulk = notification(1, { kind: 'assignment', count: 12 })
  const api = fakeApi({ user: person('agent'), notifications: [bulk] })
  const page = renderPage('/profile', api)
  await openInbox(page)
  expect(await screen.findByRole('link', { name: /12 enquiries/ })).toHaveAttribute('href', `/?assignee=${uuid(1)}`)
  page.close()
  const member = renderPage('/profile', fakeApi({ user: person('member'), notifications: [notification(2)] }))
  await openInbox(member)
  expect(await screen.findByRole('link', { name: /ENQ-000002/ })).toHaveAttribute('href', `/chats/${uuid(102)}`)
})

test('an entry that is read by a press stays where it is, below a toast, until the inbox closes, and can be unread again; a failure restores it [S8.1]', async () => {
  const api = fakeApi({ notifications: [notification(1), notification(2), notification(3)] })
  const page = renderPage('/profile', api)
  const inbox = await openInbox(page)
  await page.keys.click(await inbox.findByRole('button', { name: /^Mark as read: .*ENQ-000002/ }))
  await waitFor(() => expect(shownToasts()).toEqual(['Marked']))
  await bell('Notifications, 2 unread')
  const back = inbox.getByRole('button', { name: /^Mark as unread: .*ENQ-000002/ })
  expect(back).toHaveFocus()
  expect(entries().map((text) => /ENQ-\d+/.exec(text)?.[0])).toEqual(['ENQ-000001', 'ENQ-000002', 'ENQ-000003'])
  await page.keys.click(back)
  await bell('Notifications, 3 unread')
  expect(statuses()).not.toContain('New notification, 3 unread')
  api.answer('PATCH /notification', () => refusal(500, 'internal', 'Something went wrong'))
  await page.keys.click(inbox.getByRole('button', { name: /^Mark as read: .*ENQ-000002/ }))
  await waitFor(() => expect(shownToasts()).toContain('Something went wrong'))
  await bell('Notifications, 3 unread')
  expect(inbox.getByRole('button', { name: /^Mark as read: .*ENQ-000002/ })).toBeVisible()
  expect(statuses()).not.toContain('New notification, 3 unread')
})

test('“Mark all as read” marks up to the newest entry shown, and then the inbox says that one is up to date [D10.7]', async () => {
  const api = fakeApi({ notifications: [notification(1), notification(2)] })
  const page = renderPage('/profile', api)
  const inbox = await openInbox(page)
  await inbox.findByText(/ENQ-000001/)
  const marking = heldBack(ok({ notifications: 1 }))
  api.answer('PATCH /notification', marking.responder)
  await page.keys.click(inbox.getByRole('button', { name: 'Mark all as read' }))
  expect(await inbox.findByText('You are up to date')).toBeVisible()
  expect(inbox.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
  await bell('Notifications')
  expect(api.sent('PATCH /notification')[0]?.body).toEqual({ upTo: notification(1).at, isRead: true })
  // One has arrived meanwhile.
  marking.letGo()
  await bell('Notifications, 1 unread')
  api.world.notifications = api.world.notifications.map((each) => ({ ...each, isRead: true }))
  await page.keys.click(inbox.getByRole('button', { name: 'Show all notifications' }))
  expect(await inbox.findByRole('list', { name: 'All notifications' })).toBeVisible()
  expect(entries()[0]).not.toContain('Unread')
})

test('the inbox loads, fails, tries again and shows earlier entries; keys go through it and leave it', async () => {
  const api = fakeApi({ notifications: Array.from({ length: 25 }, (_, at) => notification(at + 1)) })
  api.answer('GET /notification', unreachable)
  const page = renderPage('/profile', api)
  const inbox = await openInbox(page)
  expect(await inbox.findByText('The notifications could not be loaded')).toBeVisible()
  expect(inbox.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  api.restore('GET /notification')
  await page.keys.click(inbox.getByRole('button', { name: 'Try again' }))
  await page.keys.click(await inbox.findByRole('button', { name: 'Show earlier' }))
  await inbox.findByText(/ENQ-000025/)
  expect(inbox.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
  expect(entries()).toHaveLength(25)
  expect(inbox.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  const link = (number: string) => inbox.getByRole('link', { name: new RegExp(number) })
  act(() => link('ENQ-000001').focus())
  await page.keys.keyboard('{ArrowDown}')
  expect(link('ENQ-000002')).toHaveFocus()
  await page.keys.keyboard('{Tab}{ArrowUp}')
  expect(link('ENQ-000001')).toHaveFocus()
  await page.keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await bell('Notifications, 25 unread')).toHaveFocus()
})

test('an open inbox follows the events, and on a phone it fills the window', async () => {
  showWidth(360)
  const { api, stream, keys } = await live('/profile')
  const inbox = await openInbox({ keys })
  expect(await inbox.findByText('You are up to date')).toBeVisible()
  api.world.notifications = [notification(1)]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(77) })
  expect(await inbox.findByText(/ENQ-000001/)).toBeVisible()
  // Another device of the person has marked it.
  api.world.notifications = []
  stream.tell('change', { no: 7, subject: 'seen', id: uuid(101), by: api.world.user._id })
  expect(await inbox.findByText('You are up to date')).toBeVisible()
  await bell('Notifications')
  await keys.click(inbox.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a viewer, who follows nothing, has no bell', async () => {
  renderPage('/profile', fakeApi({ user: person('viewer') }))
  await screen.findByRole('heading', { name: 'Profile' })
  expect(screen.queryByRole('button', { name: /^Notification/ })).toBeNull()
})
