import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

beforeEach(showWholeLists)

const user = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const id = uuid(101)

function world(count: number) {
  const messages = Array.from({ length: count }, (_, index) => message(index + 1))
  return fakeApi({ user, enquiries: [enquiry(1)], messages })
}

/** The messages on paper, and whatever else is there. */
function onPaper() {
  const list = screen.getByRole('list', { name: 'Printed messages' })
  const texts = within(list)
    .getAllByText(/^Message \d+$/)
    .map(({ textContent }) => textContent)
  return { texts, sheet: list.parentElement! }
}

test.each([`/chats/${id}`, `/enquiry/${id}`, `/desk/${id}`])(
  '%s prints all messages that are loaded, with the question and without controls',
  async (path) => {
    renderPage(path, world(40))
    await screen.findByText('Message 40')
    fireEvent(window, new Event('beforeprint'))
    const { texts, sheet } = onPaper()
    expect(texts).toEqual(Array.from({ length: 40 }, (_, index) => `Message ${index + 1}`))
    expect(sheet).toHaveTextContent(/^ENQ-000001Billing · Open · Unassigned/)
    expect(sheet).toHaveTextContent(new Date().getFullYear().toString())
    expect(sheet).toHaveTextContent('Description 1')
    expect(sheet).toHaveTextContent('Comments 1')
    expect(within(sheet).queryAllByRole('button')).toEqual([])
    fireEvent(window, new Event('afterprint'))
    expect(screen.queryByRole('list', { name: 'Printed messages' })).toBeNull()
  },
)

test('a print of the browser’s menu says that earlier comments are missing', async () => {
  renderPage(`/chats/${id}`, world(120))
  await screen.findByText('Message 120')
  fireEvent(window, new Event('beforeprint'))
  expect(onPaper().texts).toHaveLength(50)
  expect(onPaper().sheet).toHaveTextContent(/^ENQ-000001.*Earlier comments are not loaded/)
})

test('Ctrl+P loads the whole conversation before it prints', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => fireEvent(window, new Event('beforeprint')))
  const { keys } = renderPage(`/chats/${id}`, world(420))
  await screen.findByText('Message 420')
  await keys.keyboard('{Control>}p{/Control}')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(onPaper().texts).toHaveLength(420)
  expect(onPaper().sheet).not.toHaveTextContent('Earlier comments')
})

test('a dark page prints in light colours', async () => {
  renderPage(`/chats/${id}`, world(1))
  await screen.findByText('Message 1')
  document.documentElement.dataset['colorScheme'] = 'dark'
  fireEvent(window, new Event('beforeprint'))
  expect(document.documentElement).toHaveAttribute('data-color-scheme', 'light')
  fireEvent(window, new Event('afterprint'))
  expect(document.documentElement).toHaveAttribute('data-color-scheme', 'dark')
})
