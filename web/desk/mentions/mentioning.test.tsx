import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Note } from '#contract/notes.ts'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const colleagues = [
  { _id: uuid(6), name: 'Ann' },
  { _id: uuid(7), name: 'Ann Lee' },
  { _id: uuid(8), name: 'Tomas Berg' },
]
const world = {
  user: person('agent', { _id: uuid(5), name: 'Hugo Desk' }),
  enquiries: [enquiry(1)],
  messages: [message(1)],
  colleagues,
}

const box = () => screen.findByRole('textbox', { name: 'Internal note' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

async function openNote(api: ReturnType<typeof fakeApi>) {
  const page = renderPage(`/desk/${uuid(101)}`, api)
  await screen.findByText('Message 1')
  await page.keys.click(await screen.findByRole('button', { name: 'Internal note' }))
  return page
}

test('typing @ in a note offers colleagues; the chosen ones survive a reload and are sent while the text names them [D10.7]', async () => {
  const api = fakeApi(world)
  const first = await openNote(api)
  await first.keys.type(await box(), 'Hi @')
  expect(await screen.findByRole('listbox', { name: 'Colleagues' })).toBeVisible()
  expect(options()).toEqual(['AAnn', 'AAnn Lee', 'TTomas Berg'])
  await first.keys.keyboard('ann')
  expect(options()).toEqual(['AAnn', 'AAnn Lee'])
  await first.keys.keyboard('{ArrowDown}')
  const active = screen.getByRole('option', { selected: true })
  expect(active).toHaveTextContent('Ann Lee')
  expect(await box()).toHaveAttribute('aria-activedescendant', active.id)
  await first.keys.keyboard('{Enter}')
  expect(await box()).toHaveValue('Hi @Ann Lee ')
  await first.keys.keyboard('and @berg{Tab}')
  expect(await box()).toHaveValue('Hi @Ann Lee and @Tomas Berg ')
  await first.keys.keyboard('@{Escape}')
  expect(options()).toEqual([])
  expect(await box()).toHaveFocus()
  expect(screen.getByText('Visible to agents only. Notifies Ann Lee, Tomas Berg')).toBeVisible()
  first.close()

  const { keys } = await openNote(api)
  expect(await box()).toHaveValue('Hi @Ann Lee and @Tomas Berg @')
  await keys.clear(await box())
  await keys.type(await box(), 'Only @Ann Lee')
  api.answer('POST /notes', () => refusal(409, 'conflict', 'Try again later'))
  await keys.keyboard('{Escape}{Control>}{Enter}{/Control}')
  await screen.findByText(/^Not added/)
  api.restore('POST /notes')
  await keys.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  const sent = api.sent('POST /notes')
  expect(sent.at(-1)?.body).toEqual({ enquiry: uuid(101), note: 'Only @Ann Lee', mentions: [uuid(7)] })
  expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
})

test('of two people with one name, the chosen one is sent', async () => {
  const api = fakeApi({ ...world, colleagues: [...colleagues, { _id: uuid(9), name: 'Tomas Berg' }] })
  const { keys } = await openNote(api)
  await keys.type(await box(), '@tomas')
  await keys.click(screen.getAllByRole('option')[1]!)
  expect(await box()).toHaveFocus()
  await keys.keyboard('look{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(api.sent('POST /notes')[0]?.body).toMatchObject({ note: '@Tomas Berg look', mentions: [uuid(9)] }),
  )
})

test('a note shows whom it mentions, and says so if that is the reader', async () => {
  const note = Note.parse({
    _id: uuid(800),
    enquiry: uuid(101),
    afterSeq: 1,
    author: { _id: uuid(6), name: 'Ann', profilePic: null },
    note: 'See https://example.com/@Ann, @Hugo Desk and @Tomas Berg',
    mentions: [
      { _id: uuid(5), name: 'Hugo Desk' },
      { _id: uuid(8), name: 'Tomas Berg' },
    ],
    createdAt: '2026-11-20T11:00:00.000Z',
  })
  renderPage(`/desk/${uuid(101)}`, fakeApi({ ...world, notes: [note] }))
  const shown = await screen.findByRole('note', { name: 'Internal note by Ann, mentions you' })
  expect([...shown.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    '@Hugo Desk',
    '@Tomas Berg',
  ])
  expect(screen.getByRole('link', { name: 'https://example.com/@Ann' })).toBeVisible()
})
