import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { fakeStream } from '#web/test/fakeStream.ts'
import { live } from '#web/test/livePage.ts'
import { noticesOf } from '#web/test/notices.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

const colleague = uuid(77)
const change = (no: number, subject: 'enquiry' | 'thread' | 'user' | 'company', id: string, by = colleague) =>
  ['change', { no, subject, id, by }] as const

beforeEach(showWholeLists)

test("a colleague's change appears in the list and its counts without a reload", async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(2), enquiry(1)] })
  await screen.findByText('ENQ-000002')
  api.world.enquiries = [enquiry(3), { ...enquiry(2), summery: 'Changed elsewhere' }, enquiry(1)]
  stream.tell(...change(6, 'enquiry', uuid(103)))
  expect(await screen.findByText('ENQ-000003')).toBeVisible()
  expect(await screen.findByText('Changed elsewhere')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('tab', { name: /All/ })).toHaveTextContent('3'))
})

test('changes arrive in a browser without AbortSignal.any, such as Safari 17.3 and Firefox 115', async () => {
  const any = vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  api.world.enquiries = [enquiry(2), enquiry(1)]
  stream.tell(...change(6, 'enquiry', uuid(102)))
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
  expect(any).not.toHaveBeenCalled()
})

test('a burst of changes costs one refetch at once and one a second later, also of the unread count', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  const before = api.sent('GET /enquiry').length
  await waitFor(() => expect(api.sent('GET /unread')).not.toEqual([]))
  const unreadBefore = api.sent('GET /unread').length
  for (let no = 6; no < 1006; no++) stream.tell(...change(no, 'enquiry', uuid(101)))
  await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(before + 1))
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThanOrEqual(before + 2))
  expect(api.sent('GET /enquiry').length).toBeLessThanOrEqual(before + 3)
  await waitFor(() => expect(api.sent('GET /unread').length).toBeGreaterThan(unreadBefore))
  expect(api.sent('GET /unread').length).toBeLessThanOrEqual(unreadBefore + 3)
})

test('rows do not move while someone is using them; new ones wait behind a button', async () => {
  const { api, stream, keys } = await live('/', { enquiries: [enquiry(2), enquiry(1)] })
  const link = await screen.findByRole('link', { name: 'ENQ-000001' })
  act(() => link.focus())
  api.world.enquiries = [enquiry(3), { ...enquiry(2), summery: 'Changed elsewhere' }, enquiry(1)]
  stream.tell(...change(6, 'enquiry', uuid(103)))
  const button = await screen.findByRole('button', { name: 'Show 1 new enquiry' })
  expect(screen.getByText('Changed elsewhere')).toBeVisible()
  expect(screen.queryByText('ENQ-000003')).not.toBeInTheDocument()
  expect(link).toHaveFocus()
  await keys.click(button)
  expect(await screen.findByText('ENQ-000003')).toBeVisible()
})

test('nor after many missed events; the page says what has left the list, and the rows follow once nobody uses them', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(2), enquiry(1)] })
  const link = await screen.findByRole('link', { name: 'ENQ-000001' })
  act(() => link.focus())
  api.world.enquiries = [{ ...enquiry(1), summery: 'Changed elsewhere' }]
  stream.tell('reset', { no: 4000 })
  expect(await screen.findByRole('button', { name: 'Update the list: 1 enquiry no longer matches' })).toBeVisible()
  expect(screen.getByText('ENQ-000002')).toBeVisible()
  expect(screen.getByText('Changed elsewhere')).toBeVisible()
  act(() => screen.getByRole('button', { name: 'Account' }).focus())
  await waitFor(() => expect(screen.queryByText('ENQ-000002')).not.toBeInTheDocument())
})

test('a failed refetch is retried without another event', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api, stream, router } = await live('/', { enquiries: [enquiry(1)], messages: [message(1)] })
  await screen.findByText('ENQ-000001')
  for (const route of ['GET /enquiry', 'GET /enquiry/summary'] as const) api.answer(route, unreachable)
  const before = api.sent('GET /enquiry').length
  api.world.enquiries = [enquiry(2), enquiry(1)]
  stream.tell(...change(6, 'enquiry', uuid(102)))
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(before))
  for (const route of ['GET /enquiry', 'GET /enquiry/summary'] as const) api.restore(route)
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('tab', { name: /All/ })).toHaveTextContent('2'))

  await router.navigate(`/chats/${uuid(101)}`)
  await screen.findByText('Message 1')
  api.answer('GET /chat', unreachable)
  api.world.messages = [message(1), message(2)]
  const asked = api.sent('GET /chat').length
  stream.tell(...change(7, 'thread', uuid(101)))
  await waitFor(() => expect(api.sent('GET /chat').length).toBeGreaterThan(asked))
  api.restore('GET /chat')
  expect(await screen.findByText('Message 2')).toBeVisible()
})

test('a hidden tab refetches when it is shown again', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const before = api.sent('GET /enquiry').length
  stream.tell(...change(6, 'enquiry', uuid(101)))
  await waitFor(() => expect(window.sessionStorage.getItem(`lastEvent:${api.world.user._id}`)).toBe('6'))
  expect(api.sent('GET /enquiry')).toHaveLength(before)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(before + 1))
})

test('a comment from the other seat appears, and typed text stays', async () => {
  const { api, stream, keys } = await live(`/chats/${uuid(101)}`, { messages: [message(1)] })
  await screen.findByText('Message 1')
  await keys.type(screen.getByRole('textbox', { name: 'Comment' }), 'Half a sen')
  api.world.messages = [message(1), message(2)]
  stream.tell(...change(6, 'thread', uuid(101)))
  expect(await screen.findByText('Message 2')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a sen')
})

test("a person's new name appears at all their messages, and typed text stays", async () => {
  const { api, stream, keys } = await live(`/chats/${uuid(101)}`, { messages: [message(1), message(2)] })
  await screen.findByText('Message 2')
  await keys.type(screen.getByRole('textbox', { name: 'Comment' }), 'Half a sen')
  const sender = { ...message(1).sender, name: 'Maya Berg' }
  api.world.messages = [message(1), message(2)].map((each) => ({ ...each, sender }))
  stream.tell(...change(6, 'user', sender._id))
  await waitFor(() => expect(within(screen.getByRole('log')).getAllByText('Maya Berg')).toHaveLength(2))
  expect(within(screen.getByRole('log')).queryByText(message(1).sender.name)).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a sen')
})

test('when the stream and the renewal are refused, the sign-in page appears [D4.3]', async () => {
  const { api, stream } = await live('/')
  await screen.findByText('No enquiries yet')
  api.answer('POST /auth/refresh', () => refusal(401, 'unauthenticated', 'Your session has ended'))
  stream.end()
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(screen.getByText(/Your session has ended. Sign in to continue/)).toBeVisible()
})

test('after a loss the stream resumes after the last number, and a quiet notice shows the loss', async () => {
  const { stream } = await live('/')
  stream.tell(...change(6, 'enquiry', uuid(101)))
  await screen.findByText('No enquiries yet')
  stream.lose()
  expect(await screen.findByText('Reconnecting…')).toBeVisible()
  stream.comeBack()
  await waitFor(() => expect(stream.streams.size).toBe(1))
  expect(stream.asked.at(-1)).toBe('/api/events?after=6')
  stream.tell('hello', { no: 6 })
  expect(await screen.findByText('Up to date')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Up to date')).not.toBeInTheDocument())
})

test('a page that a stopping server sends away resumes elsewhere, without a notice [D13.3]', async () => {
  const { stream } = await live('/')
  await screen.findByText('No enquiries yet')
  stream.tell(...change(6, 'enquiry', uuid(101)))
  const notices = noticesOf('Reconnecting…')
  stream.tell('leave', {})
  stream.cut()
  await waitFor(() => expect(stream.asked.at(-1)).toBe('/api/events?after=6'))
  await waitFor(() => expect(stream.streams.size).toBe(1))
  expect(notices).toEqual([])
  stream.lose()
  await waitFor(() => expect(notices).not.toEqual([]))
})

test('when too many events were missed, everything on the screen is refetched', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  api.world.enquiries = [enquiry(2), enquiry(1)]
  stream.tell('reset', { no: 4000 })
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
  stream.cut()
  await waitFor(() => expect(stream.asked.at(-1)).toBe('/api/events?after=4000'))
})

test('a tab without a last number refetches once the stream connects', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const stream = fakeStream()
  renderPage('/', api)
  await screen.findByText('ENQ-000001')
  await waitFor(() => expect(stream.asked).toEqual(['/api/events']))
  api.world.enquiries = [enquiry(2), enquiry(1)]
  stream.tell('hello', { no: 7 })
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
})

test('a failed profile request during work signs nobody out [D4.2]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  for (const [status, code] of [
    [500, 'internal'],
    [429, 'too-many-requests'],
  ] as const) {
    const asked = api.sent('GET /auth/profile').length
    api.answer('GET /auth/profile', () => refusal(status, code, 'Not now'))
    stream.tell(...change(status, 'user', api.world.user._id))
    await waitFor(() => expect(api.sent('GET /auth/profile').length).toBeGreaterThan(asked))
  }
  api.answer('GET /auth/profile', () => ok(person('owner', { name: 'Maya Renamed' })))
  stream.tell(...change(501, 'user', api.world.user._id))
  expect(await screen.findByText('Maya Renamed')).toBeVisible()
  expect(screen.getByText('ENQ-000001')).toBeVisible()
})

test('a changed role takes effect at once [D6.2]', async () => {
  const { api, stream } = await live('/', { user: person('member') })
  await screen.findByRole('heading', { name: 'Enquiries' })
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Add Enquiry/ }).length).toBeGreaterThan(0))
  api.answer('GET /auth/profile', () => ok(person('viewer')))
  stream.tell(...change(6, 'user', api.world.user._id))
  await waitFor(() => expect(screen.queryAllByRole('link', { name: /Add Enquiry/ })).toEqual([]))
})

test('the thread shows who else has it open, and who is typing', async () => {
  const { api, stream } = await live(`/chats/${uuid(101)}`, { messages: [message(1)] })
  await screen.findByText('Message 1')
  await waitFor(() =>
    expect(api.sent('POST /presence').at(-1)?.body).toMatchObject({ enquiry: uuid(101), screen: 'thread' }),
  )
  const ana = { _id: colleague, name: 'Ana Ruiz', profilePic: null, screens: ['thread' as const], isTyping: false }
  const me = { ...ana, _id: api.world.user._id, name: 'Myself' }
  stream.tell('presence', { enquiry: uuid(101), people: [ana, me] })
  expect(await screen.findByText('Ana Ruiz is also here')).toBeInTheDocument()
  stream.tell('presence', { enquiry: uuid(101), people: [{ ...ana, isTyping: true }, me] })
  expect(await screen.findByText('Ana Ruiz is writing…')).toBeVisible()
  stream.tell('presence', { enquiry: uuid(101), people: [me] })
  await waitFor(() => expect(screen.queryByText('Ana Ruiz is writing…')).not.toBeInTheDocument())
})

test('typing is reported while a person types', async () => {
  const { api, keys } = await live(`/chats/${uuid(101)}`)
  await keys.type(await screen.findByRole('textbox', { name: 'Comment' }), 'x')
  await waitFor(() => expect(api.sent('POST /presence').at(-1)?.body).toMatchObject({ isTyping: true }))
})

test('the history says what came from a file, and what a bulk change undid', async () => {
  const by = { _id: colleague, name: 'Ana Ruiz', kind: 'user' as const, profilePic: null }
  const entry = { by, createdAt: '2026-11-20T08:00:00.000Z' }
  await live(`/enquiry/${uuid(101)}`, {
    enquiries: [enquiry(1)],
    history: [
      { ...entry, _id: uuid(902), action: 'undone', changes: { status: ['closed', 'open'] as [string, string] } },
      { ...entry, _id: uuid(901), action: 'imported', changes: {} },
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'History' }))
  const history = within(screen.getByRole('region', { name: 'History' }))
  expect(await history.findByText(/undid a bulk change: changed the status/)).toBeVisible()
  expect(history.getByText(/imported the enquiry from a file/)).toBeVisible()
})

test('the history of an enquiry shows who changed what, and updates live', async () => {
  const by = { _id: colleague, name: 'Ana Ruiz', kind: 'user' as const, profilePic: null }
  const raised = { _id: uuid(901), action: 'created', by, changes: {}, createdAt: '2026-11-20T08:00:00.000Z' }
  const { api, stream, keys } = await live(`/enquiry/${uuid(101)}`, { enquiries: [enquiry(1)], history: [raised] })
  await keys.click(await screen.findByRole('button', { name: 'History' }))
  const history = screen.getByRole('region', { name: 'History' })
  expect(await within(history).findByText('raised the enquiry', { exact: false })).toBeVisible()
  const changes = { status: ['open', 'closed'], comments: ['Old words', 'New words'] } as Record<
    string,
    [string, string]
  >
  api.world.history = [{ ...raised, _id: uuid(902), action: 'changed', changes }, raised]
  stream.tell(...change(6, 'enquiry', uuid(101)))
  expect(await within(history).findByText('Closed')).toBeVisible()
  expect(within(history).getByText(/changed the status and the comments/)).toBeVisible()
  await keys.click(within(history).getByRole('button', { name: 'Show both texts' }))
  expect(await within(history).findByText('Old words')).toBeVisible()
})

test('a page ignores events of a newer server that it does not know, and stays live', async () => {
  const { api, stream } = await live('/', { enquiries: [enquiry(1)] })
  await screen.findByText('ENQ-000001')
  const bytes = new TextEncoder()
  for (const event of ['change', 'later'])
    for (const each of stream.streams)
      each.enqueue(bytes.encode(`event: ${event}\ndata: {"no":6,"subject":"later","id":"${uuid(1)}"}\n\n`))
  api.world.enquiries = [enquiry(2), enquiry(1)]
  stream.tell(...change(7, 'enquiry', uuid(102)))
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
  expect(stream.asked).toHaveLength(1)
})
