import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inDatabase } from '#web/storage/database.ts'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { decodeImages, image, textFile } from '#web/test/images.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(() => {
  decodeImages()
  showWholeLists()
})

const path = `/chats/${uuid(101)}`

const box = () => screen.findByPlaceholderText('Write a comment...')
const picker = () => screen.findByLabelText<HTMLInputElement>('Attach files: file')
const sendButton = () => screen.getByRole('button', { name: 'Send Comment' })

async function attach(...files: File[]) {
  fireEvent.change(await picker(), { target: { files } })
}

function chosen() {
  return screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'))
}

/** The number of files that this device keeps, for drafts and for waiting messages. */
function countKept() {
  return inDatabase((db) => db.count('files'))
}

test('an image and a PDF are sent with a comment, and then shown in the thread [D10.6]', async () => {
  const api = fakeApi({ messages: [message(1)] })
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'The crate')
  await attach(image('crate.png'), textFile('offer.pdf', 'application/pdf'))
  expect(await screen.findByRole('list', { name: 'Files to send' })).toBeVisible()
  await keys.click(sendButton())
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(1))
  const { body } = api.sent('POST /chat')[0]!
  expect(body).toMatchObject({ message: 'The crate', side: 'customer', enquiry: uuid(101) })
  expect(body.files.map(({ name }: File) => name)).toEqual(['crate.png', 'offer.pdf'])
  const bubble = within((await screen.findByText('The crate', { selector: 'li p' })).closest('li')!)
  expect(await bubble.findByRole('button', { name: 'Open crate.png' })).toBeVisible()
  const link = await bubble.findByRole('link', { name: 'Download offer.pdf' })
  expect(link).toHaveAttribute('download', 'offer.pdf')
  expect(link).not.toHaveAttribute('target')
  expect(chosen()).toEqual([])
  await waitFor(async () => expect(await countKept()).toBe(0))
})

test('a message may consist of files alone', async () => {
  const api = fakeApi()
  const { keys } = renderPage(path, api)
  await keys.click(await box())
  await keys.click(sendButton())
  await attach(image('crate.png'))
  await keys.type(await box(), '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(1))
  expect(api.sent('POST /chat')[0]!.body).toMatchObject({ message: '', files: [{ name: 'crate.png' }] })
  expect(await screen.findByRole('button', { name: 'Open crate.png' })).toBeVisible()
})

test('files can be dropped on the thread and pasted into the box', async () => {
  renderPage(path, fakeApi())
  const field = await box()
  const dataTransfer = { types: ['Files'], files: [textFile('offer.pdf', 'application/pdf')] }
  fireEvent.dragEnter(document.body, { dataTransfer })
  expect(screen.getByText('Drop files to attach them')).toBeVisible()
  fireEvent.drop(document.body, { dataTransfer })
  await waitFor(() => expect(chosen()).toEqual(['Remove offer.pdf']))
  const paste = createEvent.paste(field, { clipboardData: { types: ['Files'], files: [image('crate.png')] } })
  fireEvent(field, paste)
  expect(paste.defaultPrevented).toBe(true)
  expect(chosen()).toEqual(['Remove offer.pdf', 'Remove crate.png'])
})

test('an image that is pasted into a field elsewhere on the page does not go into the box', async () => {
  const { keys } = renderPage(`/enquiry/${uuid(101)}`, fakeApi({ user: person('member'), enquiries: [enquiry(1)] }))
  await box()
  await keys.click(screen.getByRole('button', { name: 'Edit' }))
  const clipboardData = { types: ['Files'], files: [image('crate.png')] }
  fireEvent.paste(screen.getByLabelText('Comments'), { clipboardData })
  expect(chosen()).toEqual([])
  fireEvent.paste(document.body, { clipboardData })
  expect(chosen()).toEqual(['Remove crate.png'])
})

test('files of other kinds, too large or too many ones are refused with reasons', async () => {
  renderPage(path, fakeApi())
  const large = textFile('large.zip', 'application/zip')
  Object.defineProperty(large, 'size', { value: 10 * 1024 ** 2 + 1 })
  const many = Array.from({ length: 6 }, (_, index) => image(`${index + 1}.png`))
  await attach(
    textFile('setup.exe', ''),
    textFile('photo.heic', 'image/heic'),
    large,
    new File([], 'empty.txt'),
    ...many,
  )
  const reasons = [
    /^setup\.exe is not a kind of file that can be sent/,
    'photo.heic is not a PNG, JPEG, GIF, WebP or AVIF image',
    'large.zip is larger than 10 MB',
    'empty.txt is empty',
    'A message can have 5 files. Left out: 6.png',
  ]
  for (const reason of reasons) expect(await screen.findByText(reason)).toBeVisible()
  expect(chosen()).toHaveLength(5)
})

test('a file that is not the image that its name says is refused', async () => {
  renderPage(path, fakeApi())
  await attach(textFile('notes.png', 'image/png'))
  expect(await screen.findByText('notes.png is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
  expect(chosen()).toEqual([])
})

test('removing a file by keyboard moves the focus to the next one, then to the text, and is announced', async () => {
  const { keys } = renderPage(path, fakeApi())
  await attach(image('one.png'), image('two.png'))
  screen.getByRole('button', { name: 'Remove one.png' }).focus()
  await keys.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Remove two.png' })).toHaveFocus()
  expect(screen.getByText('one.png removed')).toBeInTheDocument()
  await keys.keyboard('{Enter}')
  expect(await box()).toHaveFocus()
  await waitFor(async () => expect(await countKept()).toBe(0))
})

test('a refusal of the server names the file, which stays in the box with the text [S8.1]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  const errors = { 'files.1.url': 'The archive is damaged' }
  api.answer('POST /chat', () => refusal(415, 'unsupported-type', 'A file cannot be sent', { errors }))
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'Here')
  await attach(image('one.png'), textFile('two.zip', 'application/zip'))
  await keys.click(sendButton())
  expect(await screen.findByText('Not sent: two.zip: The archive is damaged')).toBeVisible()
  expect(shownToasts()).toEqual(['A file cannot be sent'])
  expect(await box()).toHaveValue('Here')
  expect(chosen()).toEqual(['Remove one.png', 'Remove two.zip'])
  await keys.click(screen.getByRole('button', { name: 'Remove two.zip' }))
  expect(screen.queryByText(/^Not sent/)).toBeNull()
  api.restore('POST /chat')
  await keys.click(sendButton())
  await waitFor(() => expect(chosen()).toEqual([]))
  expect(api.world.messages.map(({ files }) => files.map(({ name }) => name))).toEqual([['one.png']])
})

test('replying as support instead takes the files along [D10.2]', async () => {
  const api = fakeApi({ user: person('agent'), enquiries: [enquiry(1)], messages: [message(1)] })
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'We found it')
  await attach(image('crate.png'))
  await keys.click(screen.getByRole('button', { name: 'Reply as support instead' }))
  expect(await screen.findByRole('textbox', { name: 'Reply' })).toHaveValue('We found it')
  await waitFor(() => expect(chosen()).toEqual(['Remove crate.png']))
  window.history.back()
  expect(await box()).toHaveValue('')
  await waitFor(() => expect(address()).toBe(path))
  expect(chosen()).toEqual([])
})

test('a file that is dropped while a note is written goes nowhere, and the desk stays open', async () => {
  const api = fakeApi({ user: person('agent'), enquiries: [enquiry(1)] })
  const { keys } = renderPage(`/desk/${uuid(101)}`, api)
  await keys.click(await screen.findByRole('button', { name: 'Internal note' }))
  const drop = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [image('crate.png')] } })
  fireEvent(document.body, drop)
  expect(drop.defaultPrevented).toBe(true)
  expect(screen.getByText(/^A note has no files\./)).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Reply' }))
  await screen.findByRole('textbox', { name: 'Reply' })
  expect(chosen()).toEqual([])
})

test('where this device has no room for a file, the box and the question before leaving say so, and the file is sent all the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    if ('bytes' in value) throw new DOMException('No room', 'QuotaExceededError')
    return put.call(this, value)
  })
  const api = fakeApi()
  const { keys } = renderPage(path, api)
  await attach(image('crate.png'))
  expect(await screen.findByText(/^This device has no room to keep your files/)).toBeVisible()
  expect(asksBeforeClosing()).toBe(true)
  await keys.click(screen.getByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByText('Logout'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and discard unsent work?' }))
  expect(question.getByText('1 comment you have started')).toBeVisible()
  await keys.click(question.getByRole('button', { name: 'Stay' }))
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await keys.click(sendButton())
  await waitFor(() => expect(api.world.messages[0]?.files).toMatchObject([{ name: 'crate.png' }]))
  await waitFor(() => expect(chosen()).toEqual([]))
  expect(asksBeforeClosing()).toBe(false)
})

function asksBeforeClosing() {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}
