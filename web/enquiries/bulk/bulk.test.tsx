import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Job } from '#contract/bulk.ts'
import { toPage } from '#contract/paging.ts'
import { Toasts } from '#web/components/notices/Toasts.tsx'
import { fakeApi, heldBack, ok, type FakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import './BulkDock.tsx'
import './JobDialogs.tsx'
import { useSelection } from './useSelection.ts'

const enquiries = Array.from({ length: 5 }, (_, index) => enquiry(5 - index, { rating: 4 }))

function job(changes: Partial<Job> = {}): Job {
  const now = new Date().toISOString()
  return {
    _id: uuid(600),
    kind: 'change',
    field: 'status',
    enquiryStatus: 'closed',
    assignee: null,
    total: 5,
    done: 0,
    changed: 0,
    isFinished: false,
    canUndo: false,
    createdAt: now,
    finishedAt: null,
    ...changes,
  }
}

const ended = (changes: Partial<Job> = {}) =>
  job({ done: 5, changed: 4, isFinished: true, canUndo: true, finishedAt: new Date().toISOString(), ...changes })

/** Finishes the job when the page next fetches it. */
function runIdempotently(api: FakeApi, begun: Job) {
  return () => {
    api.world.jobs = [begun, ...api.world.jobs]
    return ok(begun, undefined, 202)
  }
}

const box = (number: number) => screen.getByRole('checkbox', { name: `Select ENQ-00000${number}` })
const bar = () => screen.findByRole('region', { name: 'Selected enquiries' })

test('rows are selected one by one, as a range or as a whole page, by mouse and by keyboard', async () => {
  const { keys } = renderPage('/?limit=4', fakeApi({ enquiries }))
  await screen.findByText('ENQ-000005')
  fireEvent.click(box(5))
  fireEvent.click(box(3), { shiftKey: true })
  expect(await bar()).toHaveTextContent('3 selected')
  expect(box(4)).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBePartiallyChecked()
  await keys.click(box(4))
  expect(await bar()).toHaveTextContent('2 selected')
  await keys.click(screen.getByRole('button', { name: 'Clear the selection' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected enquiries' })).toBeNull())
  screen.getByRole('link', { name: 'ENQ-000004' }).focus()
  await keys.keyboard('x')
  expect(box(4)).toBeChecked()
  await keys.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(await bar()).toHaveTextContent('4 selected')
})

test('the status of all matches is changed with one request, with progress, results and undo by z', async () => {
  const api = fakeApi({ enquiries })
  api.answer('POST /enquiry/bulk', runIdempotently(api, job()))
  const { keys } = renderPage('/?enquiryStatus=open&rating=3,4&limit=4', api)
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  await keys.click(within(await bar()).getByRole('button', { name: 'Select all 5' }))
  expect(await bar()).toHaveTextContent('5 selected')
  await keys.click(within(await bar()).getByRole('button', { name: 'Change status' }))
  await keys.click(await screen.findByRole('menuitem', { name: 'Closed' }))
  expect(await screen.findByText('Changing to Closed: 0 of 5')).toBeVisible()
  expect(api.sent('POST /enquiry/bulk')[0]?.body).toEqual({
    filter: { enquiryStatus: 'open', rating: '3,4' },
    enquiryStatus: 'closed',
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected enquiries' })).toBeNull())
  const asked = api.sent('GET /enquiry').length
  api.world.jobs = [ended()]
  expect(await screen.findByText('4 of 5 enquiries changed to Closed')).toBeVisible()
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(asked))
  api.answer('GET /jobs/:id/results', () =>
    ok([{ position: 1, _id: uuid(105), enquiryId: 'ENQ-000005', outcome: 'unchanged' }]),
  )
  await keys.click(screen.getByRole('button', { name: 'Results' }))
  const results = within(await screen.findByRole('dialog', { name: 'Results' }))
  expect(await results.findByText('Already up to date')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Close' }))
  api.answer('POST /jobs/:id/undo', () => {
    api.world.jobs = [ended({ _id: uuid(601), kind: 'undo', enquiryStatus: null, done: 4, total: 4, canUndo: false })]
    return ok(api.world.jobs[0], undefined, 202)
  })
  await keys.keyboard('z')
  expect(await screen.findByText('Undone: 4 enquiries restored')).toBeVisible()
  expect(api.sent('POST /jobs/:id/undo')).toHaveLength(1)
})

test('while the server records a large bulk change, the page says so and stays usable', async () => {
  const api = fakeApi({ enquiries })
  const slow = heldBack(ok(job(), undefined, 202))
  api.answer('POST /enquiry/bulk', slow.responder)
  const { keys } = renderPage('/', api)
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  await keys.click(within(await bar()).getByRole('button', { name: 'Change status' }))
  await keys.click(await screen.findByRole('menuitem', { name: 'Closed' }))
  expect(await screen.findByRole('progressbar', { name: 'Starting to change 1' })).toBeVisible()
  expect(within(await bar()).getByRole('button', { name: 'Change status' })).toBeDisabled()
  await keys.click(screen.getByRole('tab', { name: /Open/ }))
  expect(screen.getByRole('tab', { name: /Open/ })).toHaveAttribute('aria-selected', 'true')
  slow.letGo()
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Starting to change 1' })).toBeNull())
})

test('a selection that is too large is not cut without a message', async () => {
  const docs = Array.from({ length: 1001 }, (_, index) => enquiry(index + 1))
  const page = toPage(docs, docs.length, { page: 1, limit: docs.length })
  const { result } = renderHook(() => useSelection({ page: 1, limit: 100 }, page), { wrapper: WithToasts })
  act(() => result.current.togglePage())
  expect(result.current.ids.size).toBe(1000)
  await waitFor(() => expect(shownToasts().join()).toMatch('No more than 1,000 can be selected one by one'))
})

function WithToasts({ children }: { children: ReactNode }) {
  return (
    <>
      <Toasts />
      {children}
    </>
  )
}

test('a running bulk change can be stopped', async () => {
  const api = fakeApi({ enquiries, jobs: [job({ done: 2, changed: 2 })] })
  api.answer('POST /jobs/:id/stop', () => {
    api.world.jobs = [ended({ done: 2, changed: 2 })]
    return ok(api.world.jobs[0])
  })
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopped: 2 of 5 enquiries changed to Closed')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo 2' })).toBeVisible()
})

test('earlier bulk changes can be undone while that is possible', async () => {
  const before = { createdAt: '2026-11-18T08:00:00.000Z', finishedAt: '2026-11-18T08:01:00.000Z' }
  const older = ended({ _id: uuid(603), changed: 3, enquiryStatus: 'onHold', ...before })
  const api = fakeApi({ enquiries, jobs: [older, ended({ _id: uuid(604), canUndo: false, ...before })] })
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('button', { name: 'Earlier bulk changes (1)' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Earlier bulk changes' }))
  expect(dialog.getByText('3 of 5 enquiries changed to On hold')).toBeVisible()
  api.answer('POST /jobs/:id/undo', ({ params }) => {
    expect(params.id).toBe(older._id)
    api.world.jobs = [job({ _id: uuid(605), kind: 'undo', enquiryStatus: null })]
    return ok(api.world.jobs[0], undefined, 202)
  })
  await keys.click(dialog.getByRole('button', { name: 'Undo 3' }))
  expect(await screen.findByText('Undoing: 0 of 5')).toBeInTheDocument()
})

test('people who may answer assign the selected enquiries to each other, or unassign them', async () => {
  const api = fakeApi({ enquiries, user: person('agent') })
  const { _id, name } = api.world.user
  const given = job({ field: 'assignee', enquiryStatus: null, assignee: { _id, name } })
  api.answer('POST /enquiry/bulk', runIdempotently(api, given))
  const { keys } = renderPage('/', api)
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  await keys.click(within(await bar()).getByRole('button', { name: 'Assign' }))
  await keys.click(await screen.findByRole('menuitem', { name }))
  expect(await screen.findByText(`Assigning to ${name}: 0 of 5`)).toBeVisible()
  expect(api.sent('POST /enquiry/bulk')[0]?.body).toEqual({ ids: [uuid(105)], assignee: _id })
  api.world.jobs = [{ ...given, assignee: null, done: 5, changed: 3, isFinished: true, finishedAt: given.createdAt }]
  expect(await screen.findByText('3 of 5 enquiries unassigned')).toBeVisible()
})

test('people who may not answer are offered no assignment [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries, user: person('member') }))
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  expect(within(await bar()).getByRole('button', { name: 'Change status' })).toBeVisible()
  expect(within(await bar()).queryByRole('button', { name: 'Assign' })).toBeNull()
})

test('selected enquiries are changed by their ids, and a running bulk change is shown after a reload', async () => {
  const api = fakeApi({ enquiries, jobs: [job({ done: 2 })] })
  api.answer('POST /enquiry/bulk', runIdempotently(api, job({ _id: uuid(602), total: 1 })))
  const { keys } = renderPage('/', api)
  expect(await screen.findByText('Changing to Closed: 2 of 5')).toBeVisible()
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  await keys.click(within(await bar()).getByRole('button', { name: 'Change status' }))
  await keys.click(await screen.findByRole('menuitem', { name: 'On hold' }))
  await waitFor(() =>
    expect(api.sent('POST /enquiry/bulk')[0]?.body).toEqual({ ids: [uuid(105)], enquiryStatus: 'onHold' }),
  )
})

const outcome = '4 of 5 enquiries changed to Closed'

test('the outcome of a bulk change is shown for 30 s, and not again on the next visit', async () => {
  const api = fakeApi({ enquiries, jobs: [job({ done: 2 })] })
  const timer = vi.spyOn(window, 'setInterval')
  const first = renderPage('/', api)
  await screen.findByText('Changing to Closed: 2 of 5')
  api.world.jobs = [ended()]
  await screen.findByText(outcome)
  await waitFor(() => expect(timer).toHaveBeenCalledWith(expect.any(Function), 30_000))
  const [timeIsUp] = timer.mock.calls.find(([, ms]) => ms === 30_000)!
  act(() => timeIsUp())
  expect(screen.queryByText(outcome)).toBeNull()
  expect(await screen.findByRole('button', { name: 'Earlier bulk changes (1)' })).toBeVisible()
  first.close()
  renderPage('/', api)
  expect(await screen.findByRole('button', { name: 'Earlier bulk changes (1)' })).toBeVisible()
  expect(screen.queryByText(outcome)).toBeNull()
})

test('an outcome from before the page was loaded is not shown', async () => {
  renderPage('/', fakeApi({ enquiries, jobs: [ended({ _id: uuid(606) })] }))
  expect(await screen.findByRole('button', { name: 'Earlier bulk changes (1)' })).toBeVisible()
  expect(screen.queryByText(outcome)).toBeNull()
})

test('an outcome and its z return with the person within 30 s, but not later', async () => {
  const api = fakeApi({ enquiries, jobs: [job({ done: 2 })] })
  const { router } = renderPage('/', api)
  await screen.findByText('Changing to Closed: 2 of 5')
  api.world.jobs = [ended()]
  await screen.findByText(outcome)
  const leave = async () => {
    await act(() => router.navigate('/enquiry/AddEnquiry'))
    await waitFor(() => expect(screen.queryByText('ENQ-000005')).toBeNull())
  }
  await leave()
  await act(() => router.navigate('/'))
  expect(await screen.findByText(outcome)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo 4' })).toHaveAttribute('aria-keyshortcuts', 'z')
  await leave()
  const later = Date.now() + 30_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await act(() => router.navigate('/'))
  expect(await screen.findByRole('button', { name: 'Earlier bulk changes (1)' })).toBeVisible()
  expect(screen.queryByText(outcome)).toBeNull()
})

test('a dismissed outcome does not return', async () => {
  const api = fakeApi({ enquiries, jobs: [job({ done: 2 })] })
  const { keys } = renderPage('/', api)
  await screen.findByText('Changing to Closed: 2 of 5')
  api.world.jobs = [ended()]
  await screen.findByText(outcome)
  await keys.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(outcome)).toBeNull()
})

test('another filter ends the selection; a viewer changes nothing [D6.2]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries, user: person('viewer') }))
  await screen.findByText('ENQ-000005')
  await keys.click(box(5))
  expect(within(await bar()).queryByRole('button', { name: 'Change status' })).toBeNull()
  await keys.click(screen.getByRole('tab', { name: /Open/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected enquiries' })).toBeNull())
})

test('cards can be selected on a phone', async () => {
  showWidth(360)
  const { keys } = renderPage('/', fakeApi({ enquiries }))
  await screen.findByRole('link', { name: /ENQ-000005/ })
  await keys.click(box(5))
  expect(await bar()).toHaveTextContent('1 selected')
  await keys.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(await bar()).toHaveTextContent('5 selected')
})
