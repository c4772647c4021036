import { AbilityProvider } from '@casl/react'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { abilityFor } from '#contract/accounts/abilities.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { createAppStore } from '#web/store.ts'
import { fakeApi, ok } from '#web/test/fakeApi.ts'
import { customerMessage, customerThread, noCustomerPage } from '#web/test/fakeCustomerPage.ts'
import { enquiry, tokenFor } from '#web/test/people.ts'
import { AppTheme } from '#web/theme/AppTheme.tsx'
import { CustomerLinkSection } from './CustomerLinkSection.tsx'

const link = noCustomerPage.customerLink

function show(world: Parameters<typeof fakeApi>[0] = {}, role: Role = 'agent', kind: 'contact' | 'user' = 'contact') {
  window.localStorage.setItem('accessToken', tokenFor(900))
  const api = fakeApi(world)
  const raised = enquiry(1)
  render(
    <AppTheme>
      <Provider store={createAppStore()}>
        <AbilityProvider value={abilityFor(role)}>
          <CustomerLinkSection enquiry={{ ...raised, messageCount: 3, user: { ...raised.user, kind } }} level="h3" />
        </AbilityProvider>
      </Provider>
    </AppTheme>,
  )
  return { api, keys: userEvent.setup({ delay: null }) }
}

test('people who may answer see whether the address is confirmed and what was read [D11.4]', async () => {
  show({ customerLink: { ...link, isConfirmed: false, seenSeq: 2 } })
  expect(await screen.findByText('Address not confirmed')).toBeVisible()
  expect(screen.getByText('The customer has seen 2 of 3 messages.')).toBeVisible()
})

test.each<[Role, 'contact' | 'user']>([
  ['member', 'contact'],
  ['agent', 'user'],
])('nothing is shown to a %s for an enquiry of a %s [D11.4]', (role, kind) => {
  const { api } = show({}, role, kind)
  expect(screen.queryByText('Customer’s page')).toBeNull()
  expect(api.requests).toEqual([])
})

test('the customer’s page is shown as the customer sees it, without a box [D11.4]', async () => {
  const { keys } = show({ customerThread: customerThread({ language: 'de', messages: [customerMessage(1)] }) })
  await keys.click(await screen.findByRole('button', { name: 'As the customer sees it' }))
  const dialog = await screen.findByRole('dialog', { name: 'As the customer sees it' })
  expect(await within(dialog).findByRole('heading', { name: 'Ihre Anfrage' })).toBeVisible()
  expect(within(dialog).getByText('Message 1')).toBeVisible()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

test.each([null, 4])(
  'the rating %s is shown as the customer sees it, without a way to change it [D11.7]',
  async (rating) => {
    const satisfaction = { rating, comment: '', canRate: true }
    const { keys } = show({ customerThread: customerThread({ satisfaction }) })
    await keys.click(await screen.findByRole('button', { name: 'As the customer sees it' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'As the customer sees it' }))
    const name = rating ? 'Thank you for your rating.' : 'How satisfied are you with our help?'
    const card = within(await dialog.findByRole('region', { name }))
    for (const choice of card.queryAllByRole('radio')) expect(choice).toBeDisabled()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.queryByRole('textbox')).toBeNull()
  },
)

test('a new link is shown once to pass it on, and revoked after a question [D11.4]', async () => {
  const { api, keys } = show({ customerLink: link })
  await keys.click(await screen.findByRole('button', { name: 'New link' }))
  const field = await screen.findByRole('textbox', { name: 'Customer’s link' })
  expect(field).toHaveValue(`${window.location.origin}/t#anewtokenofalink000000`)
  await keys.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Revoke link' }))
  expect(api.sent('DELETE /customer-links')).toEqual([])
  const question = await screen.findByRole('alertdialog', { name: 'Revoke the customer’s link?' })
  await keys.click(within(question).getByRole('button', { name: 'Revoke link' }))
  expect(await screen.findByText(/^No link works at the moment/)).toBeVisible()
})

test('nobody is shown a link that the server mails to the customer [D11.4]', async () => {
  const { api, keys } = show({ customerLink: link })
  api.answer('POST /customer-links', () => ok({ ...link, isUsable: true }, 'New link mailed to the customer'))
  await keys.click(await screen.findByRole('button', { name: 'New link' }))
  await waitFor(() => expect(api.sent('POST /customer-links')).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'New link' })).toBeEnabled())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
})
