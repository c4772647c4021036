import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { send } from '#web/api/http.ts'
import { saveSession } from '#web/api/session/session.ts'
import { fakeApi, heldBack, ok } from '#web/test/fakeApi.ts'
import { fakeStream } from '#web/test/fakeStream.ts'
import { enquiry, tokenFor } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { keepLive } from './connection.ts'
import { type News, onNews } from './news.ts'

/** A tab of a person whose requests the server answers with the event number 7, and the news that it hears. */
function newTab() {
  const api = fakeApi({ enquiries: [enquiry(1)], lastEvent: 7 })
  const stream = fakeStream()
  const userData = api.world.user
  saveSession({ accessToken: tokenFor(900), userData })
  const news = vi.fn<(news: News) => void>()
  onTestFinished(onNews(news))
  return { api, stream, news, userData, startStream: () => onTestFinished(keepLive(userData._id)) }
}

const laterChange = { no: 8, subject: 'answers', id: enquiry(1)._id, by: enquiry(1)._id } as const
const request = () => send({ url: '/enquiry/summary', background: true })

test('a tab asks the stream for the events after its responses, and fetches nothing again', async () => {
  const { stream, news, startStream } = newTab()
  await request()
  startStream()
  await waitFor(() => expect(stream.asked).toEqual(['/api/events?after=7']))
  stream.tell('hello', { no: 9 })
  stream.tell('change', laterChange)
  await waitFor(() => expect(news.mock.calls).toEqual([[laterChange]]))
})

test('after a reload, it asks only for the events that its new responses lack', async () => {
  const { stream, userData, startStream } = newTab()
  window.sessionStorage.setItem(`lastEvent:${userData._id}`, '3')
  await request()
  startStream()
  await waitFor(() => expect(stream.asked).toEqual(['/api/events?after=7']))
})

test('a response that arrives later and lacks an event is fetched again, once', async () => {
  const { api, news, startStream } = newTab()
  const late = heldBack({ ...ok([]), headers: { 'x-last-event': '6' } })
  api.answer('GET /views', late.responder)
  const views = send({ url: '/views', background: true })
  await request()
  startStream()
  await request()
  expect(news).not.toHaveBeenCalled()
  late.letGo()
  await views
  expect(news.mock.calls).toEqual([[null]])
  await send({ url: '/views', background: true })
  expect(news.mock.calls).toEqual([[null]])
})

test('so are responses that name no event, when the stream starts', async () => {
  const { api, stream, news, startStream } = newTab()
  api.world.lastEvent = null
  await request()
  startStream()
  await waitFor(() => expect(stream.asked).toEqual(['/api/events']))
  expect(news).not.toHaveBeenCalled()
  stream.tell('hello', { no: 7 })
  await waitFor(() => expect(news.mock.calls).toEqual([[null]]))
})

test('a stream without a number starts where it says, whatever another tab has said before', async () => {
  const { api, stream, news, userData, startStream } = newTab()
  api.world.lastEvent = null
  const another = new BroadcastChannel(`live:${userData._id}`)
  onTestFinished(() => another.close())
  await request()
  startStream()
  await waitFor(() => expect(stream.asked).toEqual(['/api/events']))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  another.postMessage({ kind: 'position', content: 7 })
  await waitFor(() => expect(news.mock.calls).toEqual([[null]]))
  stream.tell('hello', { no: 9 })
  await waitFor(() => expect(news.mock.calls).toEqual([[null], [null]]))
})

/** The tab that has the stream: jsdom has no locks, so this one is never free. */
function streamingTab(userId: string) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: () => new Promise(() => {}) } })
  const channel = new BroadcastChannel(`live:${userId}`)
  onTestFinished(() => {
    channel.close()
    Reflect.deleteProperty(navigator, 'locks')
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  return (kind: string, content: unknown) => channel.postMessage({ kind, content })
}

test('a tab fetches nothing again if its responses contain what the tab with the stream has heard of', async () => {
  const { news, userData, startStream } = newTab()
  const say = streamingTab(userData._id)
  await request()
  startStream()
  say('position', 7)
  say('change', laterChange)
  await waitFor(() => expect(news.mock.calls).toEqual([[laterChange]]))
})

test.each([
  ['says where it is', 'position', 9],
  ['has opened it', 'hello', { no: 9 }],
])('it fetches again what they lack when that tab %s, also after a later event', async (_case, kind, content) => {
  const { news, userData, startStream } = newTab()
  const say = streamingTab(userData._id)
  await request()
  startStream()
  say('change', { ...laterChange, no: 9 })
  say(kind, content)
  await waitFor(() => expect(news.mock.calls).toEqual([[{ ...laterChange, no: 9 }], [null]]))
})

test('a page that opens makes each request once', async () => {
  const { api, stream } = newTab()
  renderPage('/', api)
  await screen.findByText('ENQ-000001')
  await waitFor(() => expect(stream.streams.size).toBe(1))
  stream.tell('hello', { no: 7 })
  await waitFor(() => expect(api.sent('GET /jobs')).not.toEqual([]))
  const reads = api.requests.map(({ route }) => route).filter((route) => route.startsWith('GET'))
  expect(reads).toEqual([...new Set(reads)])
})
