import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'
import { fakeApi, refusal, unreachable } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, storedFile, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const thread = `/chats/${uuid(101)}`
const view = `/enquiry/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

/** A message with files of these names. Those that end in `.png` are images. */
function messageWith(seq: number, text: string, names: string[], from: Partial<Message> = {}): Message {
  const files = names.map((name, index) => {
    const url = name.endsWith('.png') ? 'data:image/png;base64,' : 'data:application/pdf;base64,'
    return storedFile({ name, url }, seq * 10 + index)
  })
  return { ...message(seq, text), files, ...from }
}

test('the pictures of a message open in a preview with arrows between them; other files can only be downloaded [D10.6]', async () => {
  const asked = messageWith(1, 'See these', ['one.png', 'offer.pdf', 'two.png'])
  const { keys } = renderPage(thread, fakeApi({ messages: [asked] }))
  const item = within((await screen.findByText('See these')).closest('li')!)
  expect(item.getByRole('img', { name: 'one.png' })).toHaveAttribute('src', '/api/files/one.png/thumbnail')
  const link = item.getByRole('link', { name: 'Download offer.pdf' })
  expect(link).toHaveAttribute('download', 'offer.pdf')
  expect(link).not.toHaveAttribute('target')
  await keys.click(item.getByRole('button', { name: 'Open one.png' }))
  const preview = await screen.findByRole('dialog', { name: 'one.png' })
  expect(within(preview).getByText('1 of 2')).toBeVisible()
  await keys.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'two.png' })).toBeVisible()
})

test('pictures whose URLs have expired get new ones with one request', async () => {
  const old = [1, 2].map((seq) => messageWith(seq, `Message ${seq}`, [`${seq}.png`]))
  const api = fakeApi({ messages: old })
  renderPage(thread, api)
  await screen.findByText('Message 2')
  api.world.messages = old.map((each) => ({
    ...each,
    files: each.files.map((file) => ({ ...file, thumbnail: `/api/files/renewed/${file.name}` })),
  }))
  for (const picture of screen.getAllByRole('img', { name: /\.png$/ })) fireEvent.error(picture)
  for (const name of ['1.png', '2.png']) {
    const picture = await screen.findByRole('img', { name })
    await waitFor(() => expect(picture).toHaveAttribute('src', `/api/files/renewed/${name}`))
  }
  expect(api.sent('GET /chat').filter(({ params }) => params.after === 0)).toHaveLength(1)
})

test('if the new URL of an expired download cannot be fetched, a toast says why, and the next click tries again [S8.1]', async () => {
  const [old, fresh] = [1, 4_000_000_000].map((expires) => {
    const each = messageWith(1, 'See this', ['offer.pdf'])
    return { ...each, files: each.files.map((file) => ({ ...file, url: `/api/files/offer.pdf?expires=${expires}` })) }
  })
  const api = fakeApi({ messages: [old!] })
  renderPage(thread, api)
  const link = await screen.findByRole('link', { name: 'Download offer.pdf' })
  const clicked = vi.spyOn(link, 'click')
  api.answer('GET /chat', unreachable)
  fireEvent.click(link)
  await waitFor(() => expect(shownToasts()).toEqual(['Cannot reach the server']))
  expect(clicked).not.toHaveBeenCalled()
  api.restore('GET /chat')
  api.world.messages = [fresh!]
  fireEvent.click(link)
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(link).toHaveAttribute('href', '/api/files/offer.pdf?expires=4000000000&download=')
})

test('an announced message says how many files it has', async () => {
  const { api, stream } = await live(thread, { messages: [message(1)] })
  await screen.findByText('Message 1')
  const theirs = { sender: { _id: uuid(6), name: 'Olivia Owner', kind: 'user' as const, profilePic: null } }
  api.world.messages = [
    message(1),
    messageWith(2, 'Look', ['one.png', 'two.png'], theirs),
    messageWith(3, '', ['offer.pdf'], theirs),
  ]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(6) })
  expect(await screen.findByText(/^Olivia Owner: Look and 2 files\sOlivia Owner: 1 file$/)).toBeInTheDocument()
})

test('the enquiry lists the files of its conversation, newest first, with sender and time [D10.6]', async () => {
  const messages = [
    messageWith(1, 'First', ['first.pdf']),
    messageWith(2, 'Second', ['second.pdf', 'second.png']),
    messageWith(3, 'Third', ['third.pdf']),
  ]
  const api = fakeApi({ user: person('member'), enquiries: [enquiry(1)], messages })
  const { keys } = renderPage(view, api)
  const heading = await screen.findByRole('heading', { name: 'Files from the conversation' })
  const section = within(heading.parentElement!)
  const names = () => section.getAllByRole('link').map((link) => link.getAttribute('download'))
  expect(names()).toEqual(['third.pdf', 'second.pdf'])
  const picture = section.getByRole('button', { name: /^Open second\.png, Maya Lindqvist, .*November 20, 2026/ })
  expect(picture).toBeVisible()
  await keys.click(section.getByRole('button', { name: 'Show earlier files' }))
  await waitFor(() => expect(names()).toEqual(['third.pdf', 'second.pdf', 'first.pdf']))
  expect(section.queryByRole('button', { name: 'Show earlier files' })).toBeNull()
  expect(api.sent('GET /chat/files').at(-1)?.params).toMatchObject({ enquiryId: uuid(101), before: 2 })
})

test('a failure to load earlier files is told by a toast, with a way to try again [S8.1]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const messages = [1, 2, 3].map((seq) => messageWith(seq, `Message ${seq}`, [`${seq}.pdf`]))
  const api = fakeApi({ user: person('member'), enquiries: [enquiry(1)], messages })
  const { keys } = renderPage(view, api)
  const earlier = await screen.findByRole('button', { name: 'Show earlier files' })
  api.answer('GET /chat/files', () => refusal(429, 'too-many-requests', 'Slow down'))
  await keys.click(earlier)
  expect(await screen.findByText('Could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['Slow down'])
  api.restore('GET /chat/files')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Download 1.pdf' })).toHaveLength(2))
})

test('a failure of the first load is told by a toast and marked in the section, with a way to try again [S8.1]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const messages = [messageWith(1, 'First', ['first.pdf'])]
  const api = fakeApi({ user: person('member'), enquiries: [enquiry(1)], messages })
  api.answer('GET /chat/files', () => refusal(500, 'internal', 'Something went wrong'))
  const { keys } = renderPage(view, api)
  const heading = await screen.findByRole('heading', { name: 'Files from the conversation' })
  const section = within(heading.parentElement!)
  expect(section.getByText('Could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['Something went wrong'])
  api.restore('GET /chat/files')
  await keys.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByRole('link', { name: 'Download first.pdf' })).toBeVisible()
})

test('on the desk the details list the files too, and fetch them again for a message with files only', async () => {
  const world = { user: agent, enquiries: [enquiry(1)], messages: [message(1)] }
  const { api, stream } = await live(`/desk/${uuid(101)}`, world)
  await waitFor(() => expect(api.sent('GET /chat/files')).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Files from the conversation' })).toBeNull()
  api.world.messages = [message(1), message(2)]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(1) })
  expect(await screen.findByText('Message 2')).toBeVisible()
  api.world.messages = [message(1), message(2), messageWith(3, 'Here', ['offer.pdf'])]
  stream.tell('change', { no: 7, subject: 'thread', id: uuid(101), by: uuid(1) })
  expect(await screen.findByRole('heading', { name: 'Files from the conversation' })).toBeVisible()
  expect(api.sent('GET /chat/files')).toHaveLength(2)
})

test('people who may not read the thread do not see its files', async () => {
  const messages = [messageWith(1, 'First', ['first.pdf'])]
  const api = fakeApi({ user: person('viewer'), enquiries: [enquiry(1)], messages })
  renderPage(view, api)
  await screen.findByLabelText('Description')
  // The section is fetched when the page is idle, and then its content.
  for (let times = 0; times < 2; times++) await new Promise<void>((idle) => void whenIdle(idle))
  expect(api.sent('GET /chat/files')).toEqual([])
})
