import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { contact } from '#web/test/fakeCustomers.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

beforeEach(showWholeLists)

const mia = contact(1, { name: 'Mia Kunde', email: 'mia@kunde.example' })
const raised = enquiry(1, { user: { _id: mia._id, name: mia.name, kind: 'contact', profilePic: null } })

function world(changes: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({ user: person('agent'), enquiries: [raised], contacts: [mia, contact(2)], ...changes })
}

async function openDialog(api = world()) {
  const { keys } = renderPage(`/desk/${uuid(101)}`, api)
  await keys.click(await screen.findByRole('button', { name: 'Edit customer' }))
  return { api, keys, dialog: within(await screen.findByRole('dialog', { name: 'Edit customer' })) }
}

test('the desk shows the address of the customer who raised the enquiry [D11.1]', async () => {
  renderPage(`/desk/${uuid(101)}`, world())
  expect(await screen.findByText('mia@kunde.example')).toBeVisible()
  expect(screen.getByText('Mia Kunde (customer)')).toBeVisible()
})

test('the desk shows nothing about customers beside an enquiry of a colleague', async () => {
  const api = world({ enquiries: [enquiry(1)] })
  renderPage(`/desk/${uuid(101)}`, api)
  await screen.findByRole('heading', { name: 'Details' })
  expect(await screen.findByText('Raised by')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Customer' })).toBeNull()
})

test('an agent corrects the address, and the desk shows the new one', async () => {
  const { api, keys, dialog } = await openDialog()
  const field = dialog.getByRole('textbox', { name: 'Email' })
  await keys.clear(field)
  await keys.type(field, 'mia@right.example')
  await keys.click(dialog.getByRole('button', { name: 'Save customer' }))
  expect(await screen.findByText('mia@right.example')).toBeVisible()
  expect(api.sent('PATCH /contacts/:id')[0]?.body).toMatchObject({ name: 'Mia Kunde', email: 'mia@right.example' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an address that another customer has is refused by a toast, marked at its field, and stays typed [S8.1]', async () => {
  const api = world()
  const message = 'Another contact has this address. Merge the two instead'
  api.answer('PATCH /contacts/:id', () => refusal(409, 'conflict', message, { errors: { email: message } }))
  const { keys, dialog } = await openDialog(api)
  const field = dialog.getByRole('textbox', { name: 'Email' })
  await keys.clear(field)
  await keys.type(field, 'customer-2@kunde.example')
  await keys.click(dialog.getByRole('button', { name: 'Save customer' }))
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveValue('customer-2@kunde.example')
})

test('an agent merges the customer into another, after reading what happens', async () => {
  const { api, keys, dialog } = await openDialog()
  await keys.type(dialog.getByRole('combobox', { name: 'Find a customer to merge into' }), 'Customer 2')
  await keys.click(await screen.findByRole('option', { name: 'Customer 2 <customer-2@kunde.example>' }))
  expect(dialog.getByText(/All enquiries of Mia Kunde will be shown as those of Customer 2/)).toBeVisible()
  await keys.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => {
    expect(api.sent('POST /contacts/merge')[0]?.body).toEqual({ contact: mia._id, into: contact(2)._id })
  })
})

test('the dialog shows other records of the customer and what colleagues have changed', async () => {
  const by = { _id: uuid(5), name: 'Hugo Desk', kind: 'user' as const, profilePic: null }
  const createdAt = '2026-11-21T08:00:00.000Z'
  const changed = contact(1, {
    name: 'Mia Kunde',
    merged: [{ _id: uuid(7), name: 'M. Kunde', email: 'm@old.example' }],
    history: [
      {
        _id: uuid(801),
        action: 'merged',
        by,
        createdAt,
        changes: { merged: [null, 'M. Kunde <m@old.example>'] as [null, string] },
      },
      { _id: uuid(802), action: 'changed', by, createdAt, changes: { name: ['Mia', 'Mia Kunde'] as [string, string] } },
    ],
  })
  const { dialog } = await openDialog(world({ contacts: [changed] }))
  expect(dialog.getByText('M. Kunde <m@old.example>')).toBeVisible()
  expect(dialog.getByText(/merged M. Kunde <m@old.example> into this customer/)).toBeVisible()
  expect(dialog.getByText(/changed the name from Mia to Mia Kunde/)).toBeVisible()
  expect(dialog.getByText(/First seen .*, last seen .* Address confirmed\./)).toBeVisible()
})

test('the list marks an enquiry of a customer', async () => {
  renderPage('/', world({ enquiries: [raised, enquiry(2)] }))
  expect(await screen.findAllByText('Customer')).toHaveLength(1)
})

test('the filter by requester finds customers by their address', async () => {
  const api = world()
  api.answer('GET /enquiry/raisers', ({ params }) => ({
    status: 200,
    body: {
      data: params.search
        ? [{ _id: mia._id, name: mia.name, kind: 'contact', email: mia.email }]
        : [{ _id: uuid(5), name: 'Hugo Desk', kind: 'user', email: null }],
    },
  }))
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('button', { name: 'Filters' }))
  await keys.type(await screen.findByRole('combobox', { name: 'Raised by' }), 'mia@')
  await keys.click(await screen.findByRole('option', { name: /mia@kunde\.example/ }))
  await waitFor(() => expect(window.location.search).toContain(`raisedBy=${mia._id}`))
})
