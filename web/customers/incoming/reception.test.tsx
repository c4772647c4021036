import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { noCustomers } from '#web/test/fakeCustomers.ts'
import { enquiry, person } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

const since = '2026-11-21T14:32:00.000Z'
const failing = { since, reason: 'The mail server cannot be reached' }

const banner = () => screen.findByRole('region', { name: 'Emails from customers' })

test('owners read on every page that emails cannot be received, since when and why [D11.6]', async () => {
  const mailReception = { address: null, failing }
  const { router } = renderPage('/', fakeApi({ user: person('owner'), mailReception }))
  const when = new Date(since).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const text = `Emails from customers have not been received since ${when}: The mail server cannot be reached.`
  expect(within(await banner()).getByText(text)).toBeVisible()
  await router.navigate('/profile')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(await banner()).toBeVisible()
})

test('the list is shown before the page asks how emails are received [D11.6]', async () => {
  const api = fakeApi({ user: person('owner'), enquiries: [enquiry(1)] })
  renderPage('/', api)
  await waitFor(() => expect(api.sent('GET /mail-reception')).toHaveLength(1))
  const routes = api.requests.map(({ route }) => route)
  expect(routes.indexOf('GET /mail-reception')).toBeGreaterThan(routes.indexOf('GET /enquiry'))
  expect(screen.queryByRole('region', { name: 'Emails from customers' })).toBeNull()
})

test('every five minutes the page asks again, and the banner leaves once emails are received [D11.6]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = fakeApi({ user: person('owner'), mailReception: { address: null, failing } })
  renderPage('/', api)
  await banner()
  api.world.mailReception = { address: null, failing: null }
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Emails from customers' })).toBeNull())
})

test.each(['agent', 'member', 'viewer'] as const)('the page of a %s asks nothing about it', async (role) => {
  const api = fakeApi({ user: person(role), mailReception: { address: null, failing } })
  renderPage('/', api)
  await screen.findByRole('heading', { name: 'Enquiries' })
  // The other parts that are fetched once the browser is idle.
  await waitFor(() => expect(document.querySelector('[aria-label="Keyboard shortcuts"]')).not.toBeNull())
  expect(api.sent('GET /mail-reception')).toEqual([])
})

test('the settings of the form show the address for emails, and which type they get [D11.6]', async () => {
  const mailReception = { address: 'support+blue-harbour@desk.example', failing: null }
  const customerForm = { ...noCustomers.customerForm, isEnabled: true, types: ['Question', 'Complaint'] }
  renderPage('/profile', fakeApi({ user: person('owner'), mailReception, customerForm }))
  const card = within(await screen.findByRole('region', { name: 'Customers' }))
  expect(await card.findByText('support+blue-harbour@desk.example')).toBeVisible()
  expect(card.getByText('Such an enquiry has the first of the types below: Question.')).toBeVisible()
})
