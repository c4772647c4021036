import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, heldBack, ok, refusal, unreachable, type FakeApi } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

const path = `/chats/${uuid(101)}`
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  showWholeLists()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})

type Page = ReturnType<typeof renderPage>

const box = () => screen.findByPlaceholderText('Write a comment...')

async function say({ keys }: Page, ...words: string[]) {
  for (const text of words) {
    if (text) fireEvent.change(await box(), { target: { value: text } })
    await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
    await waitFor(async () => expect(await box()).toHaveValue(''))
  }
}

function item(text: string) {
  return screen.findByText(text, { selector: 'li p' }).then((found) => within(found.closest('li')!))
}

function texts() {
  return [...document.querySelectorAll('li p:first-child')].map(({ textContent }) => textContent)
}

/** The messages that the server has, in its order. */
function stored({ world }: FakeApi) {
  return world.messages.map((each) => each.message)
}

function reconnect(api: FakeApi) {
  api.restore('POST /chat')
  act(() => void window.dispatchEvent(new Event('online')))
}

test('messages that cannot reach the server wait in their thread and are sent later, once each and in order [D4.4] [S8.1] [S8.2] [D8.1] [D8.2] [D7.4]', async () => {
  const api = fakeApi({ messages: [message(1)] })
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One', 'Two', 'Two')
  expect(await (await item('One')).findByText('Waiting')).toBeVisible()
  expect(await screen.findByText(/^Not sent yet\. Your messages are kept on this device/)).toBeVisible()
  expect(shownToasts()).toEqual(['Cannot reach the server'])
  expect(logged).toHaveBeenCalledWith('Failed to send message', expect.anything())
  const [first] = api.sent('POST /chat')
  reconnect(api)
  await waitFor(() => expect(stored(api)).toEqual(['Message 1', 'One', 'Two', 'Two']))
  await waitFor(() => expect(screen.queryByText(/kept on this device/)).toBeNull())
  expect(texts()).toEqual(['Message 1', 'One', 'Two', 'Two'])
  expect(api.world.messages[1]?.clientId).toBe(first?.headers['Idempotency-Key'])
})

test('waiting messages are sent when the product is opened again, on any page', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One', 'Two')
  page.close()
  api.restore('POST /chat')
  renderPage('/', api)
  await waitFor(() => expect(stored(api)).toEqual(['One', 'Two']))
})

test('a message whose response was lost is shown once, even before it is sent again', async () => {
  const api = fakeApi({ messages: [message(1)] })
  api.answer('POST /chat', ({ headers, body }) => {
    const clientId = headers['Idempotency-Key']
    api.world.messages = [message(1), { ...message(2, body.message), clientId }]
    return unreachable()
  })
  const page = renderPage(path, api)
  await say(page, 'Only once')
  expect(await (await item('Only once')).findByText('Waiting')).toBeVisible()
  await page.keys.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull())
  expect(texts()).toEqual(['Message 1', 'Only once'])
  reconnect(api)
  await waitFor(() => expect(api.sent('POST /chat').length).toBeGreaterThan(1))
  expect(stored(api)).toEqual(['Message 1', 'Only once'])
})

test('a refused message is marked and holds up the later ones until it is sent again, and each press that fails shows a toast [S8.1]', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One', 'Two')
  api.answer('POST /chat', () => refusal(413, 'too-large', 'Too much'))
  act(() => void window.dispatchEvent(new Event('online')))
  const failed = await item('One')
  expect(await failed.findByText('Not sent')).toBeVisible()
  expect((await item('Two')).getByText('Waiting')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toContainEqual(expect.stringContaining('was not sent: Too much')))
  await page.keys.click(failed.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shownToasts()).toContain('Too much'))
  api.restore('POST /chat')
  await page.keys.click(await failed.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(stored(api)).toEqual(['One', 'Two']))
})

test('a toast on any page says that a waiting message was refused, and links to its thread [S8.2]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One')
  await page.router.navigate('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  api.answer('POST /chat', () => refusal(413, 'too-large', 'Too much'))
  act(() => void window.dispatchEvent(new Event('online')))
  const text = 'Your comment on ENQ-000001 was not sent: Too much'
  await waitFor(() => expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(text))
  await page.keys.click(screen.getByRole('link', { name: 'Show' }))
  expect(await (await item('One')).findByText('Not sent')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Show' })).toBeNull())
})

test('a refused message can be moved back to the box once, above the text there, and the next one is sent', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One', 'Two')
  api.answer('POST /chat', ({ body }) => {
    if (body.message === 'One') return refusal(400, 'invalid', 'Not like this')
    return ok(message(1, body.message), 'Sent', 201)
  })
  act(() => void window.dispatchEvent(new Event('online')))
  const failed = await item('One')
  await failed.findByText('Not sent')
  await page.keys.type(await box(), 'Three')
  await page.keys.dblClick(failed.getByRole('button', { name: 'Edit message' }))
  await waitFor(() => expect(screen.queryByText('One', { selector: 'li p' })).toBeNull())
  expect(await box()).toHaveValue('One\n\nThree')
  expect(await box()).toHaveFocus()
  await waitFor(() => expect(api.sent('POST /chat').at(-1)?.body.message).toBe('Two'))
})

test('a waiting message can be moved back to the box; sent again unchanged, it keeps its id', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One')
  // There is no such button during an attempt.
  await waitFor(async () => {
    await page.keys.click(screen.getByRole('button', { name: 'Edit message' }))
    expect(await box()).toHaveValue('One')
  })
  api.restore('POST /chat')
  await say(page, '')
  const ids = api.sent('POST /chat').map(({ headers }) => headers['Idempotency-Key'])
  expect(new Set(ids).size).toBe(1)
  expect(stored(api)).toEqual(['One'])
})

test('a refused message can be discarded', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await say(page, 'One')
  api.answer('POST /chat', () => refusal(404, 'not-found', 'Enquiry not found'))
  act(() => void window.dispatchEvent(new Event('online')))
  await page.keys.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('One')).toBeNull())
  expect(await box()).toHaveValue('')
})

test('after the session has ended, a message waits for its writer to sign in; no one else sees or sends it', async () => {
  const api = fakeApi()
  api.answer('POST /chat', () => refusal(401, 'unauthenticated', 'Your session has ended'))
  const page = renderPage(path, api)
  await page.keys.type(await box(), 'Mine{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: 'Sign in' })
  page.close()
  api.restore('POST /chat')

  api.world.user = person('owner', { _id: uuid(7), name: 'Somebody Else' })
  const other = renderPage(path, api)
  expect(await box()).toHaveValue('')
  await say(other, 'Theirs')
  await waitFor(() => expect(stored(api)).toEqual(['Theirs']))
  expect(screen.queryByText('Mine')).toBeNull()
  other.close()

  api.world.user = person()
  renderPage(path, api)
  await waitFor(() => expect(stored(api)).toEqual(['Theirs', 'Mine']))
  expect(await box()).toHaveValue('')
})

test.each([
  ['a server error', 500],
  ['an upload that took too long', 408],
])('%s holds up its own thread only', async (_, status) => {
  const api = fakeApi()
  const page = renderPage(path, api)
  api.answer('POST /chat', ({ body }) => {
    if (body.enquiry === uuid(101)) return refusal(status, 'internal', 'Something went wrong (11)')
    return ok(message(1, body.message, 'customer', body.enquiry), 'Sent', 201)
  })
  await say(page, 'Here')
  act(() => void page.router.navigate(`/chats/${uuid(102)}`))
  await waitFor(() => expect(api.sent('GET /chat').at(-1)?.params.enquiryId).toBe(uuid(102)))
  await say(page, 'There')
  // The first message is tried again meanwhile.
  await waitFor(() =>
    expect(api.sent('POST /chat').map(({ body }) => [body.enquiry, body.message])).toContainEqual([uuid(102), 'There']),
  )
})

test('the outbox waits as long as Retry-After says', async () => {
  const api = fakeApi()
  const tried: number[] = []
  api.answer('POST /chat', ({ body }) => {
    tried.push(performance.now())
    if (tried.length > 1) return ok(message(1, body.message), 'Sent', 201)
    return { ...refusal(429, 'too-many-requests', 'Slow down'), headers: { 'retry-after': '2' } }
  })
  const page = renderPage(path, api)
  await say(page, 'One')
  await waitFor(() => expect(tried).toHaveLength(2))
  expect(tried[1]! - tried[0]!).toBeGreaterThan(1900)
})

test.each([
  ['still processing the message', 409, 'in_progress'],
  ['busy', 503, 'unavailable'],
] as const)(
  'while the server is %s, the outbox waits as long as Retry-After says and makes one request at a time',
  async (_case, status, code) => {
    const api = fakeApi()
    const tried: number[] = []
    api.answer('POST /chat', ({ body }) => {
      tried.push(performance.now())
      if (tried.length > 1) return ok(message(1, body.message), 'Sent', 201)
      return { ...refusal(status, code, 'In a moment'), headers: { 'retry-after': '2' } }
    })
    const page = renderPage(path, api)
    await say(page, 'One')
    // If the client had repeated the request, the notice could not be shown in between.
    expect(await screen.findByText(/kept on this device/)).toBeVisible()
    expect(tried).toHaveLength(1)
    await waitFor(() => expect(tried).toHaveLength(2))
    expect(tried[1]! - tried[0]!).toBeGreaterThan(1900)
    expect(screen.queryByText('Not sent')).toBeNull()
    await waitFor(() => expect(shownToasts()).toContain('Sent'))
  },
)

test('a message that takes long leaves the box and is shown as sending', async () => {
  const api = fakeApi()
  const slow = heldBack(ok(message(1, 'Slow'), 'Sent', 201))
  api.answer('POST /chat', slow.responder)
  const page = renderPage(path, api)
  await say(page, 'Slow')
  expect((await item('Slow')).getByText('Sending')).toBeVisible()
  slow.letGo()
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())
})

test('a message that is being sent shows its sender, its date and time, and an avatar as well [S2.20]', async () => {
  const api = fakeApi()
  const slow = heldBack(ok(message(1, 'On my way'), 'Sent', 201))
  api.answer('POST /chat', slow.responder)
  const page = renderPage(path, api)
  await say(page, 'On my way')
  const sending = await item('On my way')
  expect(await sending.findByText('Sending')).toBeVisible()
  expect(sending.getByText('Maya Lindqvist')).toBeVisible()
  expect(sending.getByText('M')).toBeVisible()
  const time = sending.getByText(/:/, { selector: 'time' })
  expect(time).toHaveTextContent(new Date(time.getAttribute('datetime')!).toLocaleString())
  slow.letGo()
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())
})

test('where this device has no room, the text stays in the box until the server has the message', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await page.keys.type(await box(), 'One{Control>}{Enter}{/Control}')
  expect(await screen.findByText(/^Not sent\. This device cannot keep it/)).toBeVisible()
  expect(await box()).toHaveValue('One')
  api.restore('POST /chat')
  await page.keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(stored(api)).toEqual(['One']))
  await waitFor(async () => expect(await box()).toHaveValue(''))
})
