import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UnownedMail } from '#contract/operator.ts'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { operator } from '#web/test/operator/fakeOperator.ts'
import { uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

function mail(number: number, address: string): UnownedMail {
  return {
    _id: uuid(number),
    receivedAt: '2026-11-21T09:00:00.000Z',
    recipients: ['support@desk.example'],
    address,
    name: 'Kim Kunde',
    subject: 'For whom?',
    excerpt: 'My crate is broken.',
    reason: 'No recipient names a company',
  }
}

const mailFrom = (address: string) => within(screen.getByRole('region', { name: `${address} wrote` }))

test('an operator gives an email for no company to the company that it is for, or deletes it [D11.6] [D13.5]', async () => {
  const unownedMails = [mail(1, 'kim@kunde.example'), mail(2, 'spam@evil.example')]
  const api = fakeApi({ user: operator, unownedMails })
  const { keys } = renderPage('/operator', api)
  const heading = await screen.findByRole('heading', { name: 'Emails for no company (2)' })
  expect(mailFrom('kim@kunde.example').getByText('My crate is broken.')).toBeVisible()
  await keys.type(mailFrom('kim@kunde.example').getByLabelText('Company'), 'acme{Enter}')
  await waitFor(() => expect(heading).toHaveTextContent('(1)'))
  expect(heading).toHaveFocus()
  expect(api.sent('POST /operator/mails/:id/place')).toMatchObject([
    { params: { id: uuid(1) }, body: { company: 'acme' } },
  ])
  await keys.click(mailFrom('spam@evil.example').getByRole('button', { name: 'Delete' }))
  await keys.click(await screen.findByRole('button', { name: 'Delete email' }))
  await waitFor(() => expect(heading).not.toBeInTheDocument())
})

test('once an email is deleted, its dialog closes, even if the list cannot be loaded again [D13.5]', async () => {
  const api = fakeApi({ user: operator, unownedMails: [mail(1, 'spam@evil.example')] })
  const { keys } = renderPage('/operator', api)
  await keys.click(await screen.findByRole('button', { name: 'Delete' }))
  api.answer('GET /operator/mails', () => refusal(503, 'unavailable', 'Try again later'))
  await keys.click(await screen.findByRole('button', { name: 'Delete email' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('heading', { name: /^Emails for no company/ })).toHaveFocus()
})

test('a company that does not exist marks the field, and the email stays [S8.1] [D13.5]', async () => {
  const api = fakeApi({ user: operator, unownedMails: [mail(1, 'kim@kunde.example')] })
  api.answer('POST /operator/mails/:id/place', () => refusal(409, 'conflict', 'No company has this address'))
  const { keys } = renderPage('/operator', api)
  await keys.type(await screen.findByLabelText('Company'), 'nobody{Enter}')
  await screen.findByText('No company has this address')
  expect(screen.getByLabelText('Company')).toBeInvalid()
})
