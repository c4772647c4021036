import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SessionEntry } from '#contract/accounts.ts'
import { listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

const thisDevice = SessionEntry.parse({
  _id: uuid(901),
  device: 'A browser',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T08:00:00.000Z',
  isCurrent: true,
})

/** Waits for the direct effects of a press, but for no later render. */
async function press(key: () => void) {
  key()
  await Promise.resolve()
}

test('logging out from the list of sessions asks before it discards unsent work [S2.25]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)], sessions: [thisDevice] })
  const { keys, router } = renderPage(`/chats/${uuid(101)}`, api)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Comment' }), { target: { value: 'Half a sen' } })
  await router.navigate('/enquiry/AddEnquiry')
  fireEvent.change(await screen.findByLabelText('Summary'), { target: { value: 'Half an enquiry' } })
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toHaveLength(1))
  await router.navigate('/profile')
  await keys.click(await screen.findByRole('button', { name: 'Leave' }))
  const logOut = await screen.findByRole('button', { name: 'Logout' })
  await keys.click(logOut)
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and discard unsent work?' }))
  expect(question.getByText('1 comment you have started')).toBeVisible()
  expect(question.getByText('1 new enquiry you have started')).toBeVisible()
  await keys.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await keys.click(logOut)
  await keys.click(await screen.findByRole('button', { name: 'Log out and discard' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(window.localStorage).toHaveLength(0)
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toEqual([]))
})

test('after “Stay”, the focus is back in the menu immediately', async () => {
  const { keys, router } = renderPage(`/chats/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1)] }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Comment' }), { target: { value: 'Half a sen' } })
  await router.navigate('/')
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  const logOut = await screen.findByRole('button', { name: 'Logout' })
  await keys.click(logOut)
  const stay = await screen.findByRole('button', { name: 'Stay' })
  // Not with `keys`, which would wait for later renders.
  await press(() => stay.click())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(logOut).toHaveFocus()
  await press(() => logOut.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await waitFor(() => expect(logOut).not.toBeInTheDocument())
})

test('logging out clears local storage, but the drafts of another person are back when they sign in', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const theirs = `commentDraft:${uuid(7)}:${uuid(101)}`
  window.localStorage.setItem(theirs, JSON.stringify({ text: 'Typed before the session ended' }))
  const { keys, close } = renderPage('/', api)
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByText('Logout'))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(window.localStorage).toHaveLength(0)
  close()
  api.world.user = person('owner', { _id: uuid(7), name: 'Somebody Else' })
  renderPage(`/chats/${uuid(101)}`, api)
  const box = await screen.findByRole('textbox', { name: 'Comment' })
  await waitFor(() => expect(box).toHaveValue('Typed before the session ended'))
})

test('a logout in another tab discards the drafts of that person only', async () => {
  const form = '/enquiry/AddEnquiry'
  const api = fakeApi()
  const page = renderPage(form, api)
  fireEvent.change(await screen.findByLabelText('Summary'), { target: { value: 'Of the first' } })
  await waitFor(async () => expect(await listKeptDrafts(uuid(1))).toHaveLength(1))
  page.close()
  api.world.user = person('owner', { _id: uuid(7), name: 'Somebody Else' })
  renderPage(form, api)
  fireEvent.change(await screen.findByLabelText('Summary'), { target: { value: 'Of the second' } })
  await waitFor(async () => expect(await listKeptDrafts(uuid(7))).toHaveLength(1))
  window.localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  await waitFor(async () => expect(await listKeptDrafts(uuid(7))).toEqual([]))
  expect(await listKeptDrafts(uuid(1))).toHaveLength(1)
})
