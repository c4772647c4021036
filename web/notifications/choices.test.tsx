import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { usualChoices } from '#contract/notifications.ts'
import { pageSettings } from '#web/components/pageSettings.ts'
import { fakeApi, heldBack, ok, refusal } from '#web/test/fakeApi.ts'
import { person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => Promise.all([import('./NotificationPanel.tsx'), import('./NotificationChoicesDialog.tsx')]), 60_000)

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Notification settings' }))

test('each person chooses what to be notified of and how; a choice is saved at once, and restored if that fails [D10.7]', async () => {
  vi.spyOn(pageSettings, 'sendsMail', 'get').mockReturnValue(true)
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  await keys.click(await screen.findByRole('button', { name: 'Notifications' }))
  await keys.click(await screen.findByRole('button', { name: 'Notification settings' }))
  const settings = await dialog()
  const mail = await settings.findByRole('checkbox', { name: 'Replies: by email' })
  expect(settings.getAllByRole('row')).toHaveLength(4)
  expect(mail).not.toBeChecked()
  await keys.click(mail)
  await waitFor(() => expect(shownToasts()).toEqual(['Notifications saved']))
  expect(api.world.choices).toEqual({ ...usualChoices, reply: { inbox: true, mail: true } })
  api.answer('PATCH /notification/choices', () => refusal(500, 'internal', 'Something went wrong'))
  const inProduct = settings.getByRole('checkbox', { name: 'Mentions: in the product' })
  await keys.click(inProduct)
  await waitFor(() => expect(shownToasts()).toContain('Something went wrong'))
  expect(inProduct).toBeChecked()
})

test('two quick choices both hold, each request has only its change, and the page shows what the server has', async () => {
  vi.spyOn(pageSettings, 'sendsMail', 'get').mockReturnValue(true)
  const api = fakeApi()
  const { keys } = renderPage('/?notifications=choices', api)
  const settings = await dialog()
  const choice = (name: string) => settings.getByRole('checkbox', { name })
  await settings.findByRole('checkbox', { name: 'Replies: by email' })
  const first = heldBack(ok({ ...usualChoices, reply: { inbox: true, mail: true } }))
  api.answer('PATCH /notification/choices', first.responder)
  await keys.click(choice('Replies: by email'))
  await keys.click(choice('Mentions: by email'))
  expect(api.sent('PATCH /notification/choices').map(({ body }) => body)).toEqual([{ reply: { mail: true } }])
  // Meanwhile, another tab has changed a third one.
  api.world.choices = { ...usualChoices, assignment: { inbox: false, mail: false }, reply: { inbox: true, mail: true } }
  api.restore('PATCH /notification/choices')
  first.letGo()
  await waitFor(() => expect(choice('Assignments: in the product')).not.toBeChecked())
  expect(choice('Replies: by email')).toBeChecked()
  expect(choice('Mentions: by email')).not.toBeChecked()
  expect(api.sent('PATCH /notification/choices').at(-1)?.body).toEqual({ mention: { mail: false } })
})

test('a link in a mail opens the settings on the page it leads to, once; without mail they say why it cannot be chosen', async () => {
  const { keys } = renderPage('/?enquiryStatus=open&notifications=choices', fakeApi())
  const settings = await dialog()
  expect(await settings.findByRole('checkbox', { name: 'Mentions: by email' })).toBeDisabled()
  expect(settings.getByText(/This server does not send email yet/)).toBeVisible()
  await waitFor(() => expect(address()).toBe('/?enquiryStatus=open'))
  await keys.click(settings.getByRole('link', { name: 'Set up email' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Email' })).toHaveFocus())
})

test('people who may not answer choose about replies only, and open the settings from their profile', async () => {
  const { keys } = renderPage('/profile', fakeApi({ user: person('member') }))
  await keys.click(await screen.findByRole('link', { name: 'Notification settings' }))
  const settings = await dialog()
  await settings.findByRole('checkbox', { name: 'Replies: in the product' })
  expect(settings.getAllByRole('row')).toHaveLength(2)
  expect(settings.getByText(/An owner can set it up/)).toBeVisible()
})
