import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import { toPage } from '#contract/paging.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person, storedDocument, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

const many = Array.from({ length: 60 }, (_, index) =>
  enquiry(60 - index, { enquiryStatus: enquiryStatuses[index % 5], summery: `Container ${60 - index}` }),
)

test('a row shows id, type, summary, requester, status, documents, messages and date [S1.1] [S2.6]', async () => {
  const documents = [storedDocument(1), storedDocument(2)]
  renderPage('/', fakeApi({ enquiries: [enquiry(7, { documents, messageCount: 12, enquiryStatus: 'onHold' })] }))
  const row = within(await screen.findByRole('row', { name: /ENQ-000007/ }))
  const cells = row.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells.slice(2, 4)).toEqual(['Billing', 'Summary 7'])
  expect(cells.slice(4, 9)).toEqual(['MMaya Lindqvist', 'Unassigned', 'On hold', '2', '12'])
  expect(row.getByTitle(/2026/)).toHaveAttribute('datetime', '2026-11-20T09:30:00.000Z')
  expect(row.getByRole('link', { name: 'ENQ-000007' })).toHaveAttribute('href', `/enquiry/${enquiry(7)._id}`)
})

const agent = { _id: uuid(9), name: 'Aggie Agent', profilePic: null }

test('a column shows the assignee [D10.5]', async () => {
  const enquiries = [enquiry(2, { assignee: agent }), enquiry(1)]
  renderPage('/', fakeApi({ enquiries, user: person('member') }))
  expect(await screen.findByRole('row', { name: /ENQ-000002 .*Aggie Agent Open/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /ENQ-000001 .*Unassigned Open/ })).toBeVisible()
})

test('on a phone the cards show the assignee [D10.5]', async () => {
  showWidth(360)
  renderPage('/', fakeApi({ enquiries: [enquiry(2, { assignee: agent }), enquiry(1)] }))
  expect(await screen.findByRole('link', { name: /ENQ-000002/ })).toHaveTextContent('Assignee: Aggie Agent')
  expect(screen.getByRole('link', { name: /ENQ-000001/ })).toHaveTextContent('Assignee: Unassigned')
})

test.each([1440, 360])('at a width of %i px the list shows the ratings of customers [D11.7]', async (width) => {
  showWidth(width)
  renderPage('/', fakeApi({ enquiries: [enquiry(2, { rating: 4 }), enquiry(1)] }))
  expect(await screen.findByText('Rated 4 of 5')).toBeInTheDocument()
  expect(screen.getAllByText(/^Rated/)).toHaveLength(1)
})

test('where no enquiry has an assignee, people who may not answer see no column for it [D10.5]', async () => {
  renderPage('/', fakeApi({ enquiries: [enquiry(1)], user: person('member') }))
  await screen.findByText('ENQ-000001')
  expect(screen.getByRole('columnheader', { name: 'Raised by' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Assignee' })).toBeNull()
})

test('the choice of a row height outlasts a sign-out', async () => {
  const first = renderPage('/', fakeApi({ enquiries: many }))
  await first.keys.selectOptions(await screen.findByRole('combobox', { name: 'Row height' }), 'Tall rows')
  expect(screen.getByRole('table')).toHaveClass('tall')
  first.close()
  localStorage.clear()
  renderPage('/', fakeApi({ enquiries: many }))
  await screen.findByText('ENQ-000060')
  expect(screen.getByRole('combobox', { name: 'Row height' })).toHaveDisplayValue('Tall rows')
  expect(screen.getByRole('table')).toHaveClass('tall')
})

test('every column has a name, even before the rows arrive', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const late = heldBack(ok(toPage([], 0, { page: 1, limit: 25 })))
  api.answer('GET /enquiry', late.responder)
  renderPage('/', api)
  expect(await screen.findByText('Loading enquiries')).toBeInTheDocument()
  const heads = screen.getAllByRole('columnheader')
  expect(heads).toHaveLength(11)
  for (const head of heads) expect(head).toHaveAccessibleName()
  late.letGo()
})

test('every status has words and an icon, not colour alone [S4.1] [D4.1]', async () => {
  renderPage('/', fakeApi({ enquiries: many.slice(0, 5) }))
  await screen.findByText('ENQ-000056')
  const table = within(screen.getByRole('table'))
  for (const label of ['Open', 'In progress', 'In review', 'On hold', 'Closed'])
    expect(table.getByText(label).querySelector('svg')).not.toBeNull()
})

test('the list requests one page, and keeps its query in the address [S3.6] [S7.3]', async () => {
  const api = fakeApi({ enquiries: many })
  const { keys } = renderPage('/', api)
  expect(await screen.findByText('ENQ-000060')).toBeVisible()
  expect(screen.getByText('1–25 of 60')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('ENQ-000035')).toBeVisible()
  expect(address()).toBe('/?page=2')
  await keys.click(screen.getByRole('button', { name: 'Summary' }))
  await waitFor(() => expect(address()).toBe('/?sort=summery'))
  await keys.click(screen.getByRole('button', { name: 'Summary' }))
  await waitFor(() => expect(address()).toBe('/?sort=-summery'))
  expect(screen.getByRole('columnheader', { name: 'Summary' })).toHaveAttribute('aria-sort', 'descending')
})

test('the next page is shown from its top, and after a press of a key the focus is on its first row', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  expect(await screen.findByText('ENQ-000060')).toBeVisible()
  vi.mocked(window.scrollTo).mockClear()
  const next = screen.getByRole('button', { name: 'Go to next page' })
  await keys.click(next)
  expect(await screen.findByText('ENQ-000035')).toBeVisible()
  await waitFor(() => expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0))
  expect(screen.getByRole('link', { name: 'ENQ-000035' })).not.toHaveFocus()
  act(() => screen.getByRole('button', { name: 'Go to previous page' }).focus())
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('link', { name: 'ENQ-000060' })).toHaveFocus())
  await waitFor(() => expect(window.scrollTo).toHaveBeenCalledTimes(2))
})

test('an address with a query shows that page, and invalid values are ignored', async () => {
  const api = fakeApi({ enquiries: many })
  renderPage('/?enquiryStatus=closed&sort=nonsense&page=minus&search=Container', api)
  expect(await screen.findByText('1–12 of 12')).toBeVisible()
  expect(screen.getByRole('tab', { name: /Closed/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('searchbox', { name: 'Search enquiries' })).toHaveValue('Container')
  expect(api.sent('GET /enquiry')[0]?.params).toMatchObject({ enquiryStatus: 'closed', page: 1, sort: undefined })
})

test('the tabs count every status exactly and filter by it', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: many }))
  await screen.findByText('ENQ-000060')
  expect(screen.getByRole('tab', { name: 'All 60' })).toHaveAttribute('aria-selected', 'true')
  await keys.click(screen.getByRole('tab', { name: 'On hold 12' }))
  expect(await screen.findByText('1–12 of 12')).toBeVisible()
  expect(address()).toBe('/?enquiryStatus=onHold')
})

test('the tabs show no totals of the company beside a search or a filter, and arrow keys move between them', async () => {
  const { keys } = renderPage('/?search=Container&enquiryStatus=open', fakeApi({ enquiries: many }))
  await screen.findByText('1–12 of 12')
  expect(screen.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true')
  screen.getByRole('tab', { name: 'Open' }).focus()
  await keys.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'All' })).toHaveFocus()
  await keys.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Closed' })).toHaveFocus()
  expect(fireEvent.keyDown(screen.getByRole('tab', { name: 'Closed' }), { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(screen.getByRole('tab', { name: 'Closed' })).toHaveFocus()
  await keys.keyboard('{Home}{ArrowRight}{Enter}')
  expect(screen.getByRole('tab', { name: 'Open' })).toHaveFocus()
  await keys.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('tab', { name: 'Open 12' })).toBeVisible()
})

test('a search is sent when typing pauses, not for each letter, and the input stays', async () => {
  const api = fakeApi({ enquiries: many })
  const { keys, store } = renderPage('/', api)
  await screen.findByText('ENQ-000060')
  const asked = api.sent('GET /enquiry').length
  const box = screen.getByRole('searchbox', { name: 'Search enquiries' })
  // All at once, because a busy machine would pause between the letters.
  for (const typed of ['Con', 'Container', 'Container 42 ']) fireEvent.change(box, { target: { value: typed } })
  expect(await screen.findByText('1–1 of 1')).toBeVisible()
  expect(api.sent('GET /enquiry')).toHaveLength(asked + 1)
  expect(address()).toBe('/?search=Container+42')
  expect(box).toHaveValue('Container 42 ')
  await waitFor(() => expect(store.getState().enquiry.searchResult).toHaveLength(1))
  expect(store.getState().enquiry).toMatchObject({ totalDocs: 1, searchResult: [{ enquiryId: 'ENQ-000042' }] })
  await keys.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('1–25 of 60')).toBeVisible()
  await waitFor(() => expect(store.getState().enquiry.searchResult).toEqual([]))
})

test('a page of the list is requested once when opened, and again on return', async () => {
  const api = fakeApi({ enquiries: many })
  const { keys } = renderPage('/', api)
  await screen.findByText('ENQ-000060')
  const before = api.sent('GET /enquiry').length
  await keys.click(screen.getByRole('tab', { name: 'On hold 12' }))
  expect(await screen.findByText('1–12 of 12')).toBeVisible()
  expect(api.sent('GET /enquiry')).toHaveLength(before + 1)
  for (const [step, shown] of [
    ['back', '1–25 of 60'],
    ['forward', '1–12 of 12'],
  ] as const) {
    const asked = api.sent('GET /enquiry').length
    window.history[step]()
    expect(await screen.findByText(shown)).toBeVisible()
    await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(asked + 1))
  }
})

test('the store holds the working set [S3.7]', async () => {
  const { store } = renderPage('/', fakeApi({ enquiries: many }))
  expect(store.getState().enquiry).toEqual({
    data: [],
    totalDocs: 0,
    searchResult: [],
    singleData: null,
    selectedId: null,
    isAdd: false,
  })
  await screen.findByText('ENQ-000060')
  expect(store.getState().enquiry.data).toHaveLength(25)
  expect(store.getState().enquiry.totalDocs).toBe(60)
})

test('a company without enquiries is invited to add one', async () => {
  renderPage('/', fakeApi())
  expect(await screen.findByRole('heading', { name: 'No enquiries yet' })).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Add Enquiry' })[1]).toHaveAttribute('href', '/enquiry/AddEnquiry')
})

test('a search without results can be cleared', async () => {
  const { keys } = renderPage('/?search=nothing&enquiryStatus=open', fakeApi({ enquiries: many }))
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(await screen.findByText('1–25 of 60')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('a filter whose enquiries cannot be loaded shows none of another filter [D8.5]', async () => {
  const api = fakeApi({ enquiries: many })
  const { keys } = renderPage('/', api)
  const link = await screen.findByRole('link', { name: 'ENQ-000060' })
  api.answer('GET /enquiry', () => refusal(500, 'internal', 'Something went wrong (7f3a)'))
  await keys.click(screen.getByRole('tab', { name: /^Closed/ }))
  expect(await screen.findByRole('heading', { name: 'The enquiries could not be loaded' })).toBeVisible()
  expect(link).not.toBeInTheDocument()
})

test('a list that failed to load is marked below a toast with the reason, and can be retried [S8.1] [D8.2]', async () => {
  const api = fakeApi({ enquiries: many })
  api.answer('GET /enquiry', () => refusal(500, 'internal', 'Something went wrong (7f3a)'))
  const { keys } = renderPage('/', api)
  expect(await screen.findByRole('heading', { name: 'The enquiries could not be loaded' })).toBeVisible()
  expect(shownToasts()).toContain('Something went wrong (7f3a)')
  expect(screen.getByRole('main')).not.toHaveTextContent('Something went wrong')
  api.restore('GET /enquiry')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('ENQ-000060')).toBeVisible()
})

test('a page beyond the last redirects to the last', async () => {
  renderPage('/?page=99', fakeApi({ enquiries: many }))
  expect(await screen.findByText('51–60 of 60')).toBeVisible()
  expect(address()).toBe('/?page=3')
})

test('on a phone the list is cards [S9.7]', async () => {
  showWidth(360)
  renderPage('/', fakeApi({ enquiries: [enquiry(7, { messageCount: 12 })] }))
  const card = await screen.findByRole('link', { name: /ENQ-000007/ })
  expect(card).toHaveTextContent('Open')
  expect(card).toHaveTextContent('12 messages')
  expect(screen.queryByRole('table')).toBeNull()
})

test('on a phone the unread badge of a card is beside its summary', async () => {
  showWidth(360)
  renderPage('/', fakeApi({ enquiries: [enquiry(7, { unread: 2, summery: 'Two chairs are missing' })] }))
  const card = await screen.findByRole('link', { name: /ENQ-000007/ })
  expect(card).toHaveTextContent('2 unreadTwo chairs are missing')
})

test('on a phone a select sorts the cards, and the order is kept in the address', async () => {
  showWidth(360)
  const api = fakeApi({ enquiries: [enquiry(2), enquiry(1)] })
  const { keys } = renderPage('/?page=1&sort=summery', api)
  await screen.findByRole('link', { name: /ENQ-000002/ })
  const choice = screen.getByRole('combobox', { name: 'Sort by' })
  expect(choice).toHaveDisplayValue('Summary, A to Z')
  await keys.selectOptions(choice, 'Last updated first')
  await waitFor(() => expect(address()).toBe('/?sort=-updatedAt'))
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ sort: '-updatedAt' }))
  await keys.selectOptions(choice, 'Newest first')
  await waitFor(() => expect(address()).toBe('/'))
})

test('a viewer cannot add an enquiry [D6.2]', async () => {
  renderPage('/', fakeApi({ user: person('viewer') }))
  await screen.findByRole('heading', { name: 'No enquiries yet' })
  expect(screen.queryByRole('link', { name: 'Add Enquiry' })).toBeNull()
})
