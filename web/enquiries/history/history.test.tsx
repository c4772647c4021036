import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

const hugo = { _id: uuid(5), name: 'Hugo Desk', kind: 'user' as const, profilePic: null }

async function openHistory(changes: HistoryEntry['changes'], action = 'changed') {
  const entry = { _id: uuid(901), action, by: hugo, changes, createdAt: '2026-11-20T08:00:00.000Z' }
  const { keys } = renderPage(`/enquiry/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1)], history: [entry] }))
  await keys.click(await screen.findByRole('button', { name: 'History' }))
  return within(screen.getByRole('region', { name: 'History' })).findByRole('listitem')
}

test.each<[string, HistoryEntry['changes'][string], string]>([
  ['assigned to a colleague', [null, 'Olivia Owner'], 'Hugo Desk assigned the enquiry to Olivia Owner ·'],
  ['assigned to oneself', ['Olivia Owner', 'Hugo Desk'], 'Hugo Desk became the assignee ·'],
  ['unassigned', ['Olivia Owner', null], 'Hugo Desk unassigned the enquiry from Olivia Owner ·'],
])('the history says that an enquiry was %s', async (_case, assignee, text) => {
  expect(await openHistory({ assignee })).toHaveTextContent(text)
})

test('the history names all changes of an entry', async () => {
  const item = await openHistory({ assignee: [null, 'Hugo Desk'], status: ['open', 'onHold'] })
  expect(item).toHaveTextContent('Hugo Desk became the assignee and changed the status ·')
})

test.each<[string, HistoryEntry['changes'], string]>([
  ['is new', { rating: [null, 4], ratingComment: ['', 'Quick and kind'] }, 'rated 4 of 5 ·'],
  ['has another number', { rating: [4, 2] }, 'changed the rating from 4 to 2 of 5 ·'],
  ['has another comment', { ratingComment: ['Quick', 'Slow'] }, 'changed the comment on the rating ·'],
])('the history says that a rating %s [D11.7]', async (_case, changes, text) => {
  const item = await openHistory(changes, 'rated')
  expect(item).toHaveTextContent(`Hugo Desk ${text}`)
  expect(item.textContent.includes('Show both texts')).toBe('ratingComment' in changes)
})

test('a status that did not exist before is empty', async () => {
  const item = await openHistory({ status: [null, 'open'] })
  expect(item).toHaveTextContent(/→\s*Open$/)
  expect(item).not.toHaveTextContent('null')
})
