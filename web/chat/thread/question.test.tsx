import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, message, person, storedDocument, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const user = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

async function items() {
  return within(await screen.findByRole('list', { name: 'Messages' })).findAllByRole('listitem')
}

test.each(['/chats', '/desk'])(
  'on %s the thread begins with the question: its summary, its description and its pictures [D10.3]',
  async (page) => {
    const asked = enquiry(1, {
      summery: 'The crate is broken',
      description: 'See https://example.com/crate',
      documents: [storedDocument(1)],
    })
    const api = fakeApi({ user, enquiries: [asked], messages: [message(1, 'Any news?')] })
    const { keys } = renderPage(`${page}/${uuid(101)}`, api)
    const [question, first] = await items()
    expect(question).toHaveTextContent(/Maya Lindqvist.*The crate is broken/)
    const link = within(question!).getByRole('link', { name: 'https://example.com/crate' })
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(first).toHaveTextContent('Any news?')
    await keys.click(within(question!).getByRole('button', { name: 'Open photo-1.png' }))
    expect(await screen.findByRole('dialog', { name: 'photo-1.png' })).toBeVisible()
  },
)

test('an enquiry without messages shows the question, and says where replies appear [D10.3]', async () => {
  renderPage(`/chats/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1, { description: 'Is it on its way?' })] }))
  expect(await screen.findByText('Is it on its way?')).toBeVisible()
  expect(screen.getByText('Write a comment below. Support replies here.')).toBeVisible()
})

test('a question without texts is named by its type', async () => {
  renderPage(`/chats/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1, { summery: '', description: '' })] }))
  expect((await items())[0]).toHaveTextContent('Billing')
})

test.each(['/chats', '/desk'])('on %s the thread shows the rating and its comment [D11.7]', async (page) => {
  const entry = {
    _id: uuid(301),
    action: 'rated',
    by: { _id: uuid(5), name: 'Kim Kunde', kind: 'contact' as const, profilePic: null },
    changes: { rating: [null, 4], ratingComment: ['', 'Quick and kind'] } satisfies HistoryEntry['changes'],
    createdAt: '2026-11-21T10:00:00.000Z',
  }
  const api = fakeApi({ user, enquiries: [enquiry(1, { rating: 4 })], messages: [message(1)], history: [entry] })
  renderPage(`${page}/${uuid(101)}`, api)
  await screen.findByText(/rated 4 of 5/)
  const mark = (await items()).at(-1)!
  expect(mark).toHaveTextContent(/Kim Kunde rated 4 of 5 · /)
  expect(within(mark).getByRole('blockquote')).toHaveTextContent('Quick and kind')
})

test('every item is below the heading of its day', async () => {
  const asked = enquiry(1, { createdAt: '2026-11-18T10:00:00.000Z' })
  const api = fakeApi({
    enquiries: [asked],
    messages: [message(1), message(2)],
    history: [
      {
        _id: uuid(301),
        action: 'changed',
        by: { _id: uuid(5), name: 'Hugo Desk', kind: 'user' as const, profilePic: null },
        changes: { status: ['open', 'closed'] },
        createdAt: '2026-11-21T10:00:00.000Z',
      },
    ],
  })
  renderPage(`/chats/${uuid(101)}`, api)
  await screen.findByText(/changed the status to Closed/)
  const shown = (await items()).map(({ textContent }) => textContent)
  expect(shown).toEqual([
    expect.stringMatching(/November 18, 2026.*Summary 1/),
    expect.stringMatching(/November 20, 2026.*Message 1/),
    expect.not.stringMatching(/^Friday, November 20, 2026/),
    expect.stringMatching(/November 21, 2026.*changed the status/),
  ])
})
