import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address } from '#web/test/renderPage.tsx'

let icon: HTMLLinkElement
beforeEach(() => {
  icon = document.createElement('link')
  Object.assign(icon, { rel: 'icon', href: '/favicon.svg' })
  document.head.append(icon)
  // jsdom lays nothing out: all of a thread is in sight.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(20_000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
})

afterEach(() => icon.remove())

/** The browser's notifications, and how the person answers when asked. */
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

test('the title and the icon say how many enquiries have something new, as it comes and goes', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1, { unread: 2 }), enquiry(2)] })
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Enquiries/))
  expect(icon.href).toMatch(/^data:image\/svg/)
  expect((await screen.findAllByText(/unread comments/))[0]).toBeInTheDocument()
  api.world.enquiries = [enquiry(1, { unread: 2 }), enquiry(2, { unread: 1 })]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(102), by: uuid(77) })
  await waitFor(() => expect(document.title).toMatch(/^\(2\) Enquiries/))
  api.world.enquiries = [enquiry(1), enquiry(2)]
  stream.tell('change', { no: 7, subject: 'seen', id: uuid(102), by: api.world.user._id })
  await waitFor(() => expect(document.title).toMatch(/^Enquiries/))
  expect(icon.href).toMatch(/favicon\.svg$/)
})

test('a thread that is read is marked as seen; one in a hidden tab is not, until it is shown', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { api } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2, 'An answer', 'host')] })
  await screen.findByText('An answer')
  expect(api.sent('POST /seen')).toEqual([])
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() =>
    expect(api.sent('POST /seen').map(({ body }) => body)).toEqual([{ enquiry: uuid(101), seq: 2, side: 'customer' }]),
  )
})

/** Somebody who wants to be notified, with a thread open in a tab that they have left. */
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

test('what arrives while somebody reads further up is marked as seen once they come to it', async () => {
  const { api, stream } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2)] })
  await waitFor(() => expect(api.sent('POST /seen')).toHaveLength(1))
  const log = screen.getByRole('log')
  const height = vi.spyOn(log, 'scrollHeight', 'get').mockReturnValue(90_000)
  fireEvent.scroll(log)
  api.world.messages = [message(1), message(2), message(3, 'An answer', 'host')]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(77) })
  expect(await screen.findByRole('button', { name: '1 new comment' })).toBeVisible()
  expect(api.sent('POST /seen')).toHaveLength(1)
  height.mockReturnValue(20_000)
  fireEvent.scroll(log)
  await waitFor(() => expect(api.sent('POST /seen').at(-1)?.body).toMatchObject({ seq: 3 }))
})

test('a thread whose place on the screen is taken by something else is not marked as seen', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(0)
  const { api } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2)] })
  await screen.findByRole('log')
  await waitFor(() => expect(api.sent('POST /presence')).not.toEqual([]))
  expect(api.sent('POST /seen')).toEqual([])
})

test('nobody is asked for leave to notify them before they press the button; then what is new is told to who looks elsewhere', async () => {
  const { shown, asked } = fakeNotifications('granted')
  const { unread } = await lookingElsewhere()
  expect(asked).toHaveBeenCalledOnce()
  unread(enquiry(1), enquiry(2, { unread: 1 }))
  await waitFor(() => expect(shown).toMatchObject([{ body: 'ENQ-000002 has a new comment' }]))
  act(() => shown[0]!.click())
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
})

test('another comment on an enquiry that is unread already is told too, and leads to it; what was read is not told', async () => {
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

test('who looks at the page is not notified', async () => {
  const { shown } = fakeNotifications('granted')
  const { unread, hasFocus } = await lookingElsewhere()
  hasFocus.mockReturnValue(true)
  unread(enquiry(1), enquiry(2, { unread: 1, updatedAt: at(10) }))
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  hasFocus.mockReturnValue(false)
  unread(enquiry(1), enquiry(2, { unread: 2, updatedAt: at(11) }))
  await waitFor(() => expect(shown).toHaveLength(1))
})

test('of several tabs one tells, and none while the person looks at another', async () => {
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

test('a browser that gives leave and then refuses to notify loses the button, not the page', async () => {
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

test('who has refused is not asked again', async () => {
  const { asked } = fakeNotifications('denied')
  const { keys } = await live(`/chats/${uuid(101)}`, { user: person('member') })
  const button = await screen.findByRole('button', { name: 'Notifications of new comments' })
  await keys.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await keys.click(button)
  expect(asked).toHaveBeenCalledOnce()
})
