import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AxiosAdapter } from 'axios'
import { beforeEach, expect, test, vi } from 'vitest'
import { client } from '#web/api/client.ts'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { decodeImages, image } from '#web/test/images.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

const form = '/enquiry/AddEnquiry'

beforeEach(() => decodeImages())

function picker() {
  return screen.findByLabelText<HTMLInputElement>('Add Document: file')
}

test('files can be dropped on the form, which shows where while they are dragged over it', async () => {
  renderPage(form, fakeApi())
  await picker()
  const dataTransfer = { types: ['Files'], files: [image('dropped.png')] }
  fireEvent.dragEnter(document.body, { dataTransfer })
  expect(screen.getByText('Drop images to add them')).toBeVisible()
  fireEvent.drop(document.body, { dataTransfer })
  expect(await screen.findByText('dropped.png')).toBeVisible()
  expect(screen.queryByText('Drop images to add them')).toBeNull()
})

test('a picture can be pasted while a field has the focus, and text that comes with a picture of itself stays text', async () => {
  renderPage(form, fakeApi())
  await picker()
  const field = screen.getByLabelText('Description')
  const files = [image('image.png')]
  const text = createEvent.paste(field, { clipboardData: { types: ['text/plain', 'Files'], files } })
  fireEvent(field, text)
  expect(text.defaultPrevented).toBe(false)
  expect(screen.getByText('0 of 5 documents')).toBeVisible()
  fireEvent.paste(field, { clipboardData: { types: ['Files'], files } })
  expect(await screen.findByText(/^Pasted \d\d\.\d\d\.\d\d\.png$/)).toBeVisible()
})

test('files that are not images, or that the browser cannot show, are refused with a reason [D5.2]', async () => {
  const { keys } = renderPage(form, fakeApi())
  await keys.upload(await picker(), image('good.png'))
  await keys.upload(await picker(), new File(['words'], 'notes.png', { type: 'image/png' }))
  expect(await screen.findByText('notes.png is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
  decodeImages({ isDamaged: true })
  await keys.upload(await picker(), image('broken.png'))
  expect(await screen.findByText('broken.png is damaged: this browser cannot show it')).toBeVisible()
  expect(screen.getByText('good.png')).toBeVisible()
  expect(screen.getByText('1 of 5 documents')).toBeVisible()
})

test('an error for one document is shown at that document, and goes with it [D8.2]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  const errors = { 'documents.1.url': 'two.png has too many pixels' }
  api.answer('POST /enquiry', () => refusal(413, 'too-large', 'A document is too large', { errors }))
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.upload(await picker(), [image('one.png'), image('two.png')])
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  const complaint = await screen.findByText('two.png has too many pixels')
  expect(within(complaint.closest('li')!).getByText('two.png')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Remove two.png' }))
  expect(screen.queryByText('two.png has too many pixels')).toBeNull()
})

test('documents are sent as form data, and each shows its progress', async () => {
  const { keys } = renderPage(form, fakeApi())
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.upload(await picker(), [image('one.png'), image('two.png')])
  const asked = vi.fn<AxiosAdapter>(() => new Promise(() => {}))
  client.defaults.adapter = asked
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('progressbar', { name: 'Sending one.png', hidden: true })
  const [config] = asked.mock.lastCall!
  const sent: FormData = config.data
  expect(sent.get('enquiryType')).toBe('Claims')
  expect(sent.getAll('documents').map((file) => (file as File).name)).toEqual(['one.png', 'two.png'])
  act(() => config.onUploadProgress?.({ progress: 0.75, loaded: 0, bytes: 0, lengthComputable: true }))
  const shares = ['Sending one.png', 'Sending two.png', 'Sending, 75 %'].map((name) =>
    screen.getByRole('progressbar', { name, hidden: true }).getAttribute('aria-valuenow'),
  )
  expect(shares).toEqual(['100', '50', '75'])
})

test('leaving with unsaved input asks first; staying keeps it, leaving leaves', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await keys.click(await screen.findByRole('link', { name: 'Enquiry' }))
  await keys.click((await screen.findAllByRole('link', { name: 'Add Enquiry' }))[0]!)
  await keys.type(await screen.findByLabelText('Summary'), 'Kept')
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await keys.click(within(question).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText('Summary')).toHaveValue('Kept')
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  await keys.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
})

test('leaving an edited enquiry asks too, but not after reading or Cancel', async () => {
  const { keys } = renderPage(`/enquiry/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1)] }))
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText('Comments')).toHaveFocus()
  await keys.type(screen.getByLabelText('Comments'), '!')
  await keys.click(screen.getByRole('link', { name: /^Chat/ }))
  await keys.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(address()).toBe(`/enquiry/${uuid(101)}`)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  await keys.click(screen.getByRole('link', { name: /^Chat/ }))
  await waitFor(() => expect(address()).toBe(`/chats/${uuid(101)}`))
})

const gigabyte = 1024 ** 3

test.each([
  [7.9, null],
  [8.6, /^Your company has used 8.5 GB of its 10 GB of storage\. When it is full, no more documents/],
  [10, /^Your company has used all of its 10 GB of storage\. No more documents can be added/],
])('with %s of 10 GB used the form says what becomes of documents [D12.2]', async (used, notice) => {
  const storage = { usedBytes: Math.floor(used * gigabyte), quotaBytes: 10 * gigabyte }
  const api = fakeApi({ storage })
  renderPage(form, api)
  await picker()
  await waitFor(() => expect(api.sent('GET /storage')).not.toEqual([]))
  if (notice) expect(await screen.findByText(notice)).toBeVisible()
  else expect(screen.queryByText(/of storage/)).toBeNull()
})

test('without a type the form moves the focus to that field [S5.1]', async () => {
  const { keys } = renderPage(form, fakeApi())
  await keys.click(await screen.findByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.getByLabelText('Enquiry Type')).toHaveFocus())
})
