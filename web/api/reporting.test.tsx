import { screen, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal, unreachable } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

const chat = `/chats/${uuid(101)}`
const world = { enquiries: [enquiry(1)], messages: [message(1)] }
const failure = () => refusal(500, 'internal', 'Something went wrong')

beforeEach(() => {
  showWholeLists()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a refresh that a person has asked for shows each failure in a toast, although the thread stays on the screen [S8.1]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(chat, api)
  await screen.findByText('Message 1')
  api.answer('GET /chat', failure)
  await keys.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('The comments could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['Something went wrong'])
  toast.remove()
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
})

test('a refetch by a live event fails without a toast, and its place says so [S8.1] [D8.4]', async () => {
  const { api, stream } = await live(chat, world)
  await screen.findByText('Message 1')
  api.answer('GET /chat', failure)
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(2) })
  expect(await screen.findByText('The comments could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual([])
})

test('a page that is opened again shows a failure in a toast, although it still has its content [S8.1]', async () => {
  const api = fakeApi(world)
  const { router } = renderPage('/', api)
  await screen.findByText('ENQ-000001')
  await router.navigate('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  api.answer('GET /enquiry', failure)
  await router.navigate('/')
  expect(await screen.findByText('ENQ-000001')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
})

test('a comment that cannot be sent shows one toast for each press, and none for the attempts in between [S8.1] [D8.1]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(chat, api)
  await keys.type(await screen.findByPlaceholderText('Write a comment...'), 'Hello')
  api.answer('POST /chat', () => refusal(503, 'unavailable', 'The database is not responding'))
  await keys.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(shownToasts()).toEqual(['The database is not responding']))
  toast.remove()
  const sent = api.sent('POST /chat').length
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(api.sent('POST /chat').length).toBeGreaterThan(sent))
  expect(await screen.findByText(/^Not sent yet/)).toBeVisible()
  expect(shownToasts()).toEqual([])
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shownToasts()).toEqual(['The database is not responding']))
})

test('screen readers hear why a part could not be loaded once, from the toast [S8.1] [D8.5]', async () => {
  const api = fakeApi(world)
  api.answer('GET /chat', unreachable)
  renderPage(chat, api)
  expect(await screen.findByRole('heading', { name: 'The comments could not be loaded' })).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts.filter(Boolean)).toEqual(['Cannot reach the server'])
})
