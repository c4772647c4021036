import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { UndeliveredMail } from '#contract/customers/incoming.ts'
import { fakeApi, heldBack, ok, refusal, unreachable } from '#web/test/fakeApi.ts'
import { contact } from '#web/test/fakeCustomers.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const mia = contact(1, { name: 'Mia Kunde', email: 'mia@kunde.example' })
const raised = enquiry(1, { user: { _id: mia._id, name: mia.name, kind: 'contact', profilePic: null } })
const mail: UndeliveredMail = {
  _id: uuid(8001),
  fromSeq: 2,
  toSeq: 3,
  address: mia.email,
  reason: 'The mailbox is full',
}

const world: Parameters<typeof fakeApi>[0] = {
  user: person('agent', { _id: uuid(5), name: 'Hugo Desk' }),
  enquiries: [raised],
  contacts: [mia],
  messages: [message(1, 'First', 'host'), message(2, 'Question'), message(3, 'Second', 'host')],
  undelivered: [mail],
}
const desk = `/desk/${uuid(101)}`
const failure = 'Not delivered: The mailbox is full'

const bubble = async (text: string) => within((await screen.findByText(text)).closest('li')!)
const tryAgain = async () => (await bubble('Second')).findByRole('button', { name: 'Try again' })

test.each([desk, `/enquiry/${uuid(101)}`])(
  'on %s exactly the reply that was not delivered says so, and why [D11.5]',
  async (path) => {
    renderPage(path, fakeApi(world))
    expect(await (await bubble('Second')).findByText(failure)).toBeVisible()
    expect(screen.getAllByText(/^Not delivered/)).toHaveLength(1)
  },
)

test('a reply that is sent again loses its mark at once [D11.5]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(desk, api)
  const response = heldBack(ok(null, 'Email sent again'))
  api.answer('POST /undelivered-mails/:id/retry', response.responder)
  await keys.click(await tryAgain())
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
  response.letGo()
  await waitFor(() => expect(shownToasts()).toEqual(['Email sent again']))
  expect(api.sent('POST /undelivered-mails/:id/retry').map(({ params }) => params.id)).toEqual([mail._id])
})

test('a reply that could not be sent again has its mark back below a toast with the reason, and can be tried again [S8.1] [D11.5]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(desk, api)
  api.answer('POST /undelivered-mails/:id/retry', () => refusal(409, 'conflict', 'The customer wants no emails'))
  await keys.click(await tryAgain())
  const item = await bubble('Second')
  expect(await item.findByText('Not sent again')).toBeVisible()
  expect(shownToasts()).toEqual(['The customer wants no emails'])
  expect(item.getByText(failure)).toBeVisible()
  api.restore('POST /undelivered-mails/:id/retry')
  await keys.click(await tryAgain())
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
})

test('the address can be corrected from the reply [D11.5]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(desk, api)
  await keys.click(await (await bubble('Second')).findByRole('button', { name: 'Correct the address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  const field = dialog.getByRole('textbox', { name: 'Email' })
  await keys.clear(field)
  await keys.type(field, 'mia@right.example')
  await keys.click(dialog.getByRole('button', { name: 'Save customer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent('PATCH /contacts/:id')[0]?.body).toMatchObject({ email: 'mia@right.example' })
  expect(await tryAgain()).toBeVisible()
})

test('an email that comes back while the thread is open marks its reply [D11.5]', async () => {
  const { api, stream } = await live(desk, { ...world, undelivered: [] })
  await screen.findByText('Second')
  await waitFor(() => expect(api.sent('GET /undelivered-mails')).toHaveLength(1))
  api.world.undelivered = [mail]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(2) })
  expect(await screen.findByText(failure)).toBeVisible()
})

test('undelivered and held emails that could not be loaded can be loaded again, and the thread works without them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi(world)
  for (const route of ['GET /undelivered-mails', 'GET /held-mails'] as const) api.answer(route, unreachable)
  const { keys } = renderPage(desk, api)
  const alert = await screen.findByText('The undelivered emails and emails that are held back could not be loaded')
  for (const route of ['GET /undelivered-mails', 'GET /held-mails'] as const) api.restore(route)
  await keys.click(within(alert.closest<HTMLElement>('[role=status]')!).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(failure)).toBeVisible()
})

test.each([
  ['an enquiry of a colleague', { ...world, enquiries: [enquiry(1)] }, desk],
  ['a person who may not answer', { ...world, user: person('member') }, `/enquiry/${uuid(101)}`],
])('nothing about emails is fetched for %s', async (_what, given, path) => {
  const api = fakeApi(given)
  renderPage(path, api)
  await screen.findByText('Second')
  await waitFor(() => expect(api.sent('GET /enquiry/activity')).not.toEqual([]))
  expect(api.sent('GET /undelivered-mails')).toEqual([])
  expect(api.sent('GET /held-mails')).toEqual([])
})
