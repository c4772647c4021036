import { expect } from '@playwright/test'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'

test('a mention lights up the bell of the other person at once; its entry opens the note on the desk and is read [D10.7] @main', async ({
  browser,
}) => {
  const { request } = await browser.newContext()
  const owner = await registerOwner(request)
  const host = await join(request, owner, 'agent', 'Hanna Host')
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const data = { enquiryType: 'Delivery', summery: 'Two chairs are missing' }
  const { _id } = (await (await request.post('/api/enquiry', { headers, data })).json()).data

  const desk = await signIn(browser, host, { path: '/desk' })
  const theirs = await signIn(browser, owner, { path: `/desk/${_id}` })
  await expect(desk.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await theirs.getByRole('button', { name: 'Internal note' }).click()
  const note = theirs.getByRole('textbox', { name: 'Internal note' })
  await note.pressSequentially('Please call them, @han')
  await expect(theirs.getByRole('option', { name: 'Hanna Host' })).toBeInViewport({ ratio: 1 })
  await note.press('Enter')
  await expect(note).toHaveValue('Please call them, @Hanna Host ')
  await note.press('Control+Enter')
  await expect(theirs.getByRole('note').getByText('@Hanna Host')).toBeVisible()

  await desk.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const inbox = desk.getByRole('dialog', { name: 'Notifications' })
  await inbox.getByRole('link', { name: /Olivia Owner mentioned you in ENQ-000001/ }).click()
  await expect(desk).toHaveURL(`/desk/${_id}`)
  await expect(desk.getByRole('note', { name: /mentions you$/ })).toBeInViewport({ ratio: 1 })
  await expect(inbox).toHaveCount(0)
  await expect(desk.getByRole('log')).toBeFocused()
  await expect(desk.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('note')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})
