import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { fakeApi, refusal, unreachable, type FakeApi } from '#web/test/fakeApi.ts'
import { customerMessage, customerThread } from '#web/test/fakeCustomerPage.ts'
import { fakeStream } from '#web/test/fakeStream.ts'
import { noticesOf } from '#web/test/notices.ts'
import { tokenFor } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

const token = 'thetokenofalink0000000'
const path = `/t#${token}`

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function open(thread: Partial<CustomerThread> = {}, visit: Parameters<typeof renderPage>[2] = { session: null }) {
  const api = fakeApi({ customerThread: customerThread(thread) })
  return { api, page: renderPage(path, api, visit) }
}

const box = (label = 'Write a reply') => screen.findByRole('textbox', { name: label })

async function say(words: string) {
  fireEvent.change(await box(), { target: { value: words } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
}

function texts() {
  return [...document.querySelectorAll('li p')].map(({ textContent }) => textContent)
}

function stored({ world }: FakeApi) {
  return world.customerThread.messages.map(({ message }) => message)
}

test('a customer sees the question, the status, who wrote what, and the company, without signing in [D11.4]', async () => {
  const { api } = open({ status: 'answered', messages: [customerMessage(1, { isOwn: true }), customerMessage(2)] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Your enquiry' })).toBeVisible()
  expect(screen.getByText('Number ENQ-000012')).toBeVisible()
  expect(screen.getByText('Answered')).toBeVisible()
  expect(screen.getByRole('heading', { level: 2, name: 'Where is my lamp?' })).toBeVisible()
  expect(screen.getByText('I ordered it a week ago.')).toBeVisible()
  expect(screen.getByText('Blue Harbour')).toBeVisible()
  expect(within(screen.getByText('Message 2').closest('li')!).getByText('Aggie Agent')).toBeVisible()
  expect(within(screen.getByText('Message 1').closest('li')!).getByText('You')).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Your enquiry ENQ-000012 · Blue Harbour'))
  expect(api.sent('GET /customer/thread')[0]!.headers.Authorization).toBe(`Customer ${token}`)
})

test('a link of an earlier version opens, and its token leaves the path [D11.4]', async () => {
  const api = fakeApi({ customerThread: customerThread() })
  for (const old of [`/t/${token}`, `/t/${token}/`, `/T/${token}?rating=4`]) {
    const { close } = renderPage(old, api, { session: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your enquiry' })).toBeVisible()
    expect([address(), window.location.hash]).toEqual([old.includes('?') ? '/t?rating=4' : '/t', `#${token}`])
    expect(api.sent('GET /customer/thread').at(-1)!.headers.Authorization).toBe(`Customer ${token}`)
    close()
  }
})

test('the page says what it has shown, so that the company sees it [D11.4]', async () => {
  const { api } = open({ messages: [customerMessage(1), customerMessage(2)] })
  await waitFor(() => expect(api.sent('POST /customer/seen').map(({ body }) => body)).toEqual([{ seq: 2 }]))
})

test('a message appears at once, is sent once and leaves the box [D11.4]', async () => {
  const { api } = open()
  await say('Is it on its way?')
  await waitFor(() => expect(stored(api)).toEqual(['Is it on its way?']))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  await waitFor(() => expect(texts()).toEqual(['Is it on its way?']))
  expect(api.sent('POST /customer/thread')).toHaveLength(1)
})

test('without a connection messages wait, survive a reload, and are sent once each and in order [D11.4]', async () => {
  const { api, page } = open()
  api.answer('POST /customer/thread', unreachable)
  await say('One')
  expect(await screen.findByText('No connection. We keep trying.')).toBeVisible()
  await waitFor(async () => expect(await box()).toHaveValue(''))
  await say('Two')
  await waitFor(() => expect(texts()).toEqual(['One', 'Two']))
  page.close()
  api.restore('POST /customer/thread')
  renderPage(path, api, { session: null })
  await waitFor(() => expect(stored(api)).toEqual(['One', 'Two']))
  await waitFor(() => expect(texts()).toEqual(['One', 'Two']))
})

test('typed text survives a reload and another link to the same enquiry [D11.4]', async () => {
  const { api, page } = open()
  fireEvent.change(await box(), { target: { value: 'Half a sent' } })
  page.close()
  renderPage('/t#anothertokenofthesame0', api, { session: null })
  expect(await box()).toHaveValue('Half a sent')
})

test('a refused message stays in the box with the reason [D11.4]', async () => {
  const { api } = open()
  api.answer('POST /customer/thread', () => refusal(400, 'invalid', 'No'))
  await say('Strange')
  const reason = 'This message could not be accepted. Discard it and write it again.'
  await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(1))
  await waitFor(() => expect(texts()).toEqual([]))
  expect(await box()).toHaveValue('Strange')
})

test('earlier messages are loaded on demand [D11.4]', async () => {
  const messages = Array.from({ length: 52 }, (_, index) => customerMessage(index + 1))
  open({ messages })
  await screen.findByText('Message 52')
  expect(screen.queryByText('Message 2')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }))
  expect(await screen.findByText('Message 1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})

test('a closed enquiry says how to reopen it, and a blocked customer reads only [D11.4]', async () => {
  const { page } = open({ status: 'closed', canReopen: true })
  expect(await screen.findByText('Closed? Write to reopen it.')).toBeVisible()
  page.close()
  open({ canReply: false })
  expect(await screen.findByText('You cannot write here any more. Contact Blue Harbour in another way.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a picture opens large, and other files are downloads [D11.4]', async () => {
  const url = '/api/files/a?type=image%2Fpng'
  const image = { _id: crypto.randomUUID(), name: 'label.png', url, size: 9 }
  const files = [
    { ...image, kind: 'image' as const, thumbnail: url, type: 'image/png' as const, width: 4, height: 3 },
    { ...image, kind: 'file' as const, name: 'bill.pdf', url: '/api/files/b' },
  ]
  open({ messages: [customerMessage(1, { files })] })
  fireEvent.click(await screen.findByRole('button', { name: 'Enlarge label.png' }))
  const dialog = await screen.findByRole('dialog', { name: 'label.png' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('link', { name: 'Download bill.pdf' })).toHaveAttribute('href', '/api/files/b')
})

test('an email shows its quotes on request, and says what is not included, in the customer’s language [D11.6]', async () => {
  const email = {
    isAutomatic: false,
    collapsed: [[10, 18] as [number, number]],
    leftOut: [
      { name: 'film.mp4', reason: 'size' as const },
      { name: 'text', reason: 'text' as const },
    ],
  }
  const automatic = { ...email, isAutomatic: true, leftOut: [] }
  open({
    language: 'de',
    messages: [
      customerMessage(1, { isOwn: true, message: 'Ja, gerne\n> Kommt?', email }),
      customerMessage(2, { message: 'Bin verreist\n> Kommt?', email: automatic }),
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Zitierten Text anzeigen' }))
  expect(screen.getByText('> Kommt?')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Zitierten Text ausblenden' })).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('„film.mp4“ ist nicht enthalten: größer als 10 MB')).toBeVisible()
  expect(screen.getByText(/„text“ ist nicht enthalten: der Text ist länger als 100\.000 Zeichen/)).toBeVisible()
  expect(screen.getByText('Automatische Antwort')).toBeVisible()
  expect(screen.queryByText(/Bin verreist/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Anzeigen' }))
  expect(screen.getByText(/Bin verreist\s+> Kommt\?/)).toBeVisible()
})

test('the page is in the language of the contact, in its direction [D11.4]', async () => {
  const { page } = open({ language: 'ar' })
  expect(await screen.findByRole('heading', { level: 1, name: 'استفسارك' })).toBeVisible()
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'ar'))
  expect(document.documentElement.dir).toBe('rtl')
  page.close()
  expect(document.documentElement.dir).not.toBe('rtl')
})

test('an unknown link says so, and nobody is sent to the sign-in page [D11.4]', async () => {
  const api = fakeApi()
  const session = { accessToken: tokenFor(900), userData: api.world.user }
  api.answer('GET /customer/thread', () => refusal(404, 'not-found', 'Link not found'))
  renderPage(path, api, { session })
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(address()).toBe('/t')
  expect(window.localStorage.getItem('accessToken')).toBe(session.accessToken)
  expect(api.requests.every(({ headers }) => headers.Authorization === `Customer ${token}`)).toBe(true)
})

test('an expired link offers to mail a new one [D11.4]', async () => {
  const api = fakeApi()
  const company = { companyName: 'Blue Harbour', logo: null }
  const data = { address: 'm•••@k•••.example', canMail: true, language: 'de', company }
  api.answer('GET /customer/thread', () => refusal(410, 'expired', 'This link has expired', { data }))
  renderPage(path, api, { session: null })
  expect(await screen.findByRole('heading', { name: 'Dieser Link ist abgelaufen' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Neuen Link per E-Mail senden' }))
  expect(await screen.findByText('Wir haben einen neuen Link an m•••@k•••.example gesendet.')).toBeVisible()
})

test('a page that could not be opened is tried again [D11.4]', async () => {
  const api = fakeApi()
  api.answer('GET /customer/thread', unreachable)
  renderPage(path, api, { session: null })
  expect(await screen.findByRole('heading', { name: 'Your enquiry could not be opened' })).toBeVisible()
  api.restore('GET /customer/thread')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Where is my lamp?')).toBeVisible()
})

test('a message of the company appears and is announced while the page is open [D11.4]', async () => {
  const text = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response(body)))
  vi.stubGlobal('fetch', asked)
  const { api } = open({ messages: [customerMessage(1)] })
  await screen.findByText('Message 1')
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(asked.mock.calls[0]).toMatchObject([
    '/api/customer/events',
    { headers: { Authorization: `Customer ${token}` } },
  ])
  api.world.customerThread = customerThread({ messages: [customerMessage(1), customerMessage(2)], status: 'answered' })
  act(() => stream!.enqueue(text.encode('event: change\ndata: {}\n\n')))
  expect(await screen.findByText('Message 2')).toBeVisible()
  expect(screen.getByText('New message from Aggie Agent: Message 2')).toBeInTheDocument()
  api.answer('GET /customer/thread', () => refusal(404, 'not-found', 'Link not found'))
  act(() => stream!.enqueue(text.encode('event: change\ndata: {}\n\n')))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a stopping server sends the page to another one, without a notice [D13.3]', async () => {
  const stream = fakeStream()
  open({ messages: [customerMessage(1)] })
  await screen.findByText('Message 1')
  await waitFor(() => expect(stream.streams.size).toBe(1))
  const notices = noticesOf('No connection. We keep trying.')
  stream.tell('leave', {})
  stream.cut()
  await waitFor(() => expect(stream.asked).toHaveLength(2))
  await waitFor(() => expect(stream.streams.size).toBe(1))
  expect(notices).toEqual([])
  stream.lose()
  await waitFor(() => expect(notices).not.toEqual([]))
})
