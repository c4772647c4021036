import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('./DeskPage.tsx'), 60_000)

beforeEach(() => {
  showWholeLists()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const failure = () => refusal(500, 'internal', 'Something went wrong')
const tryAgain = () => screen.getAllByRole('button', { name: 'Try again' })

function desk(broken: ('GET /desk/queue' | 'GET /desk/summary' | 'GET /notes' | 'GET /chat')[]) {
  const api = fakeApi({ user: person('agent'), enquiries: [enquiry(1)], messages: [message(1)] })
  for (const route of broken) api.answer(route, failure)
  return api
}

test('totals that could not be loaded are marked in the queue, below a toast with the reason [S8.1] [D8.2]', async () => {
  const api = desk(['GET /desk/summary'])
  const { keys } = renderPage('/desk', api)
  expect(await screen.findByText('Summary 1')).toBeVisible()
  expect(await screen.findByText('The totals could not be loaded')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
  api.restore('GET /desk/summary')
  await keys.click(tryAgain()[0]!)
  expect(await screen.findByRole('tab', { name: 'All 1' })).toBeVisible()
  expect(screen.queryByText('The totals could not be loaded')).toBeNull()
})

test('a queue that could not be loaded is marked once, and its totals are fetched with it [S8.1] [D8.2]', async () => {
  const api = desk(['GET /desk/queue', 'GET /desk/summary'])
  const { keys } = renderPage('/desk', api)
  expect(await screen.findByRole('heading', { name: 'The queue could not be loaded' })).toBeVisible()
  await waitFor(() => expect(api.sent('GET /desk/summary')).not.toEqual([]))
  expect(tryAgain()).toHaveLength(1)
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
  api.restore('GET /desk/queue')
  api.restore('GET /desk/summary')
  await keys.click(tryAgain()[0]!)
  expect(await screen.findByText('Summary 1')).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'All 1' })).toBeVisible()
})

test('notes that could not be loaded are marked above the box, below a toast with the reason [S8.1] [D8.2]', async () => {
  const note = { _id: uuid(401), note: 'Be quick', author: { _id: uuid(7), name: 'Amelia', profilePic: null } }
  const api = desk(['GET /notes'])
  api.world.notes = [{ ...note, enquiry: uuid(101), afterSeq: 1, mentions: [], createdAt: '2026-11-21T10:00:00Z' }]
  const { keys } = renderPage(`/desk/${uuid(101)}`, api)
  expect(await screen.findByText('Message 1')).toBeVisible()
  expect(await screen.findByText('The internal notes could not be loaded')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
  api.restore('GET /notes')
  await keys.click(tryAgain()[0]!)
  expect(await screen.findByText('Be quick')).toBeVisible()
  expect(screen.queryByText('The internal notes could not be loaded')).toBeNull()
})

test('a thread that could not be loaded is marked once, not again for its notes, and parts that fail alike show one toast [S8.1] [D8.2]', async () => {
  renderPage(`/desk/${uuid(101)}`, desk(['GET /chat', 'GET /notes']))
  expect(await screen.findByRole('heading', { name: 'The comments could not be loaded' })).toBeVisible()
  expect(tryAgain()).toHaveLength(1)
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong']))
})
