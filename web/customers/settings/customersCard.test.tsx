import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HeldSubmission } from '#contract/customers/form.ts'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { noCustomers } from '#web/test/fakeCustomers.ts'
import { person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

async function openCard(world: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ user: person('owner'), ...world })
  const { keys } = renderPage('/profile', api)
  const card = within(await screen.findByRole('region', { name: 'Customers' }))
  await card.findByRole('button', { name: 'Save form' })
  return { api, keys, card }
}

const enabled = { ...noCustomers.customerForm, isEnabled: true }

test('an owner enables the form, and gets its link and the lines for the company’s website [D11.2]', async () => {
  const { api, keys, card } = await openCard()
  expect(card.queryByText(/embed\.js/)).toBeNull()
  await keys.click(card.getByRole('switch', { name: 'Accept enquiries with a form' }))
  await keys.click(card.getByRole('button', { name: 'Save form' }))
  expect(await card.findByRole('link', { name: /\/f\/blue-harbour$/ })).toBeVisible()
  expect(card.getByText(/embed\.js" data-form="blue-harbour" async/)).toBeVisible()
  expect(api.sent('PATCH /customer-form')[0]?.body).toEqual(enabled)
})

test('only owners see the form’s settings', async () => {
  renderPage('/profile', fakeApi({ user: person('agent') }))
  await screen.findByRole('heading', { name: 'Company' })
  expect(screen.queryByRole('region', { name: 'Customers' })).toBeNull()
})

test('an owner sets types, languages, websites and the privacy notice', async () => {
  const { api, keys, card } = await openCard({ customerForm: enabled })
  await keys.type(card.getByRole('combobox', { name: 'Types to choose from' }), 'Complaint{Enter}')
  await keys.type(card.getByRole('combobox', { name: 'Languages' }), 'Deut')
  await keys.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await keys.type(
    card.getByRole('combobox', { name: 'Websites that may show the form' }),
    'https://www.acme.example/{Enter}',
  )
  await keys.type(card.getByRole('textbox', { name: 'Address of your privacy notice' }), 'https://acme.example/privacy')
  await keys.click(card.getByRole('button', { name: 'Save form' }))
  await waitFor(() => {
    expect(api.sent('PATCH /customer-form')[0]?.body).toMatchObject({
      types: ['Question', 'Complaint'],
      languages: ['en', 'de'],
      origins: ['https://www.acme.example'],
      privacyUrl: 'https://acme.example/privacy',
    })
  })
})

test('an address of the form that another company has is refused by a toast and marked at its field [S8.1]', async () => {
  const api = fakeApi({ user: person('owner') })
  const message = 'Another company uses this address. Choose another one'
  api.answer('PATCH /customer-form', () => refusal(409, 'conflict', message, { errors: { slug: message } }))
  const { keys } = renderPage('/profile', api)
  const card = within(await screen.findByRole('region', { name: 'Customers' }))
  const slug = await card.findByRole('textbox', { name: 'Address of the form' })
  await keys.clear(slug)
  await keys.type(slug, 'taken')
  await keys.click(card.getByRole('button', { name: 'Save form' }))
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(slug).toBeInvalid())
  expect(slug).toHaveValue('taken')
})

test('a website with a path is refused beside its field', async () => {
  const { api, keys, card } = await openCard()
  await keys.type(
    card.getByRole('combobox', { name: 'Websites that may show the form' }),
    'https://acme.example/shop{Enter}',
  )
  await keys.click(card.getByRole('button', { name: 'Save form' }))
  expect(await card.findByText(/without anything after the host/)).toBeVisible()
  expect(api.sent('PATCH /customer-form')).toEqual([])
})

const held = (number: number): HeldSubmission => ({
  _id: uuid(700 + number),
  enquiryType: 'Question',
  summery: `Held ${number}`,
  description: 'Text',
  name: 'Mia Kunde',
  email: 'mia@kunde.example',
  heldFor: 'sender',
  createdAt: '2026-11-21T08:00:00.000Z',
})

test('an owner accepts what was held back, or deletes it', async () => {
  const { api, keys, card } = await openCard({ held: [held(1), held(2)] })
  expect(await card.findByText('2 submissions are held back')).toBeVisible()
  expect(card.getAllByText('Many enquiries came from the same network.')).toHaveLength(2)
  await keys.click(card.getByRole('button', { name: 'Accept Held 1' }))
  await waitFor(() => expect(card.queryByText('Held 1')).toBeNull())
  await keys.click(card.getByRole('button', { name: 'Delete Held 2' }))
  await waitFor(() => expect(card.queryByText(/held back/)).toBeNull())
  expect(api.sent('POST /customer-form/held/:id/accept')[0]?.params.id).toBe(held(1)._id)
  expect(api.sent('DELETE /customer-form/held/:id')[0]?.params.id).toBe(held(2)._id)
})
