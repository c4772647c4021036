import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { deleteDB, openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { inDatabase } from '#web/storage/database.ts'
import { fakeApi, heldBack, refusal, unreachable, type FakeApi } from '#web/test/fakeApi.ts'
import { decodeImages, image, textFile } from '#web/test/images.ts'
import { person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

const path = `/chats/${uuid(101)}`
const draftKey = `commentDraft:${uuid(1)}:${uuid(101)}`

beforeEach(() => {
  decodeImages()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showWholeLists()
})

const box = () => screen.findByPlaceholderText('Write a comment...')
const sendButton = () => screen.getByRole('button', { name: 'Send Comment' })

async function attach(...files: File[]) {
  fireEvent.change(await screen.findByLabelText('Attach files: file'), { target: { files } })
}

function chosen() {
  return screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'))
}

/** Until this device keeps a reload from losing them. */
async function untilKept(count: number) {
  await waitFor(() => {
    const { files } = JSON.parse(window.localStorage.getItem(draftKey) ?? '{}')
    expect(files).toHaveLength(count)
  })
}

/** Sends what is in the box while the server cannot be reached. */
async function sendLater({ keys }: ReturnType<typeof renderPage>) {
  await keys.click(sendButton())
  await waitFor(() => expect(chosen()).toEqual([]))
  return within((await screen.findByText('Waiting')).closest('li')!)
}

/** There is no button for it during an attempt. */
async function takeBack({ keys }: ReturnType<typeof renderPage>) {
  await waitFor(async () => {
    const button = screen.queryByRole('button', { name: 'Edit message' })
    if (button) await keys.click(button)
    expect(screen.queryByText(/^(Waiting|Sending)$/)).toBeNull()
  })
}

function tellFromOtherTab(draft: object) {
  window.localStorage.setItem(draftKey, JSON.stringify(draft))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: draftKey })))
}

/** What each kept file belongs to. */
function owners() {
  return inDatabase(async (db) => (await db.getAll('files')).map(({ draftId }) => draftId))
}

/** The contents that each request carried. */
function sentFiles(api: FakeApi) {
  return api.sent('POST /chat').map(({ body }) => body.files)
}

test('chosen files are in the box again after a reload, in their order, and are gone once they are sent [D10.6] [D4.4]', async () => {
  const api = fakeApi()
  const page = renderPage(path, api)
  await attach(image('one.png'), textFile('two.txt'))
  await untilKept(2)
  page.close()
  const again = renderPage(path, api)
  await waitFor(() => expect(chosen()).toEqual(['Remove one.png', 'Remove two.txt']))
  await again.keys.type(await box(), 'Both')
  await again.keys.click(sendButton())
  await waitFor(() => expect(api.world.messages[0]?.files).toHaveLength(2))
  await waitFor(async () => expect(await owners()).toEqual([]))
  again.close()
  renderPage(path, api)
  expect(await box()).toHaveValue('')
  await screen.findByText('Both')
  expect(chosen()).toEqual([])
})

test('a file that was kept but not listed when the page ended is back too', async () => {
  const bytes = await textFile('lost.txt').arrayBuffer()
  const file = { id: uuid(300), draftId: draftKey, userId: uuid(1), name: 'lost.txt', type: 'text/plain', bytes }
  await inDatabase((db) => db.put('files', file))
  renderPage(path, fakeApi())
  await waitFor(() => expect(chosen()).toEqual(['Remove lost.txt']))
})

test('a file whose removal was cut off when the page ended does not come back', async () => {
  const bytes = await textFile('gone.txt').arrayBuffer()
  const file = { id: uuid(300), draftId: draftKey, userId: uuid(1), name: 'gone.txt', type: 'text/plain', bytes }
  await inDatabase((db) => db.put('files', file))
  const left = { text: 'Started', files: [], removed: [file.id] }
  window.localStorage.setItem(draftKey, JSON.stringify(left))
  renderPage(path, fakeApi())
  expect(await box()).toHaveValue('Started')
  await waitFor(async () => expect(await owners()).toEqual([]))
  expect(chosen()).toEqual([])
  await waitFor(() => expect(JSON.parse(window.localStorage.getItem(draftKey)!).removed).toEqual([]))
})

test('another tab shows the files of the box, and not those that this one has sent', async () => {
  renderPage(path, fakeApi())
  await box()
  const bytes = await image('theirs.png').arrayBuffer()
  const entry = { id: uuid(300), name: 'theirs.png', type: 'image/png', size: bytes.byteLength }
  await inDatabase((db) => db.put('files', { ...entry, draftId: draftKey, userId: uuid(1), bytes }))
  tellFromOtherTab({ text: '', files: [entry] })
  await waitFor(() => expect(chosen()).toEqual(['Remove theirs.png']))
  tellFromOtherTab({ text: '', files: [] })
  await waitFor(() => expect(chosen()).toEqual([]))
})

test('a message with files waits with its pictures, and every attempt sends the same bytes under the same id [D4.4] [D7.4]', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  await attach(image('crate.png'), textFile('offer.pdf', 'application/pdf'))
  const item = await sendLater(page)
  expect(await item.findByRole('img', { name: 'crate.png' })).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect(item.getByTitle('offer.pdf')).toBeVisible()
  expect(item.queryByRole('link')).toBeNull()
  const id = api.sent('POST /chat')[0]!.headers['Idempotency-Key']
  expect(await owners()).toEqual([id, id])
  page.close()
  expect(URL.revokeObjectURL).toHaveBeenCalled()

  api.restore('POST /chat')
  renderPage(path, api)
  await waitFor(() => expect(api.world.messages).toHaveLength(1))
  const [first, ...later] = sentFiles(api)
  expect(first).toHaveLength(2)
  for (const files of later) expect(files).toEqual(first)
  expect(new Set(api.sent('POST /chat').map((request) => request.headers['Idempotency-Key'])).size).toBe(1)
  await waitFor(async () => expect(await owners()).toEqual([]))
})

test('a waiting message goes back to the box with its files', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  const { keys } = page
  await keys.type(await box(), 'One')
  await attach(...[1, 2, 3].map((number) => image(`${number}.png`)))
  await sendLater(page)
  await attach(...[4, 5, 6].map((number) => image(`${number}.png`)))
  await untilKept(3)
  await takeBack(page)
  expect(await box()).toHaveValue('One')
  await waitFor(() => expect(chosen()).toHaveLength(6))
  expect(await screen.findByText('A message can have 5 files. Remove 1 to send it.')).toBeVisible()
  expect(new Set(await owners())).toEqual(new Set([draftKey]))
  api.restore('POST /chat')
  await keys.click(sendButton())
  await keys.click(screen.getByRole('button', { name: 'Remove 6.png' }))
  await keys.click(sendButton())
  await waitFor(() => expect(api.world.messages.map(({ files }) => files.length)).toEqual([5]))
})

test('an upload can be stopped, and its message is back in the box with its files', async () => {
  const api = fakeApi()
  api.answer('POST /chat', heldBack(refusal(500, 'internal', 'Too late')).responder)
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'See this')
  await attach(image('large.png'))
  await untilKept(1)
  await keys.click(sendButton())
  // The box keeps its text until the outbox has it.
  await keys.click(await screen.findByRole('button', { name: 'Stop and edit' }))
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull(), { timeout: 10_000 })
  expect(await box()).toHaveValue('See this')
  await waitFor(() => expect(chosen()).toEqual(['Remove large.png']))
  expect(await owners()).toEqual([draftKey])
  api.restore('POST /chat')
  await keys.click(sendButton())
  await waitFor(() => expect(api.world.messages.map(({ message }) => message)).toEqual(['See this']))
})

test('a message that is taken back and sent unchanged keeps its id', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  const { keys } = page
  await attach(image('1.png'), image('2.png'))
  await sendLater(page)
  await takeBack(page)
  await waitFor(() => expect(chosen()).toEqual(['Remove 1.png', 'Remove 2.png']))
  api.restore('POST /chat')
  await keys.click(sendButton())
  await waitFor(() => expect(api.world.messages).toHaveLength(1))
  expect(new Set(api.sent('POST /chat').map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
})

test('discarding a refused message deletes its files from this device', async () => {
  const api = fakeApi()
  api.answer('POST /chat', unreachable)
  const page = renderPage(path, api)
  const { keys } = page
  await attach(image('crate.png'))
  await sendLater(page)
  api.answer('POST /chat', () => refusal(404, 'not-found', 'Enquiry not found'))
  act(() => void window.dispatchEvent(new Event('online')))
  await keys.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await owners()).toEqual([]))
})

test('logging out asks about chosen files, and deletes them with everything else of this person [S2.25]', async () => {
  const page = renderPage(path, fakeApi())
  await attach(image('crate.png'))
  await page.keys.click(screen.getByRole('button', { name: 'Account' }))
  await page.keys.click(await screen.findByText('Logout'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and discard unsent work?' }))
  expect(question.getByText('1 comment you have started')).toBeVisible()
  await page.keys.click(question.getByRole('button', { name: 'Log out and discard' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await waitFor(async () => expect(await owners()).toEqual([]))
})

test('the chosen files of another person are back when they sign in', async () => {
  const api = fakeApi()
  const theirs = renderPage(path, api)
  await attach(image('crate.png'))
  await untilKept(1)
  theirs.close()
  api.world.user = person('owner', { _id: uuid(7), name: 'Somebody Else' })
  const other = renderPage(path, api)
  await box()
  expect(chosen()).toEqual([])
  await other.keys.click(screen.getByRole('button', { name: 'Account' }))
  await other.keys.click(await screen.findByText('Logout'))
  await screen.findByRole('heading', { name: 'Sign in' })
  other.close()
  api.world.user = person()
  renderPage(path, api)
  await waitFor(() => expect(chosen()).toEqual(['Remove crate.png']))
})

test('messages that an earlier version of the page has kept are still there', async () => {
  await deleteDB('enquiry-desk')
  const body = { message: 'Written before', side: 'customer', enquiry: uuid(101) }
  const earlier = await openDB('enquiry-desk', 2, {
    upgrade: async (db, _from, _to, tx) => {
      const outbox = db.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true })
      outbox.createIndex('id', 'id', { unique: true })
      const files = db.createObjectStore('files', { keyPath: 'id' })
      files.createIndex('draftId', 'draftId')
      for (const store of [outbox, files, db.createObjectStore('drafts', { keyPath: 'id' })]) {
        store.createIndex('userId', 'userId')
      }
      await tx.objectStore('outbox').add({ id: uuid(300), userId: uuid(1), body, writtenAt: 0 })
    },
  })
  earlier.close()
  const api = fakeApi()
  renderPage(path, api)
  await waitFor(() => expect(api.world.messages.map(({ message }) => message)).toEqual(['Written before']))
})
