import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { inDatabase } from '#web/storage/database.ts'
import { keepDraft, listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { fakeApi, unreachable } from '#web/test/fakeApi.ts'
import { decodeImages, image } from '#web/test/images.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

const form = '/enquiry/AddEnquiry'
const view = `/enquiry/${uuid(101)}`

beforeEach(() => decodeImages())

async function fill(label: string, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

/** Like a reload or a crash: the session stays. */
async function reopen(page: ReturnType<typeof renderPage>, path: string, api: ReturnType<typeof fakeApi>) {
  page.close()
  const again = renderPage(path, api)
  expect(await screen.findByText(/^We kept what you typed/)).toBeVisible()
  return again
}

test('the texts and files of the create form are restored until they are sent [S2.12] [D8.2]', async () => {
  const api = fakeApi()
  const page = renderPage(form, api)
  await fill('Summary', 'Broken pallet')
  await fill('Comments', 'Call before noon')
  const files = [image('one.png'), image('two.png')]
  fireEvent.change(screen.getByLabelText('Add Document: file'), { target: { files } })
  await waitFor(async () => expect(await inDatabase((db) => db.count('files'))).toBe(2))
  await waitFor(async () =>
    expect(await listKeptDrafts(uuid(1))).toMatchObject([{ content: { files: { length: 2 } } }]),
  )
  const again = await reopen(page, form, api)
  expect(screen.getByLabelText('Summary')).toHaveValue('Broken pallet')
  expect(screen.getByLabelText('Comments')).toHaveValue('Call before noon')
  expect(await screen.findByText('2 of 5 documents')).toBeVisible()
  await fill('Enquiry Type', 'Claims')
  await again.keys.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(1))
  expect(api.sent('POST /enquiry')[0]?.body.documents.map(({ name }: { name: string }) => name)).toEqual([
    'one.png',
    'two.png',
  ])
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toEqual([]))
})

test('a draft can be discarded, and other people never see it', async () => {
  const api = fakeApi()
  const page = renderPage(form, api)
  await fill('Summary', 'Mine')
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toHaveLength(1))
  page.close()
  api.world.user = person('owner', { _id: uuid(7), name: 'Somebody Else' })
  const other = renderPage(form, api)
  expect(await screen.findByLabelText('Summary')).toHaveValue('')
  api.world.user = person()
  const again = await reopen(other, form, api)
  await again.keys.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Summary')).toHaveValue('')
  expect(screen.queryByText(/^We kept/)).toBeNull()
})

test('the same enquiry submitted again after a reload carries the same key [D7.4]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('POST /enquiry', unreachable)
  const page = renderPage(form, api)
  await fill('Enquiry Type', 'Claims')
  await page.keys.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('button', { name: 'Try again' })
  const again = await reopen(page, form, api)
  await again.keys.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(2))
  const [first, second] = api.sent('POST /enquiry').map(({ headers }) => headers['Idempotency-Key'])
  expect(second).toBe(first)
})

test('a draft of the version before, without comments, is restored and sent under the key that it had [D7.4]', async () => {
  const content = {
    texts: { enquiryType: 'Claims', summery: '', description: 'Broken' },
    files: [],
    key: 'submitted-before',
  }
  await keepDraft({ id: uuid(300), userId: uuid(1), subject: 'newEnquiry', savedAt: Date.now(), content })
  const api = fakeApi()
  const { keys } = renderPage(form, api)
  expect(await screen.findByText(/^We kept what you typed/)).toBeVisible()
  expect(screen.getByLabelText('Description')).toHaveValue('Broken')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(1))
  const [sent] = api.sent('POST /enquiry')
  expect(sent?.body).toMatchObject({ description: 'Broken', comments: '' })
  expect(sent?.headers['Idempotency-Key']).toBe('submitted-before')
})

test('an edit continues after a reload; if the enquiry has changed since, it is offered', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage(view, api)
  await page.keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await fill('Comments', 'Half a thought')
  const again = await reopen(page, view, api)
  expect(screen.getByLabelText('Comments')).toHaveValue('Half a thought')
  api.world.enquiries = [enquiry(1, { version: 2, comments: 'Theirs' })]
  const later = await reopen(again, view, api)
  expect(screen.getByLabelText('Comments')).toHaveValue('Theirs')
  await later.keys.click(screen.getByRole('button', { name: 'Continue editing' }))
  expect(screen.getByLabelText('Comments')).toHaveValue('Half a thought')
  await later.keys.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Comments')).toHaveValue('Theirs')
})

test('logging out names what would be lost; staying keeps it, logging out discards it [S2.25]', async () => {
  const api = fakeApi()
  const page = renderPage(form, api)
  await fill('Summary', 'Not sent')
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toHaveLength(1))
  await page.keys.click(screen.getByRole('button', { name: 'Account' }))
  await page.keys.click(screen.getByText('Logout'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and discard unsent work?' }))
  expect(question.getByText('1 new enquiry you have started')).toBeVisible()
  await page.keys.click(question.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Summary')).toHaveValue('Not sent')
  await page.keys.click(screen.getByText('Logout'))
  await page.keys.click(await screen.findByRole('button', { name: 'Log out and discard' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(window.localStorage).toHaveLength(0)
  page.close()
  renderPage(form, api)
  expect(await screen.findByLabelText('Summary')).toHaveValue('')
  expect(screen.queryByText(/^We kept/)).toBeNull()
})

test('logging out also asks about input typed before the kept drafts were read [S2.25]', async () => {
  const released = new AbortController()
  const busy = inDatabase(async (db) => {
    const { store } = db.transaction('drafts', 'readwrite')
    while (!released.signal.aborted) await store.count()
  })
  const page = renderPage(form, fakeApi())
  await fill('Summary', 'Typed early')
  await page.keys.click(screen.getByRole('button', { name: 'Account' }))
  await page.keys.click(await screen.findByText('Logout'))
  released.abort()
  await busy
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and discard unsent work?' }))
  expect(question.getByText('1 new enquiry you have started')).toBeVisible()
})

test('a device without storage space says so, and typing continues', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  renderPage(form, fakeApi())
  await fill('Summary', 'Goes on')
  expect(await screen.findByText(/^This device has no room to keep what you type/)).toBeVisible()
  expect(screen.getByLabelText('Summary')).toHaveValue('Goes on')
})

test('a file that did not fit is reported until it is kept, whatever happens to the others', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    if (value.name === 'one.png') throw new DOMException('No room', 'QuotaExceededError')
    return put.call(this, value)
  })
  renderPage(form, fakeApi())
  const input = await screen.findByLabelText('Add Document: file')
  fireEvent.change(input, { target: { files: [image('one.png')] } })
  const notice = /^This device has no room to keep the documents/
  await screen.findByText(notice)
  fireEvent.change(input, { target: { files: [image('two.png')] } })
  await waitFor(async () => expect(await inDatabase((db) => db.count('files'))).toBe(1))
  expect(screen.getByText(notice)).toBeVisible()
  full.mockRestore()
  fireEvent.change(input, { target: { files: [image('three.png')] } })
  await waitFor(async () => expect(await inDatabase((db) => db.count('files'))).toBe(3))
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
})
