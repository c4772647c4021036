import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CanceledError, type AxiosAdapter } from 'axios'
import { expect, test } from 'vitest'
import type { SearchMatch } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { toPage } from '#contract/paging.ts'
import { client } from '#web/api/client.ts'
import { fakeApi, ok } from '#web/test/fakeApi.ts'
import { enquiry, person, storedDocument, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for them.
import './FilterChips.tsx'
import './FilterPanel.tsx'
import { daysOf, describePeriod, parsePeriod } from './periods.ts'

const other = { _id: uuid(9), name: 'Ravi Okafor', kind: 'user' as const, profilePic: null }
const many = Array.from({ length: 10 }, (_, index) =>
  enquiry(10 - index, {
    enquiryStatus: enquiryStatuses[index % 5],
    enquiryType: index % 2 ? 'Delivery, late' : 'Billing',
    user: index < 4 ? other : enquiry(1).user,
    documents: index === 0 ? [storedDocument(1)] : [],
    createdAt: `2026-11-${String(20 - index).padStart(2, '0')}T12:00:00.000Z`,
  }),
)

async function openFilters(keys: ReturnType<typeof renderPage>['keys']) {
  await screen.findByText('ENQ-000010')
  await keys.click(screen.getByRole('button', { name: 'Filters' }))
  return within(await screen.findByRole('dialog', { name: 'Filters' }))
}

const chips = () => within(screen.getByRole('list', { name: 'Filters' }))

test('a filter that is set before the last one is rendered keeps both', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  await act(async () => {
    panel.getByRole('checkbox', { name: 'Open' }).click()
    await waitFor(() => expect(address()).toBe('/?enquiryStatus=open'))
    panel.getByRole('checkbox', { name: 'Waiting for a reply' }).click()
  })
  await waitFor(() => expect(address()).toBe('/?enquiryStatus=open&unanswered=true'))
})

test('filters apply to the list at once, and show in the address and as chips that remove them', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  await keys.click(panel.getByRole('checkbox', { name: 'Open' }))
  await keys.click(panel.getByRole('checkbox', { name: 'Closed' }))
  expect(await panel.findByRole('button', { name: 'Show 4 enquiries' })).toBeVisible()
  await waitFor(() => expect(address()).toBe('/?enquiryStatus=open%2Cclosed'))
  await keys.click(panel.getByRole('button', { name: 'Show 4 enquiries' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keys.click(await screen.findByRole('button', { name: 'Remove the filter Status: Open' }))
  await waitFor(() => expect(address()).toBe('/?enquiryStatus=closed'))
})

test('types and requesters are offered for choice', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  await keys.click(panel.getByLabelText('Type'))
  await keys.click(await screen.findByText('Delivery, late', { selector: '[role=option]' }))
  await keys.click(panel.getByLabelText('Raised by'))
  await keys.click(await screen.findByText('Maya Lindqvist', { selector: '[role=option]' }))
  await waitFor(() => expect(address()).toBe(`/?enquiryType=Delivery%2C+late&raisedBy=${uuid(1)}`))
  expect(await panel.findByText('Show 3 enquiries')).toBeVisible()
})

const maya = { _id: uuid(1), name: 'Maya Lindqvist', kind: 'user' as const, profilePic: null }

test('people filter by assignees and by unassigned enquiries [D10.5]', async () => {
  const enquiries = [enquiry(10, { assignee: maya }), enquiry(9), enquiry(8, { assignee: other })]
  const api = fakeApi({ enquiries })
  const { keys } = renderPage('/', api)
  const panel = await openFilters(keys)
  await keys.click(panel.getByLabelText('Assignee'))
  await keys.click(await screen.findByRole('option', { name: 'Unassigned' }))
  await keys.click(panel.getByLabelText('Assignee'))
  await keys.click(await screen.findByRole('option', { name: 'Ravi Okafor' }))
  await waitFor(() => expect(address()).toBe(`/?assignee=unassigned%2C${uuid(9)}`))
  await keys.click(await panel.findByRole('button', { name: 'Show 2 enquiries' }))
  await keys.click(await screen.findByRole('button', { name: 'Remove the filter Assignee: Unassigned' }))
  await waitFor(() => expect(chips().getByText('Assignee: Ravi Okafor')).toBeVisible())
  expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ assignee: uuid(9) })
})

test('people filter by the ratings of customers [D11.7]', async () => {
  const enquiries = [5, 4, 3, 2, 1].map((rating) => enquiry(5 + rating, { rating }))
  const api = fakeApi({ enquiries: [...enquiries, enquiry(1)] })
  const { keys } = renderPage('/', api)
  const panel = await openFilters(keys)
  const boxes = within(panel.getByRole('group', { name: 'Rating' }))
  await keys.click(boxes.getByRole('checkbox', { name: '2' }))
  await keys.click(boxes.getByRole('checkbox', { name: '1' }))
  await waitFor(() => expect(address()).toBe('/?rating=1%2C2'))
  await keys.click(await panel.findByRole('button', { name: 'Show 2 enquiries' }))
  await keys.click(await screen.findByRole('button', { name: 'Remove the filter Rating: 2 of 5' }))
  await waitFor(() => expect(chips().getByText('Rating: 1 of 5')).toBeVisible())
  expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ rating: '1' })
})

test('the filter by assignee is hidden where no enquiry has one, from people who may not answer [D10.5]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many, user: person('member') }))
  const panel = await openFilters(keys)
  expect(panel.getByLabelText('Raised by')).toBeVisible()
  expect(panel.queryByLabelText('Assignee')).toBeNull()
})

test('a type that is not offered can be typed', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  await keys.type(panel.getByLabelText('Type'), ' Rare type {Enter}')
  await waitFor(() => expect(address()).toBe('/?enquiryType=Rare+type'))
})

test('a search that is replaced by another is cancelled without an error', async () => {
  const api = fakeApi({ enquiries: many })
  const signals: AbortSignal[] = []
  const adapter = client.defaults.adapter as AxiosAdapter
  client.defaults.adapter = (config) => {
    if (config.params?.search !== 'pri') return adapter(config)
    const signal = config.signal as AbortSignal
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new CanceledError()))
    })
  }
  const { keys } = renderPage('/?search=pri', api)
  await waitFor(() => expect(signals).toHaveLength(1))
  await keys.type(await screen.findByRole('searchbox'), 'nter')
  await waitFor(() => expect(address()).toBe('/?search=printer'))
  await waitFor(() => expect(signals[0]!.aborted).toBe(true))
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible()
  expect(shownToasts()).toEqual([])
})

test('all filters are cleared at once', async () => {
  const { keys } = renderPage(`/?enquiryType=Billing&raisedBy=${uuid(1)}&search=Summary`, fakeApi({ enquiries: many }))
  expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await waitFor(() => expect(chips().getByText('Raised by: Maya Lindqvist')).toBeVisible())
  await keys.click(chips().getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(address()).toBe('/?search=Summary'))
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('an address with every filter shows and requests them all', async () => {
  const api = fakeApi({ enquiries: many })
  const query = `enquiryType=A&enquiryType=B&raisedBy=${uuid(9)}&hasDocuments=true&unanswered=true&rating=4,5`
  renderPage(`/?${query}&created=2026-11-01..2026-11-19&updated=..2026-11-20`, api)
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await waitFor(() => expect(chips().getByText('Raised by: Ravi Okafor')).toBeVisible())
  for (const name of [
    'Type: A',
    'Type: B',
    'With documents',
    'Waiting for a reply',
    'Rating: 4 of 5',
    'Rating: 5 of 5',
  ])
    expect(chips().getByText(name)).toBeVisible()
  expect(api.sent('GET /enquiry')[0]?.params).toMatchObject({
    enquiryType: ['A', 'B'],
    raisedBy: uuid(9),
    hasDocuments: 'true',
    unanswered: 'true',
    rating: '4,5',
    createdFrom: new Date(2026, 10, 1).toISOString(),
    createdTo: new Date(2026, 10, 20).toISOString(),
    updatedTo: new Date(2026, 10, 21).toISOString(),
  })
})

test('a period is a preset or two days', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  const created = within(panel.getByRole('group', { name: 'Created' }))
  await keys.click(created.getByRole('combobox'))
  await keys.click(await screen.findByRole('option', { name: 'Last 7 days' }))
  await waitFor(() => expect(address()).toBe('/?created=last-7-days'))
  await keys.click(created.getByRole('combobox'))
  await keys.click(await screen.findByRole('option', { name: 'Any time' }))
  await waitFor(() => expect(address()).toBe('/'))
  // As a year is typed, digit by digit.
  for (const typed of ['0002-11-18', '0202-11-18', '2026-11-18'])
    fireEvent.change(created.getByLabelText('Created from'), { target: { value: typed } })
  await waitFor(() => expect(address()).toBe('/?created=2026-11-18..'))
  expect(await panel.findByRole('button', { name: 'Show 3 enquiries' })).toBeVisible()
})

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-20', '2026-11-20'],
  ['last-7-days', '2026-11-15', '2026-11-21'],
  ['last-30-days', '2026-10-23', '2026-11-21'],
  ['this-month', '2026-11-01', '2026-11-21'],
  ['last-month', '2026-10-01', '2026-10-31'],
])('%s is from %s to %s', (preset, from, to) => {
  expect(daysOf(preset, new Date(2026, 10, 21, 23, 59))).toEqual({ from, to })
})

test('text that is not a period is ignored, and one day is enough', () => {
  for (const text of ['', '..', 'toString', '2026-02-30..', 'tomorrow']) expect(parsePeriod(text)).toBeUndefined()
  expect(parsePeriod('2026-02-30..2026-03-01')).toBe('..2026-03-01')
  expect(describePeriod('2026-03-01..2026-03-01')).toBe(
    new Date(2026, 2, 1).toLocaleDateString(undefined, { dateStyle: 'medium' }),
  )
})

function foundIn(field: SearchMatch['field'], excerpt: string): SearchMatch {
  return { field, excerpt, marks: [[4, 9]] }
}

test('the text in which a search found something is shown with the words marked', async () => {
  const enquiries = [
    { ...enquiry(2, { summery: 'Our crane x is stuck' }), match: foundIn('summery', 'Our crane x is stuck') },
    { ...enquiry(1, { summery: 'Another x' }), match: foundIn('message', 'The crane moves again') },
  ]
  renderPage('/?search=x', fakeApi({ enquiries }))
  const row = await screen.findByRole('row', { name: /ENQ-000001/ })
  expect(row).toHaveTextContent('Another xMessage: The crane moves again')
  expect(within(row).getByText('crane').tagName).toBe('MARK')
  expect(within(screen.getByRole('row', { name: /ENQ-000002/ })).getByText('crane').tagName).toBe('MARK')
})

test.each([
  ['requester', 'Mr. Crane', 'Raised by: Mr. Crane'],
  ['assignee', 'Ms. Crane', 'Assignee: Ms. Crane'],
  ['note', 'The crane is ours', 'Note: The crane is ours'],
] as const)('a search that matches the %s says so below the summary [D10.5]', async (field, excerpt, shown) => {
  const enquiries = [{ ...enquiry(1, { summery: 'Another x' }), match: foundIn(field, excerpt) }]
  renderPage('/?search=x', fakeApi({ enquiries }))
  const row = await screen.findByRole('row', { name: /ENQ-000001/ })
  expect(row).toHaveTextContent(`Another x${shown}`)
  expect(within(row).getByText(/crane/i, { selector: 'mark' })).toBeVisible()
})

test.each(['7', 'ENQ 7', '#7', 'enq-000007'])('%s entered in the search opens that enquiry', async (typed) => {
  const api = fakeApi({ enquiries: many })
  const { keys } = renderPage('/', api)
  await screen.findByText('ENQ-000010')
  api.answer('GET /enquiry', () => ok(toPage([enquiry(7)], 1, { page: 1, limit: 1 })))
  await keys.type(screen.getByRole('searchbox'), `${typed}{Enter}`)
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(107)}`))
})

test('a search for punctuation alone explains what to search for', async () => {
  renderPage('/?search=%3F%21', fakeApi({ enquiries: many }))
  expect(await screen.findByText(/Search for letters or digits/)).toBeVisible()
})

test('two people with the same name have a chip each, and a single status has one', async () => {
  const namesake = { ...other, _id: uuid(8) }
  const enquiries = [enquiry(2, { user: other }), enquiry(1, { user: namesake })]
  const query = `enquiryStatus=open&raisedBy=${other._id},${namesake._id}`
  const { keys } = renderPage(`/?${query}`, fakeApi({ enquiries }))
  await waitFor(() => expect(chips().getAllByText('Raised by: Ravi Okafor')).toHaveLength(2))
  await keys.click(chips().getByRole('button', { name: 'Remove the filter Status: Open' }))
  await waitFor(() => expect(address()).toBe(`/?raisedBy=${uuid(9)}%2C${uuid(8)}`))
})

test('on a phone the filters open as a bottom sheet', async () => {
  showWidth(360)
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  const panel = await openFilters(keys)
  await keys.click(panel.getByRole('checkbox', { name: 'On hold' }))
  expect(await panel.findByRole('button', { name: 'Show 2 enquiries' })).toBeVisible()
  await keys.click(panel.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/?enquiryStatus=onHold')
})
