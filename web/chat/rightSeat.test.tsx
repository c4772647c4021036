import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal, unreachable } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const chat = `/chats/${uuid(101)}`
const desk = `/desk/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

function world(changes: Parameters<typeof enquiry>[1] = {}, user = agent) {
  return fakeApi({ user, enquiries: [enquiry(1, changes)], messages: [message(1)] })
}

const box = () => screen.findByPlaceholderText('Write a comment...')
const replyBox = () => screen.findByRole('textbox', { name: 'Reply' })

test('only people who may answer see that they are writing as the customer [D10.2]', async () => {
  const first = renderPage(chat, world())
  await box()
  expect(screen.getByText('You are writing as the customer.')).toBeVisible()
  first.close()
  renderPage(chat, world({}, person('member')))
  await box()
  await screen.findByText('Message 1')
  expect(screen.queryByText('You are writing as the customer.')).toBeNull()
})

test('replying as support instead takes the text along, behind any started reply [D10.2]', async () => {
  const { keys } = renderPage(chat, world())
  await keys.type(await box(), 'We sent it today')
  await keys.click(screen.getByRole('button', { name: 'Reply as support instead' }))
  expect(await replyBox()).toHaveValue('We sent it today')
  expect(address()).toBe(desk)
  await waitFor(async () => expect(await replyBox()).toHaveFocus())

  window.history.back()
  expect(await box()).toHaveValue('')
  await keys.type(await box(), 'Track it here')
  await keys.click(screen.getByRole('button', { name: 'Reply as support instead' }))
  expect(await replyBox()).toHaveValue('We sent it today\n\nTrack it here')
})

test('a text that the device has no room to move stays in the box', async () => {
  const { keys } = renderPage(chat, world())
  await box()
  const keep = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith('commentDraft')) throw new DOMException('No room', 'QuotaExceededError')
    keep.call(this, key, value)
  })
  await keys.type(await box(), 'We sent it today')
  await keys.click(screen.getByRole('button', { name: 'Reply as support instead' }))
  expect(await screen.findByText(/no room to move your text/)).toBeVisible()
  expect(await box()).toHaveValue('We sent it today')
  expect(address()).toBe(chat)
})

test('… and so does one that would reopen the enquiry', async () => {
  const { keys } = renderPage(chat, world({ enquiryStatus: 'closed' }))
  await keys.type(await box(), 'One more thing')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  const reply = await screen.findByRole('button', { name: 'Reply as support' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await keys.click(reply)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByText(/no room to move your text/)).toBeVisible()
  expect(await box()).toHaveValue('One more thing')
})

test('they are asked about an enquiry that a colleague has closed in the meantime [D10.2]', async () => {
  const { api, stream, keys } = await live(chat, { user: agent, enquiries: [enquiry(1)], messages: [message(1)] })
  await keys.type(await box(), 'One more thing')
  api.world.enquiries = [enquiry(1, { enquiryStatus: 'closed', version: 2 })]
  const asked = api.sent('GET /enquiry').length
  stream.tell('change', { no: 6, subject: 'enquiry', id: uuid(101), by: uuid(7) })
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(asked))
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  expect(await screen.findByRole('alertdialog', { name: 'Reopen ENQ-000001?' })).toBeVisible()
})

test('a comment of theirs reopens a closed enquiry only after they confirm [D10.2]', async () => {
  const api = world({ enquiryStatus: 'closed' })
  const { keys } = renderPage(chat, api)
  await keys.type(await box(), 'One more thing{Control>}{Enter}{/Control}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Reopen ENQ-000001?' })
  expect(within(dialog).getByRole('button', { name: 'Reply as support' })).toHaveFocus()
  await keys.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await box()).toHaveValue('One more thing')
  expect(api.sent('POST /chat')).toEqual([])

  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  await keys.click(await screen.findByRole('button', { name: 'Send and reopen' }))
  await waitFor(() => expect(api.sent('POST /chat')[0]?.body).toMatchObject({ side: 'customer' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
})

test('they are also asked before a comment ends a hold [D10.2]', async () => {
  const api = world({ enquiryStatus: 'onHold' })
  const { keys } = renderPage(chat, api)
  await keys.type(await box(), 'Is there any news?')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  expect(await screen.findByText(/This enquiry is on hold/)).toBeVisible()
  expect(api.sent('POST /chat')).toEqual([])
})

test('they can turn a comment that would reopen an enquiry into a reply [D10.2]', async () => {
  const api = world({ enquiryStatus: 'closed' })
  const { keys } = renderPage(chat, api)
  await keys.type(await box(), 'One more thing')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  await keys.click(await screen.findByRole('button', { name: 'Reply as support' }))
  expect(await replyBox()).toHaveValue('One more thing')
  expect(api.sent('POST /chat')).toEqual([])
})

test('a customer’s comment on a closed enquiry needs no confirmation', async () => {
  const api = world({ enquiryStatus: 'closed' }, person('member'))
  const { keys } = renderPage(chat, api)
  await keys.type(await box(), 'It is back{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(1))
})

test('on an enquiry, people who may answer reply on the desk by button or key, and the chat button stays [D10.1] [S2.15]', async () => {
  const { keys } = renderPage(`/enquiry/${uuid(101)}`, world())
  const heading = await screen.findByRole('link', { name: 'Reply' })
  expect(heading).toHaveAttribute('href', desk)
  expect(screen.getByRole('link', { name: /^Chat/ })).toHaveAttribute('href', chat)
  await keys.keyboard('r')
  await waitFor(() => expect(address()).toBe(desk))
  await waitFor(async () => expect(await replyBox()).toHaveFocus())
})

test('people who may not answer are not offered to reply on the desk', async () => {
  const { keys } = renderPage(`/enquiry/${uuid(101)}`, world({}, person('member')))
  await screen.findByRole('link', { name: /^Chat/ })
  await keys.keyboard('re')
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByRole('link', { name: 'Reply' })).toBeNull()
  expect(address()).toBe(`/enquiry/${uuid(101)}`)
})

test('in the list, Reply is the first action of a row, and a key [D10.1]', async () => {
  const { keys } = renderPage('/', world())
  await keys.click(await screen.findByRole('button', { name: 'Actions for ENQ-000001' }))
  const [first] = await screen.findAllByRole('menuitem')
  expect(first).toHaveTextContent('Reply')
  expect(first).toHaveAttribute('href', desk)
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  screen.getByRole('link', { name: 'ENQ-000001' }).focus()
  await keys.keyboard('r')
  await waitFor(() => expect(address()).toBe(desk))
})

test('they are also asked before a failed comment is sent again, and can turn it into a reply [D10.2]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = world({ enquiryStatus: 'onHold' })
  api.answer('POST /chat', unreachable)
  const { keys } = renderPage(chat, api)
  await keys.type(await box(), 'One more thing{Control>}{Enter}{/Control}')
  await keys.click(await screen.findByRole('button', { name: 'Send and reopen' }))
  await screen.findByText('Waiting')
  api.answer('POST /chat', () => refusal(413, 'too-large', 'Too much'))
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('button', { name: 'Discard' })
  const sendAgain = screen.getByRole('button', { name: 'Try again' })
  api.restore('POST /chat')
  const sent = api.sent('POST /chat').length
  await keys.click(sendAgain)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reopen ENQ-000001?' }))
  expect(api.sent('POST /chat')).toHaveLength(sent)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await keys.click(dialog.getByRole('button', { name: 'Reply as support' }))
  await waitFor(() => expect(shownToasts()).toContainEqual(expect.stringMatching(/^This device has no room to move/)))
  expect(address()).toBe(chat)
  full.mockRestore()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Reopen ENQ-000001?' }))
  await keys.click(again.getByRole('button', { name: 'Reply as support' }))
  expect(await replyBox()).toHaveValue('One more thing')
  expect(api.sent('POST /chat')).toHaveLength(sent)
})
