import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { showStyles } from '#web/test/styles/styles.ts'
import { findMark, shownToasts } from '#web/test/toasts.ts'
import { darkPalette, lightPalette } from '#web/theme/palette.ts'

const path = `/chats/${uuid(101)}`
beforeEach(showWholeLists)

const box = () => screen.findByPlaceholderText('Write a comment...')

function texts() {
  return within(screen.getByRole('list', { name: 'Messages' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
}

test('the page has a heading, the messages, a box of 3 rows, a send button and a refresh button [S2.17] [S9.8]', async () => {
  const api = fakeApi({ messages: [message(1), message(2)] })
  renderPage(path, api)
  expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible()
  expect(await box()).toHaveAttribute('rows', '3')
  expect(screen.getByRole('button', { name: 'Send Comment' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await screen.findByText('Message 2')
  expect(texts()).toEqual(['Message 1', 'Message 2'])
  expect(api.sent('GET /chat')[0]?.params).toEqual({ enquiryId: uuid(101) })
})

test('the page shows Loading... until the messages are there [S2.18] [S4.6]', async () => {
  const api = fakeApi()
  const slow = heldBack(
    ok({ docs: [message(1)], totalDocs: 1, hasEarlier: false, hasLater: false, seenBy: { customer: 0, host: 0 } }),
  )
  api.answer('GET /chat', slow.responder)
  renderPage(path, api)
  expect(await screen.findByText('Loading...')).toBeVisible()
  slow.letGo()
  expect(await screen.findByText('Message 1')).toBeVisible()
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('a thread whose changes of status cannot be loaded says so, below a toast with the reason [S8.1] [D8.4] [D8.5]', async () => {
  const api = fakeApi({ messages: [message(1)] })
  api.answer('GET /enquiry/activity', () => refusal(500, 'internal', 'Something went wrong (7f3a)'))
  const { keys } = renderPage(path, api)
  expect(await findMark('The changes of status could not be loaded')).toBeVisible()
  expect(shownToasts()).toEqual(['Something went wrong (7f3a)'])
  api.restore('GET /enquiry/activity')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The changes of status could not be loaded')).toBeNull())
})

test('without read on acl-page the page is refused inside the layout, and nothing is fetched [S2.19] [S6.2] [D2.6]', async () => {
  const api = fakeApi({ user: person('viewer'), messages: [message(1)] })
  renderPage(path, api)
  expect(await screen.findByRole('heading', { name: 'You are not authorised to see this page' })).toBeVisible()
  expect(screen.getByText('Hello,')).toBeVisible()
  expect(api.sent('GET /chat')).toEqual([])
})

const screensOfThread = [path, `/enquiry/${uuid(101)}`]

test.each(screensOfThread)(
  'at %s every message shows its sender, its date and time in the viewer’s locale, its text and an avatar [S2.20] [S3.3]',
  async (screenPath) => {
    const user = person('member')
    const messages = [message(1, 'Where is it?'), message(2, 'Hello?'), message(3, 'Under way', 'host')]
    renderPage(screenPath, fakeApi({ user, enquiries: [enquiry(1)], messages }))
    for (const { message: text, sender, createdAt } of messages) {
      const item = (await screen.findByText(text)).closest('li')!
      expect(within(item).getByText(sender.name)).toBeVisible()
      expect(within(item).getByText(new Date(createdAt).toLocaleString())).toBeVisible()
      expect(item.querySelector('.MuiAvatar-root')).toBeVisible()
    }
  },
)

test('line breaks are kept, links work, and markup is shown as text [D2.7]', async () => {
  const text = 'First\nsee https://example.com/a?b=1, and <b>bold</b> javascript:alert(1)'
  renderPage(path, fakeApi({ messages: [message(1, text)] }))
  const link = await screen.findByRole('link', { name: 'https://example.com/a?b=1' })
  expect(link).toHaveAttribute('href', 'https://example.com/a?b=1')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const paragraph = link.closest('p')!
  expect(paragraph.textContent).toBe(text)
  showStyles()
  expect(getComputedStyle(paragraph).whiteSpace).toBe('pre-wrap')
  expect(paragraph.querySelector('b')).toBeNull()
  expect(paragraph.querySelectorAll('a')).toHaveLength(1)
})

test('the customer is green; the host is pink and has another avatar [S2.21]', async () => {
  renderPage(path, fakeApi({ messages: [message(1), message(2, 'A reply', 'host')] }))
  const customer = (await screen.findByText('Message 1')).closest('li')!
  const host = screen.getByText('A reply').closest('li')!
  showStyles()
  expect(getComputedStyle(within(customer).getByText('Maya Lindqvist')).color).toBe('var(--palette-side-customer)')
  expect(getComputedStyle(within(host).getByText('Hugo Desk')).color).toBe('var(--palette-side-host)')
  expect(customer.querySelector('.MuiAvatar-root')).toHaveTextContent('M')
  expect(host.querySelector('.MuiAvatar-root svg')).not.toBeNull()
  for (const { side } of [lightPalette, darkPalette]) {
    const [green, pink] = [side.customer, side.host].map(channels)
    expect(green![1]).toBe(Math.max(...green!))
    expect(pink![0]).toBe(Math.max(...pink!))
    expect(pink![2]).toBeGreaterThan(pink![1]!)
  }
})

function channels(hex: string) {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

test('a comment is sent trimmed and as the customer, the thread is fetched again, and the box is cleared [S4.6] [S6.3] [S7.8] [D4.4]', async () => {
  const api = fakeApi({ messages: [message(1)] })
  const { keys } = renderPage(path, api)
  await screen.findByText('Message 1')
  await keys.type(await box(), '  Any news?  ')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  await waitFor(() => expect(api.sent('GET /chat')).toHaveLength(2))
  expect(api.sent('POST /chat')[0]?.body).toEqual({ message: 'Any news?', side: 'customer', enquiry: uuid(101) })
  await waitFor(() => expect(texts()).toEqual(['Message 1', 'Any news?']))
  await waitFor(async () => expect(await box()).toHaveValue(''))
})

test('Ctrl+Enter sends too, and the same text can be sent twice', async () => {
  const api = fakeApi()
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'Hello?{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await box()).toHaveValue(''))
  await keys.type(await box(), 'Hello?{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')).toHaveLength(2))
  const [first, second] = api.sent('POST /chat').map(({ headers }) => headers['Idempotency-Key'])
  expect(second).not.toBe(first)
})

test('with shortcuts turned off, Ctrl+Enter does not send and the hint is hidden', async () => {
  document.cookie = 'shortcuts=off; path=/'
  const api = fakeApi()
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'Hello?{Control>}{Enter}{/Control}')
  expect(screen.queryByText('Ctrl + Enter sends')).toBeNull()
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  expect(api.sent('POST /chat')).toHaveLength(1)
})

test('a blank comment is not sent [S5.4]', async () => {
  const api = fakeApi()
  const { keys } = renderPage(path, api)
  await keys.type(await box(), '  {Enter} ')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  expect(api.sent('POST /chat')).toEqual([])
  expect(await box()).toHaveValue('  \n ')
})

test('a comment that the server refuses stays in the box, is told by a toast and logged, and can be sent again [D4.4] [S8.1] [S8.2] [D8.2]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('POST /chat', () => refusal(403, 'forbidden', 'This thread is closed'))
  const { keys } = renderPage(path, api)
  await keys.type(await box(), 'Any news?')
  await keys.click(screen.getByRole('button', { name: 'Send Comment' }))
  expect(await findMark('Not sent')).toBeVisible()
  await waitFor(() => expect(shownToasts()).toEqual(['This thread is closed']))
  expect(await box()).toHaveValue('Any news?')
  expect(logged).toHaveBeenCalledWith('Failed to send message', expect.anything())
  await waitFor(() => expect(screen.queryByText('Any news?', { selector: 'li p' })).toBeNull())
  api.restore('POST /chat')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  expect(texts()).toEqual(['Any news?'])
})

test('Refresh fetches the thread again [S2.17] [S4.6]', async () => {
  const api = fakeApi({ messages: [message(1)] })
  const { keys } = renderPage(path, api)
  await screen.findByText('Message 1')
  api.world.messages = [message(1), message(2, 'New', 'host')]
  await keys.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('New')).toBeVisible()
})

test('each failure to load the thread that a person has caused is logged and told by a toast, with a way to try again [S8.1] [S8.2] [D8.2]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi({ messages: [message(1)] })
  api.answer('GET /chat', () => refusal(500, 'internal', 'Something went wrong (11)'))
  const { keys } = renderPage(path, api)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(logged).toHaveBeenCalledWith('Failed to fetch messages', expect.anything())
  await waitFor(() => expect(shownToasts()).toEqual(['Something went wrong (11)']))
  expect(screen.getByRole('main')).not.toHaveTextContent('Something went wrong')
  api.answer('GET /chat', () => refusal(500, 'internal', 'Something went wrong (12)'))
  await keys.click(again)
  await waitFor(() => expect(shownToasts()).toContain('Something went wrong (12)'))
  api.restore('GET /chat')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Message 1')).toBeVisible()
})

test('the page of a missing enquiry says so [D2.5]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('GET /chat', () => refusal(404, 'not-found', 'Enquiry not found'))
  renderPage(path, api)
  expect(await screen.findByRole('heading', { name: 'Enquiry not found' })).toBeVisible()
})

test('earlier comments are loaded on demand, come first, and stay after a refresh [D7.8]', async () => {
  const messages = Array.from({ length: 120 }, (_, index) => message(index + 1))
  const api = fakeApi({ messages })
  const { keys } = renderPage(path, api)
  await screen.findByText('Message 120')
  expect(texts()).toHaveLength(50)
  await keys.click(screen.getByRole('button', { name: 'Load earlier comments' }))
  await screen.findByText('Message 21')
  expect(api.sent('GET /chat')[1]?.params).toEqual({ enquiryId: uuid(101), before: 71 })
  api.world.messages = [...messages, message(121, 'The newest')]
  await keys.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('The newest')
  expect(texts()).toHaveLength(101)
  await keys.click(screen.getByRole('button', { name: 'Load earlier comments' }))
  await screen.findByText('Message 1')
  expect(screen.queryByRole('button', { name: 'Load earlier comments' })).toBeNull()
})
