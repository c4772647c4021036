import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notification } from '#web/test/fakeInbox.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

let icon: HTMLLinkElement
beforeEach(() => {
  icon = document.createElement('link')
  Object.assign(icon, { rel: 'icon', href: '/favicon.svg' })
  document.head.append(icon)
  showWholeLists()
})

afterEach(() => icon.remove())

/** The browser's notifications, and the person's reply to the request for permission. */
function fakeNotifications(answer: NotificationPermission) {
  const shown: { title: string; body?: string; click: () => void }[] = []
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default'
    static requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => {
      FakeNotification.permission = answer
      return answer
    })
    close = () => {}
    constructor(title: string, { body }: NotificationOptions) {
      super()
      shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) })
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  return { shown, asked: FakeNotification.requestPermission }
}

/** The browser's locks, of which some are held by other tabs. */
function fakeLocks() {
  const heldElsewhere = new Set<string>()
  const request = async (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown
    return work(heldElsewhere.has(name) ? null : { name })
  }
  const query = async () => ({ held: [...heldElsewhere].map((name) => ({ name })) })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  return { heldElsewhere }
}

test('the title and the icon show the number of unread enquiries as it changes', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1, { unread: 2 }), enquiry(2)] })
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Enquiries/))
  expect(icon.href).toMatch(/^data:image\/svg/)
  expect((await screen.findAllByText('unread'))[0]).toBeInTheDocument()
  api.world.enquiries = [enquiry(1, { unread: 2 }), enquiry(2, { unread: 1 })]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(102), by: uuid(77) })
  await waitFor(() => expect(document.title).toMatch(/^\(2\) Enquiries/))
  api.world.enquiries = [enquiry(1), enquiry(2)]
  stream.tell('change', { no: 7, subject: 'seen', id: uuid(102), by: api.world.user._id })
  await waitFor(() => expect(document.title).toMatch(/^Enquiries/))
  expect(icon.href).toMatch(/favicon\.svg$/)
})

test('a thread is marked as seen when read; in a hidden tab only once it is shown', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { api } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2, 'A reply', 'host')] })
  await screen.findByText('A reply')
  expect(api.sent('POST /seen')).toEqual([])
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() =>
    expect(api.sent('POST /seen').map(({ body }) => body)).toEqual([{ enquiry: uuid(101), seq: 2, side: 'customer' }]),
  )
})

/** A person with notifications on, and a thread open in a tab that is not in front. */
async function lookingElsewhere() {
  const page = await live(`/chats/${uuid(101)}`, { enquiries: [enquiry(1), enquiry(2)] })
  const button = await screen.findByRole('button', { name: 'Notifications of new comments' })
  expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(Notification.requestPermission).not.toHaveBeenCalled()
  await page.keys.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'))
  await waitFor(() => expect(page.api.sent('GET /unread')).not.toEqual([]))
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  let no = 5
  const unread = (...enquiries: ReturnType<typeof enquiry>[]) => {
    page.api.world.enquiries = enquiries
    no += 1
    page.stream.tell('change', { no, subject: 'thread', id: uuid(102), by: uuid(77) })
  }
  return { ...page, button, hasFocus, unread }
}

const at = (minute: number) => `2026-11-21T10:${minute}:00.000Z`

test('comments that arrive below are marked as seen once the person scrolls to them', async () => {
  const { api, stream } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2)] })
  await waitFor(() => expect(api.sent('POST /seen')).toHaveLength(1))
  const log = screen.getByRole('log')
  vi.spyOn(log, 'scrollHeight', 'get').mockReturnValue(90_000)
  scrollTo(log, 30_000)
  api.world.messages = [message(1), message(2), message(3, 'A reply', 'host')]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(77) })
  expect(await screen.findByRole('button', { name: '1 new comment' })).toBeVisible()
  expect(api.sent('POST /seen')).toHaveLength(1)
  scrollTo(log, 70_000)
  await waitFor(() => expect(api.sent('POST /seen').at(-1)?.body).toMatchObject({ seq: 3 }))
})

function scrollTo(log: HTMLElement, top: number) {
  log.scrollTop = top
  fireEvent.scroll(log)
}

test('a thread that is covered on the screen is not marked as seen', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(0)
  const { api } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2)] })
  await screen.findByRole('log')
  await waitFor(() => expect(api.sent('POST /presence')).not.toEqual([]))
  expect(api.sent('POST /seen')).toEqual([])
})

const bell = (name: string) => screen.findByRole('button', { name })

/** With the seen marks that the page has sent. */
async function openOnDesk(world: Parameters<typeof live>[1]) {
  const page = await live(`/desk/${uuid(101)}`, world)
  const seen = () => page.api.sent('POST /seen').map(({ body }) => body)
  await screen.findByRole('log')
  return { ...page, seen }
}

const seenByHost = (seq: number) => ({ enquiry: uuid(101), seq, side: 'host' })

test('opening an enquiry on the desk sends a seen mark, also without messages; on the comments page there is nothing to mark', async () => {
  const world = { enquiries: [enquiry(1), enquiry(2)], notifications: [notification(1), notification(2)] }
  const { seen, router } = await openOnDesk(world)
  await bell('Notifications, 1 unread')
  expect(seen()).toEqual([seenByHost(0)])
  await act(() => router.navigate(`/chats/${uuid(102)}`))
  await screen.findByText('Summary 2')
  await screen.findByText('Write a comment below. Support replies here.')
  expect(seen()).toHaveLength(1)
  await bell('Notifications, 1 unread')
})

test('a colleague’s note or assignment is marked as seen where it appears; other enquiries and one’s own work mark nothing [D10.7]', async () => {
  const world = { enquiries: [enquiry(1), enquiry(2)], messages: [message(1)], notifications: [notification(2)] }
  const { api, stream, seen } = await openOnDesk(world)
  await waitFor(() => expect(seen()).toEqual([seenByHost(1)]))
  api.world.notifications = [notification(1), notification(2), notification(3)]
  stream.tell('change', { no: 6, subject: 'note', id: uuid(102), by: uuid(77) })
  stream.tell('change', { no: 7, subject: 'note', id: uuid(101), by: api.world.user._id })
  await bell('Notifications, 3 unread')
  expect(seen()).toHaveLength(1)
  stream.tell('change', { no: 8, subject: 'note', id: uuid(101), by: uuid(77) })
  await bell('Notifications, 2 unread')
  stream.tell('change', { no: 9, subject: 'enquiry', id: uuid(101), by: uuid(77) })
  await waitFor(() => expect(seen()).toEqual([seenByHost(1), seenByHost(1), seenByHost(1)]))
})

test('a note that arrives while the end of the thread is out of view is seen once the person scrolls to it', async () => {
  const { stream, seen } = await openOnDesk({ enquiries: [enquiry(1)], messages: [message(1)] })
  await waitFor(() => expect(seen()).toHaveLength(1))
  const log = screen.getByRole('log')
  vi.spyOn(log, 'scrollHeight', 'get').mockReturnValue(90_000)
  scrollTo(log, 30_000)
  stream.tell('change', { no: 6, subject: 'note', id: uuid(101), by: uuid(77) })
  expect(seen()).toHaveLength(1)
  scrollTo(log, 70_000)
  await waitFor(() => expect(seen()).toHaveLength(2))
})

test('an entry about the enquiry on the screen can be marked as unread [D10.7]', async () => {
  const world = { enquiries: [enquiry(1)], messages: [message(1)], notifications: [notification(1)] }
  const { api, stream, seen, keys } = await openOnDesk(world)
  await keys.click(await bell('Notifications'))
  await keys.click(await screen.findByRole('button', { name: 'All' }))
  await keys.click(await screen.findByRole('button', { name: /^Mark as unread/ }))
  stream.tell('change', { no: 6, subject: 'seen', id: uuid(101), by: api.world.user._id })
  await keys.click(await screen.findByRole('button', { name: /^Mark as read/ }))
  await waitFor(() => expect(api.sent('PATCH /notification').map(({ body }) => body.isRead)).toEqual([false, true]))
  expect(seen()).toHaveLength(1)
})

test('permission for notifications is requested only when the button is pressed; then a person who looks elsewhere is notified', async () => {
  const { shown, asked } = fakeNotifications('granted')
  const { unread } = await lookingElsewhere()
  expect(asked).toHaveBeenCalledOnce()
  unread(enquiry(1), enquiry(2, { unread: 1 }))
  await waitFor(() => expect(shown).toMatchObject([{ body: 'ENQ-000002 has a new comment' }]))
  act(() => shown[0]!.click())
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
})

test('another comment on an unread enquiry notifies too and opens it, and read comments do not', async () => {
  const { shown } = fakeNotifications('granted')
  const { unread, api } = await lookingElsewhere()
  unread(enquiry(1, { unread: 1, updatedAt: at(11) }), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]!.body).toBe('ENQ-000001 has a new comment. 2 enquiries have new comments')
  unread(enquiry(1), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  unread(enquiry(1), enquiry(2, { unread: 2, updatedAt: at(12) }))
  await waitFor(() => expect(shown).toHaveLength(2))
  expect(shown[1]!.body).toBe('ENQ-000002 has a new comment')
  act(() => shown[1]!.click())
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  expect(api.sent('GET /unread').length).toBeGreaterThanOrEqual(4)
})

test('a person a person who looks at the page is not notified', async () => {
  const { shown } = fakeNotifications('granted')
  const { unread, hasFocus } = await lookingElsewhere()
  hasFocus.mockReturnValue(true)
  unread(enquiry(1), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  hasFocus.mockReturnValue(false)
  unread(enquiry(1), enquiry(2, { unread: 2, updatedAt: at(11) }))
  await waitFor(() => expect(shown).toHaveLength(1))
})

test('one of several tabs notifies, and none does while the person looks at another', async () => {
  const locks = fakeLocks()
  const { shown } = fakeNotifications('granted')
  const { unread } = await lookingElsewhere()
  locks.heldElsewhere.add('looked-at')
  unread(enquiry(1), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  locks.heldElsewhere.clear()
  locks.heldElsewhere.add(`notified:${at(11)}`)
  unread(enquiry(1, { unread: 1, updatedAt: at(11) }), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(document.title).toMatch(/^\(2\)/))
  unread(enquiry(1, { unread: 2, updatedAt: at(12) }), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]!.body).toMatch(/^ENQ-000001/)
})

test('a browser that grants permission but then refuses to notify loses the button, not the page', async () => {
  fakeNotifications('granted')
  const { unread, button } = await lookingElsewhere()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor() {
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
      }
    },
  )
  unread(enquiry(1), enquiry(2, { unread: 1 }))
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Comments' })).toBeInTheDocument()
})

test('a person who has refused permission is not asked again', async () => {
  const { asked } = fakeNotifications('denied')
  const { keys } = await live(`/chats/${uuid(101)}`, { user: person('member') })
  const button = await screen.findByRole('button', { name: 'Notifications of new comments' })
  await keys.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await keys.click(button)
  expect(asked).toHaveBeenCalledOnce()
})
