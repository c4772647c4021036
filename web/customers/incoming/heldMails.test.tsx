import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { contact, heldMail } from '#web/test/fakeCustomers.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const mia = contact(1)
const raised = enquiry(1, { user: { _id: mia._id, name: mia.name, kind: 'contact', profilePic: null } })
const answered = { _id: raised._id, enquiryId: raised.enquiryId, summery: raised.summery }
const held = heldMail(1, { subject: 'Re: Summary 1', excerpt: 'It is my crate, too.', enquiry: answered })
const title = 'kim@other.example answered'
const desk = `/desk/${uuid(101)}`

const world: Parameters<typeof fakeApi>[0] = {
  user: person('agent', { _id: uuid(5), name: 'Hugo Desk' }),
  enquiries: [raised],
  contacts: [mia],
  messages: [message(1)],
  heldMails: [held],
}

const card = async () => within(await screen.findByRole('region', { name: title }))

test.each([desk, `/enquiry/${uuid(101)}`])(
  'on %s a held email waits at the end of the thread that it answers, with the reason [D11.6]',
  async (path) => {
    const early = '2026-11-01T08:00:00.000Z'
    renderPage(path, fakeApi({ ...world, heldMails: [{ ...held, receivedAt: early }] }))
    const shown = await card()
    expect(shown.getByText('Re: Summary 1')).toBeVisible()
    expect(shown.getByText('It is my crate, too.')).toBeVisible()
    expect(shown.getByText(/The sender is not part of this conversation\./)).toBeVisible()
    expect(shown.getByRole('link', { name: 'Download the original' })).toHaveAttribute('href', held.originalUrl)
    const last = within(screen.getByRole('list', { name: 'Messages' }))
      .getAllByRole('listitem')
      .at(-1)
    expect(within(last!).getByRole('region', { name: title })).toBeVisible()
    expect(screen.queryByText(/November 1, 2026/)).toBeNull()
  },
)

test('a held email that is admitted becomes a message [D11.6]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(desk, api)
  const admit = (await card()).getByRole('button', { name: 'Admit to this conversation' })
  api.world.messages = [message(1), message(2, 'It is my crate, too!')]
  await keys.click(admit)
  expect(await screen.findByText('It is my crate, too!')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull())
  expect(api.sent('POST /held-mails/:id/accept')).toMatchObject([{ params: { id: held._id }, body: { as: 'message' } }])
})

test('a held email of which a new enquiry is made leads to it [D11.6]', async () => {
  const { keys } = renderPage(desk, fakeApi(world))
  await keys.click((await card()).getByRole('button', { name: 'Make a new enquiry' }))
  await keys.click(await screen.findByRole('link', { name: 'Open enquiry' }))
  expect(address()).toBe(`/desk/${uuid(300)}`)
})

test('a held email is deleted after a question [D11.6]', async () => {
  const api = fakeApi(world)
  const { keys } = renderPage(desk, api)
  await keys.click((await card()).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this email?' })
  await keys.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(api.sent('DELETE /held-mails/:id')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await keys.click((await card()).getByRole('button', { name: 'Delete' }))
  await keys.click(await screen.findByRole('button', { name: 'Delete email' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull())
  expect(api.sent('DELETE /held-mails/:id')).toHaveLength(1)
})

test('a held email that cannot be accepted is marked below a toast with the reason, and stays [S8.1] [D11.6]', async () => {
  const api = fakeApi(world)
  const message409 = 'This email cannot be read. Download the original'
  api.answer('POST /held-mails/:id/accept', () => refusal(409, 'conflict', message409))
  const { keys } = renderPage(desk, api)
  await keys.click((await card()).getByRole('button', { name: 'Admit to this conversation' }))
  expect(await (await card()).findByText('Not accepted')).toBeVisible()
  expect(shownToasts()).toEqual([message409])
  expect((await card()).getByRole('button', { name: 'Admit to this conversation' })).toBeEnabled()
})

test('an email that names no sender can only be read and deleted [D11.6]', async () => {
  renderPage(desk, fakeApi({ ...world, heldMails: [{ ...held, address: '', name: '', reason: 'failed' }] }))
  const shown = within(await screen.findByRole('region', { name: 'An unknown sender answered' }))
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Delete'])
})

test('a long excerpt is cut, and shown whole on request [D11.6]', async () => {
  const { keys } = renderPage(desk, fakeApi({ ...world, heldMails: [{ ...held, excerpt: 'Crate '.repeat(100) }] }))
  const more = (await card()).getByRole('button', { name: 'Show more' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  await keys.click(more)
  expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(more).toHaveAccessibleName('Show less')
})

test('an email that is held while the thread is open appears [D11.6]', async () => {
  const { api, stream } = await live(desk, { ...world, heldMails: [] })
  await screen.findByText('Message 1')
  await waitFor(() => expect(api.sent('GET /held-mails')).toHaveLength(1))
  api.world.heldMails = [held]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(2) })
  expect(await card()).toBeDefined()
})

test('an owner accepts held emails in the profile, those that answer nothing as enquiries [D11.6]', async () => {
  const api = fakeApi({ user: person('owner'), heldMails: [held, heldMail(2, { address: 'lee@other.example' })] })
  const { keys } = renderPage('/profile', api)
  const customers = within(await screen.findByRole('region', { name: 'Customers' }))
  expect(await customers.findByText('2 emails are held back')).toBeVisible()
  expect((await card()).getByRole('link', { name: 'ENQ-000001 · Summary 1' })).toHaveAttribute('href', desk)
  const other = within(customers.getByRole('region', { name: 'lee@other.example wrote' }))
  await keys.click(other.getByRole('button', { name: 'Accept' }))
  expect(await customers.findByRole('link', { name: 'Open enquiry' })).toHaveAttribute('href', `/desk/${uuid(300)}`)
  expect(await customers.findByText('1 email is held back')).toBeVisible()
  expect(api.sent('POST /held-mails/:id/accept')[0]?.body).toEqual({ as: 'enquiry' })
})

test('an email that is held while the profile is open appears there [D11.6]', async () => {
  const { api, stream } = await live('/profile', { user: person('owner') })
  await waitFor(() => expect(api.sent('GET /held-mails')).toHaveLength(1))
  api.world.heldMails = [heldMail(2)]
  stream.tell('change', { no: 6, subject: 'company', id: uuid(2), by: uuid(2) })
  expect(await screen.findByText('1 email is held back')).toBeVisible()
})
