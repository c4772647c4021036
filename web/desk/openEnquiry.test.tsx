import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { publishNews } from '#web/events/news.ts'
import { fakeApi, heldBack, ok } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

// Transform the code before a test waits for it.
beforeAll(async () => {
  await Promise.all([import('./DeskPage.tsx'), import('#web/enquiries/details/EnquiryPage.tsx')])
}, 60_000)

beforeEach(showWholeLists)

const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const enquiries = [enquiry(1), enquiry(2), enquiry(3)]
const second = uuid(102)

function world() {
  return fakeApi({ user: agent, enquiries, messages: [message(1)] })
}

function shownMessage() {
  return screen.findByText(message(1).message)
}

test('an enquiry is opened as the list has it, with its comments, while it is still being fetched', async () => {
  const api = world()
  const { keys } = renderPage('/', api)
  const link = await screen.findByRole('link', { name: 'ENQ-000002' })
  api.answer('GET /enquiry', heldBack(ok({})).responder)
  await keys.click(link)
  expect(await screen.findByDisplayValue('ENQ-000002')).toBeVisible()
  expect(await shownMessage()).toBeVisible()
})

test('the comments of an enquiry are requested beside the enquiry, not after it', async () => {
  const api = world()
  api.answer('GET /enquiry', heldBack(ok({})).responder)
  renderPage(`/enquiry/${second}`, api)
  await waitFor(() => expect(api.sent('GET /chat')[0]?.params).toEqual({ enquiryId: second }))
})

test('for people who may not read comments, none are requested', async () => {
  const api = fakeApi({ user: person('viewer'), enquiries })
  renderPage(`/enquiry/${second}`, api)
  await screen.findByDisplayValue('ENQ-000002')
  expect(api.sent('GET /chat')).toEqual([])
})

test('at the desk, nothing is requested for people who may not answer', async () => {
  const api = fakeApi({ user: person('member'), enquiries })
  renderPage(`/desk/${second}`, api)
  await screen.findByRole('heading', { name: 'You are not authorised to see this page' })
  expect(api.sent('GET /chat')).toEqual([])
})

test('at the desk, the thread of the next enquiry is loaded before it is opened', async () => {
  const api = world()
  const { keys } = renderPage(`/desk/${uuid(101)}`, api)
  await waitFor(() => expect(api.sent('GET /chat').map(({ params }) => params)).toContainEqual({ enquiryId: second }))
  for (const route of ['GET /enquiry', 'GET /chat'] as const) api.answer(route, heldBack(ok({})).responder)
  await keys.keyboard('j')
  expect(await screen.findByRole('heading', { name: /ENQ-000002/ })).toBeVisible()
  const thread = screen.getByRole('log', { name: 'Thread' })
  expect(within(thread).getByText(message(1).message)).toBeVisible()
})

test('a thread that is loaded ahead is fetched again when a person has a new name or picture', async () => {
  const api = world()
  renderPage(`/desk/${uuid(101)}`, api)
  const ahead = () => api.sent('GET /chat').filter(({ params }) => params.enquiryId === second)
  await waitFor(() => expect(ahead()).toHaveLength(1))
  publishNews({ no: 1, subject: 'user', id: agent._id, by: agent._id })
  await waitFor(() => expect(ahead()).toHaveLength(2))
})

test('an enquiry that both the list and the queue have is shown as the newer of them', async () => {
  const api = world()
  const { keys, router } = renderPage('/', api)
  await screen.findByRole('link', { name: 'ENQ-000002' })
  const changed = enquiry(2, { summery: 'Two chairs', updatedAt: new Date().toISOString() })
  api.world.enquiries = [enquiry(1), changed, enquiry(3)]
  await router.navigate(`/desk/${uuid(101)}`)
  await screen.findByText('Two chairs')
  api.answer('GET /enquiry', heldBack(ok({})).responder)
  await keys.keyboard('j')
  expect(await screen.findByRole('heading', { name: /ENQ-000002/ })).toHaveTextContent('Two chairs')
})

test('a thread that comes late is fetched again once it is shown, because it may have missed an event', async () => {
  const api = world()
  const slow = heldBack(
    ok({ docs: [], totalDocs: 0, hasEarlier: false, hasLater: false, seenBy: { customer: 0, host: 0 } }),
  )
  api.answer('GET /chat', slow.responder)
  renderPage(`/enquiry/${second}`, api)
  await screen.findByDisplayValue('ENQ-000002')
  api.restore('GET /chat')
  slow.letGo()
  expect(await shownMessage()).toBeVisible()
})
