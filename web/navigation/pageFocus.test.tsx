import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toPage } from '#contract/paging.ts'
import { fakeApi, heldBack, ok } from '#web/test/fakeApi.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'

const three = [enquiry(3), enquiry(2), enquiry(1)]

function heading(name: string) {
  return screen.getByRole('heading', { name, level: 1 })
}

test('focus stays on the first page, moves to the heading of the next, and back to the row', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  const link = await screen.findByRole('link', { name: 'ENQ-000002' })
  expect(document.body).toHaveFocus()
  await keys.click(link)
  await waitFor(() => expect(heading('View Enquiry')).toHaveFocus())
  await keys.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'ENQ-000002' })).toHaveFocus())
})

test('the heading of a page that loads slowly has focus once it appears', async () => {
  const api = fakeApi({ enquiries: three })
  const { router } = renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Profile' })
  const slow = heldBack(ok(toPage([enquiry(2)], 1, { page: 1, limit: 1 })))
  api.answer('GET /enquiry', slow.responder)
  await router.navigate(`/enquiry/${uuid(102)}`)
  await waitFor(() => expect(heading('View Enquiry')).toHaveFocus())
  const waiting = heading('View Enquiry')
  slow.letGo()
  expect(await screen.findByText('ENQ-000002')).toBeVisible()
  await waitFor(() => expect(heading('View Enquiry')).toHaveFocus())
  expect(waiting).not.toBeInTheDocument()
})

test('focus moves to the page from a menu, and from the drawer of a phone', async () => {
  showWidth(360)
  const { keys } = renderPage('/', fakeApi({ enquiries: three }))
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  await waitFor(() => expect(heading('Profile')).toHaveFocus())
  await keys.click(screen.getByRole('button', { name: 'Open navigation' }))
  await keys.click((await screen.findAllByRole('link', { name: 'Enquiry' })).at(-1)!)
  await waitFor(() => expect(heading('Enquiries')).toHaveFocus())
})

test('filtering the list does not move focus; the 404 page gets it like any other', async () => {
  const { keys, router } = renderPage('/', fakeApi({ enquiries: three }))
  const tab = await screen.findByRole('tab', { name: 'Open 3' })
  await keys.click(tab)
  await waitFor(() => expect(window.location.search).toBe('?enquiryStatus=open'))
  expect(tab).toHaveFocus()
  await router.navigate('/404')
  await waitFor(() => expect(heading('Page not found')).toHaveFocus())
})
