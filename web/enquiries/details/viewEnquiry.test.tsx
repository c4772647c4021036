import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refreshList } from '#web/enquiries/enquiryApi.ts'
import { publishNews } from '#web/events/news.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person, storedDocument, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showStyles } from '#web/test/styles/styles.ts'
import { shownToasts } from '#web/test/toasts.ts'

const path = `/enquiry/${uuid(101)}`

function statusSelector() {
  return screen.findByRole('combobox', { name: /Status/ })
}

test('a view shows the enquiry with everything disabled [S2.11] [S2.12] [S2.14] [D2.3]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { documents: [storedDocument(1)] })] })
  const { store } = renderPage(path, api)
  const values = {
    'Enquiry ID': 'ENQ-000001',
    'Enquiry Type': 'Billing',
    Summary: 'Summary 1',
    Description: 'Description 1',
    Comments: 'Comments 1',
  }
  for (const [label, value] of Object.entries(values)) {
    expect(await screen.findByLabelText(label)).toHaveValue(value)
    expect(screen.getByLabelText(label)).toBeDisabled()
  }
  expect(await statusSelector()).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Add Document' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(api.sent('GET /enquiry')[0]?.params).toEqual({ _id: uuid(101) })
  expect(store.getState().enquiry).toMatchObject({ selectedId: uuid(101), isAdd: false, singleData: { version: 1 } })
})

test('a document without a url cannot be viewed [S2.13]', async () => {
  const documents = [storedDocument(1), storedDocument(2, { url: '', thumbnail: '' })]
  renderPage(path, fakeApi({ enquiries: [enquiry(1, { documents })] }))
  expect(await screen.findByRole('button', { name: 'View photo-1.png' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'View photo-2.png' })).toBeDisabled()
  expect(document.querySelector('img[src="/api/files/1/thumbnail"]')).not.toBeNull()
})

function picture() {
  return screen.findByRole('img', { name: 'photo-1.png' })
}

/** A signed URL of a file, valid for that many minutes. */
function signed(file: string, minutes: number) {
  return `/api/files/${file}?type=image%2Fpng&expires=${Math.floor(Date.now() / 1000) + minutes * 60}&signature=s${minutes}`
}

function withThumbnail(minutes: number, changes = {}) {
  return enquiry(1, { documents: [storedDocument(1, { thumbnail: signed('steady', minutes) })], ...changes })
}

function withFile(minutes: number) {
  return enquiry(1, { documents: [storedDocument(1, { url: signed('loaded', minutes) })] })
}

test('a picture on the screen stays when a response has a newer URL for the same file', async () => {
  const api = fakeApi({ enquiries: [withThumbnail(9)] })
  renderPage(path, api)
  await screen.findByRole('button', { name: 'View photo-1.png' })
  const thumbnail = document.querySelector('img[src*="steady"]')!
  api.world.enquiries = [withThumbnail(14, { summery: 'Changed by somebody' })]
  act(() => publishNews(null))
  await screen.findByDisplayValue('Changed by somebody')
  expect(document.querySelector('img[src*="steady"]')).toBe(thumbnail)
  expect(thumbnail).toHaveAttribute('src', expect.stringContaining('signature=s9'))
})

test('a download whose URL has expired gets a new one first', async () => {
  const api = fakeApi({ enquiries: [withFile(-1)] })
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'View photo-1.png' }))
  const link = await screen.findByRole('link', { name: 'Download' })
  const followed: string[] = []
  const follow = (event: Event) => {
    if (!event.defaultPrevented) followed.push(link.getAttribute('href')!)
    event.preventDefault()
  }
  window.addEventListener('click', follow)
  onTestFinished(() => window.removeEventListener('click', follow))
  api.world.enquiries = [withFile(14)]
  await keys.click(link)
  await waitFor(() => expect(followed).toEqual([expect.stringMatching(/loaded\?.*signature=s14&download=$/)]))
})

test('a picture whose URL has expired is refetched once; after that the person decides, until it has loaded again', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { documents: [storedDocument(1)] })] })
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'View photo-1.png' }))
  const asked = api.sent('GET /enquiry').length
  api.world.enquiries = [enquiry(1, { documents: [storedDocument(1, { url: '/api/files/1?later' })] })]
  fireEvent.error(await picture())
  await waitFor(async () => expect(await picture()).toHaveAttribute('src', '/api/files/1?later'))
  expect(api.sent('GET /enquiry')).toHaveLength(asked + 1)
  fireEvent.error(await picture())
  expect(await screen.findByText('photo-1.png could not be loaded')).toBeVisible()
  expect(api.sent('GET /enquiry')).toHaveLength(asked + 1)
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('photo-1.png could not be loaded')).toBeNull())
  expect(api.sent('GET /enquiry')).toHaveLength(asked + 2)
  fireEvent.load(await picture())
  fireEvent.error(await picture())
  await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(asked + 3))
})

test('an enquiry is refetched on return after more than 30 minutes', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  renderPage(path, api)
  await screen.findByDisplayValue('Summary 1')
  await waitFor(() => expect(api.sent('GET /enquiry/activity')).not.toEqual([]))
  const asked = api.sent('GET /enquiry').length
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now')
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const be = (isHidden: boolean, minutes: number) => {
    hidden.mockReturnValue(isHidden)
    clock.mockReturnValue(start + minutes * 60_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  be(true, 0)
  be(false, 29)
  expect(api.sent('GET /enquiry')).toHaveLength(asked)
  be(true, 30)
  be(false, 61)
  await waitFor(() => expect(api.sent('GET /enquiry')).toHaveLength(asked + 1))
})

test('Edit enables comments and status and nothing else [D2.3]', async () => {
  const { keys } = renderPage(path, fakeApi({ enquiries: [enquiry(1)] }))
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText('Comments')).toBeEnabled()
  expect(await statusSelector()).not.toHaveAttribute('aria-disabled')
  for (const label of ['Enquiry ID', 'Enquiry Type', 'Summary', 'Description'])
    expect(screen.getByLabelText(label)).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  await keys.type(screen.getByLabelText('Comments'), ' and more')
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  expect(screen.getByLabelText('Comments')).toHaveValue('Comments 1')
  expect(screen.getByLabelText('Comments')).toBeDisabled()
})

test('the key e starts editing, and is an ordinary letter afterwards [D2.3]', async () => {
  const { keys } = renderPage(path, fakeApi({ enquiries: [enquiry(1)] }))
  await screen.findByRole('button', { name: 'Edit' })
  await keys.keyboard('{Control>}e{/Control}')
  expect(screen.getByLabelText('Comments')).toBeDisabled()
  await keys.keyboard('e')
  expect(screen.getByLabelText('Comments')).toBeEnabled()
  await keys.type(screen.getByLabelText('Comments'), 'e')
  expect(screen.getByLabelText('Comments')).toHaveValue('Comments 1e')
})

test('any status can be chosen; only id, comments and status are sent; then the user goes back [S2.14] [S2.16] [S4.1] [S7.6] [D7.7]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { version: 4, enquiryStatus: 'closed' })] })
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('link', { name: 'ENQ-000001' }))
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.click(await statusSelector())
  const options = screen.getAllByRole('option').map((option) => option.textContent)
  expect(options).toEqual(['Open', 'In progress', 'In review', 'On hold', 'Closed'])
  await keys.click(screen.getByRole('option', { name: 'In review' }))
  await keys.type(screen.getByLabelText('Comments'), '!')
  const listed = api.sent('GET /enquiry').length
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  const [sent] = api.sent('PATCH /enquiry')
  expect(sent?.body).toEqual({ id: uuid(101), comments: 'Comments 1!', enquiryStatus: 'inReview' })
  expect(sent?.headers['If-Match']).toBe('"4"')
  expect(address()).toBe('/')
  expect(within(await screen.findByRole('table')).getByText('In review')).toBeVisible()
  expect(api.sent('GET /enquiry').length).toBeGreaterThan(listed)
})

test('a failed save is logged, told by a toast and marked, and can be retried [S8.1] [S8.2] [D8.2]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi({ enquiries: [enquiry(1)] })
  api.answer('PATCH /enquiry', () => refusal(429, 'too-many-requests', 'Too many requests'))
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.type(screen.getByLabelText('Comments'), ' mine')
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(shownToasts()).toEqual(['Too many requests'])
  expect(logged).toHaveBeenCalledWith('Failed to submit enquiry', expect.anything())
  api.restore('PATCH /enquiry')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(api.sent('PATCH /enquiry')[1]?.body).toMatchObject({ comments: 'Comments 1 mine' })
})

test('a floating button links to the thread [S2.15]', async () => {
  const { keys } = renderPage(path, fakeApi({ enquiries: [enquiry(1, { messageCount: 3 })] }))
  const chat = await screen.findByRole('link', { name: 'Chat, 3 messages' })
  showStyles()
  expect(getComputedStyle(chat).position).toBe('fixed')
  await keys.click(chat)
  expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
  expect(address()).toBe(`/chats/${uuid(101)}`)
})

test('an unknown id shows “not found” inside the layout, with a link home [D2.5] [S7.4]', async () => {
  const { keys } = renderPage(`/enquiry/${uuid(999)}`, fakeApi())
  expect(await screen.findByRole('heading', { name: 'Enquiry not found' })).toBeVisible()
  expect(screen.getByText('Hello,')).toBeVisible()
  await keys.click(screen.getByRole('link', { name: 'Go to home' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
})

test('a malformed id is not found either, without a request [D2.5]', async () => {
  const api = fakeApi()
  renderPage('/enquiry/nonsense', api)
  expect(await screen.findByRole('heading', { name: 'Enquiry not found' })).toBeVisible()
  expect(api.sent('GET /enquiry')).toEqual([])
})

test('a person who has left the page stays where they are when their change arrives', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const slow = heldBack(ok(enquiry(1, { version: 2, comments: 'Changed' }), 'Saved'))
  api.answer('PATCH /enquiry', slow.responder)
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.type(screen.getByLabelText('Comments'), '!')
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')).toHaveLength(1))
  await keys.click(screen.getByRole('link', { name: 'Enquiry' }))
  await keys.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  const moved = vi.spyOn(window.history, 'go')
  slow.letGo()
  await waitFor(() => expect(shownToasts()).toEqual(['Saved']))
  expect(moved).not.toHaveBeenCalled()
  expect(address()).toBe('/')
})

test('the neighbours in the list are one step away', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: [enquiry(3), enquiry(2), enquiry(1)] }))
  await keys.click(await screen.findByRole('link', { name: 'ENQ-000002' }))
  await screen.findByLabelText('Enquiry ID')
  await keys.click(screen.getByRole('link', { name: 'Next enquiry' }))
  await waitFor(() => expect(screen.getByLabelText('Enquiry ID')).toHaveValue('ENQ-000001'))
  expect(screen.getByRole('button', { name: 'Next enquiry' })).toBeDisabled()
  await keys.keyboard('k')
  await waitFor(() => expect(screen.getByLabelText('Enquiry ID')).toHaveValue('ENQ-000002'))
  await keys.keyboard('j')
  await waitFor(() => expect(screen.getByLabelText('Enquiry ID')).toHaveValue('ENQ-000001'))
})

test('previous and next continue beyond a page, after a reload, and when the enquiry has left the list', async () => {
  const api = fakeApi({ enquiries: Array.from({ length: 27 }, (_, index) => enquiry(27 - index)) })
  const page = renderPage('/?enquiryStatus=open', api)
  await page.keys.click(await screen.findByRole('link', { name: 'ENQ-000004' }))
  await screen.findByDisplayValue('ENQ-000004')
  await page.keys.keyboard('j')
  await screen.findByDisplayValue('ENQ-000003')
  await page.keys.click(await screen.findByRole('link', { name: 'Next enquiry' }))
  await screen.findByDisplayValue('ENQ-000002')

  const kept: unknown = window.history.state
  page.close()
  const again = renderPage(window.location.pathname, api, { historyState: kept })
  await again.keys.click(await screen.findByRole('link', { name: 'Previous enquiry' }))
  await screen.findByDisplayValue('ENQ-000003')
  await again.keys.click(await screen.findByRole('link', { name: 'Next enquiry' }))
  await screen.findByDisplayValue('ENQ-000002')

  await screen.findByRole('link', { name: 'Next enquiry' })
  api.world.enquiries = api.world.enquiries.filter(({ enquiryId }) => enquiryId !== 'ENQ-000002')
  const before = again.store.getState().enquiry.totalDocs
  again.store.dispatch(refreshList())
  await waitFor(() => expect(again.store.getState().enquiry.totalDocs).toBe(before - 1))
  expect(screen.getByRole('link', { name: 'Next enquiry' })).toHaveAttribute('href', `/enquiry/${uuid(101)}`)
})

test('a viewer can read but not edit [D6.2]', async () => {
  const { keys } = renderPage(path, fakeApi({ user: person('viewer'), enquiries: [enquiry(1)] }))
  expect(await screen.findByLabelText('Comments')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('link', { name: /Chat/ })).toBeNull()
  await keys.keyboard('e')
  expect(screen.getByLabelText('Comments')).toBeDisabled()
})

test('updates that arrive during editing do not overwrite the input', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const { keys, store } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.type(screen.getByLabelText('Comments'), ' mine')
  api.world.enquiries = [enquiry(1, { version: 2, comments: 'Theirs', summery: 'Their summary' })]
  store.dispatch({ type: 'api/invalidateTags', payload: [{ type: 'Enquiry', id: uuid(101) }] })
  await waitFor(() => expect(screen.getByLabelText('Summary')).toHaveValue('Their summary'))
  expect(screen.getByLabelText('Comments')).toHaveValue('Comments 1 mine')
})
