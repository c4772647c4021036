import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'
// Loaded here, so that no test has to wait for it.
import './ViewsDialog.tsx'

const enquiries = [enquiry(2, { enquiryStatus: 'onHold' }), enquiry(1)]
const saved = (number: number, name: string, isShared = false) => ({
  _id: uuid(800 + number),
  name,
  isShared,
  query: 'enquiryStatus=onHold',
  createdAt: '2026-11-21T08:00:00.000Z',
})

async function openViews(keys: ReturnType<typeof renderPage>['keys']) {
  await keys.click(await screen.findByRole('button', { name: 'Views' }))
  return within(await screen.findByRole('dialog', { name: 'Saved views' }))
}

test('the current list is saved under a name, which opens it later', async () => {
  const api = fakeApi({ enquiries })
  const { keys } = renderPage('/?enquiryStatus=onHold&page=1&sort=summery', api)
  await screen.findByText('ENQ-000002')
  const views = await openViews(keys)
  expect(await views.findByText(/None yet/)).toBeVisible()
  await keys.type(views.getByRole('textbox', { name: 'View name' }), 'Held up')
  await keys.click(views.getByRole('checkbox', { name: 'For the whole company' }))
  await keys.click(views.getByRole('button', { name: 'Save view' }))
  expect(await views.findByRole('link', { name: 'Held up' })).toHaveAttribute('aria-current', 'page')
  expect(api.sent('POST /views')[0]?.body).toEqual({
    name: 'Held up',
    query: 'enquiryStatus=onHold&sort=summery',
    isShared: true,
  })
  await keys.click(views.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keys.click(screen.getByRole('tab', { name: /All/ }))
  await screen.findByText('ENQ-000001')
  await keys.click((await openViews(keys)).getByRole('link', { name: 'Held up' }))
  await waitFor(() => expect(address()).toBe('/?enquiryStatus=onHold&sort=summery'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a view is renamed, replaced and deleted', async () => {
  const api = fakeApi({ enquiries, views: [saved(1, 'Mine')] })
  const { keys } = renderPage('/?search=Summary', api)
  const views = await openViews(keys)
  await keys.click(await views.findByRole('button', { name: 'Rename Mine' }))
  await keys.clear(views.getByRole('textbox', { name: 'Name' }))
  await keys.type(views.getByRole('textbox', { name: 'Name' }), 'Ours{Enter}')
  await keys.click(await views.findByRole('button', { name: 'Save the current list as Ours' }))
  await waitFor(() => expect(api.world.views).toMatchObject([{ name: 'Ours', query: 'search=Summary' }]))
  await keys.click(await views.findByRole('button', { name: 'Delete Ours' }))
  await keys.click(views.getByRole('button', { name: 'Delete' }))
  expect(await views.findByText(/None yet/)).toBeVisible()
})

test('a name that is taken is told by a toast and marked at the field, which keeps the input [S8.1] [D8.2]', async () => {
  const api = fakeApi({ enquiries })
  const message = 'There is a view of this name already'
  api.answer('POST /views', () => refusal(409, 'conflict', message, { errors: { name: message } }))
  const { keys } = renderPage('/', api)
  const views = await openViews(keys)
  await keys.type(views.getByRole('textbox', { name: 'View name' }), 'Held up{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  expect(views.getByRole('textbox', { name: 'View name' })).toBeInvalid()
  expect(views.getByRole('textbox', { name: 'View name' })).toHaveValue('Held up')
})

test('only an owner shares views and changes shared ones [D6.2]', async () => {
  const views = [saved(1, 'Everybody’s', true), saved(2, 'My own')]
  const { keys } = renderPage('/', fakeApi({ user: person('member'), enquiries, views }))
  const dialog = await openViews(keys)
  expect(await dialog.findByRole('link', { name: 'Everybody’s' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Delete Everybody’s' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Delete My own' })).toBeVisible()
  expect(dialog.queryByRole('checkbox', { name: 'For the whole company' })).toBeNull()
})

test('a person’s own views are chips beside the tabs', async () => {
  const views = [saved(1, 'Everybody’s', true), saved(2, 'My own')]
  const { keys } = renderPage('/', fakeApi({ user: person('member'), enquiries, views }))
  const chips = within(await screen.findByRole('list', { name: 'Your views' }))
  expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['My own'])
  // A long name is cut off.
  expect(chips.getByRole('link')).toHaveAttribute('title', 'My own')
  await keys.click(chips.getByRole('link', { name: 'My own' }))
  await waitFor(() => expect(address()).toBe(`/?${views[1]!.query}`))
  await waitFor(() => expect(chips.getByRole('link', { name: 'My own' })).toHaveAttribute('aria-current', 'page'))
})
