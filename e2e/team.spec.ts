import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { examine, screenSizes } from './support/examine.ts'
import { test } from './support/journey.ts'
import { join, password, registerOwner, signIn } from './support/people.ts'

function team(page: Page) {
  return page.getByRole('region', { name: 'Team' })
}

/** Invites a person on the profile page, and returns the invitation link. */
async function invite(page: Page, email: string, role: string) {
  await team(page).getByRole('button', { name: 'Invite someone' }).click()
  const form = page.getByRole('dialog', { name: 'Invite someone' })
  await form.getByLabel('Email address').fill(email)
  await form.getByRole('radio', { name: role }).check()
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  const created = page.getByRole('dialog', { name: `Invitation for ${email}` })
  const link = await created.getByLabel('Invitation link').inputValue()
  await created.getByRole('button', { name: 'Done' }).click()
  return link
}

test('an invited person joins, gets another role, and is signed out at once when deactivated', async ({ browser }) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner)
  await page.goto('/profile')
  const link = await invite(page, `${randomUUID()}@acme.test`, 'Viewer')

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Join Acme Tools Ltd' })).toBeVisible()
  await guest.getByLabel('Your name').fill('Nora New')
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Add Enquiry' })).toBeHidden()

  await team(page).getByRole('combobox', { name: 'Role of Nora New: Viewer' }).click()
  await page.getByRole('option', { name: 'Member' }).click()
  await expect(guest.getByRole('link', { name: 'Add Enquiry' }).first()).toBeVisible()

  await team(page).getByRole('button', { name: 'Deactivate Nora New' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(guest).toHaveURL('/login')
  await expect(team(page).getByRole('button', { name: 'Reactivate Nora New' })).toBeVisible()

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(late.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible()
})

test('a person who forgot the password gets a link from the operator, and signs in with a new password', async ({
  page,
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByText('This server does not send email.')).toBeVisible()

  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }
  const command = ['scripts/user.mjs', 'reset-password', owner.userData.email]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  const path = /\/reset\?token=\S+/.exec(stdout)![0]
  await page.goto(path)
  await page.getByLabel('New password', { exact: true }).fill('a completely new one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email address').fill(owner.userData.email)
  await page.getByLabel('Password', { exact: true }).fill('a completely new one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiries', exact: true })).toBeVisible()
})

for (const size of screenSizes) {
  const name = `${size.viewport.width} px wide`

  test(`team, invitations and forgotten passwords meet WCAG 2.2 AA, ${name} [S2.9]`, async ({ browser }) => {
    const api = (await browser.newContext()).request
    const owner = await registerOwner(api, 'Olivia Wilhelmina van der Bergen-Featherstonehaugh')
    await join(api, owner, 'agent', 'Aggie Agent')
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const invited = await api.post('/api/invitations', {
      headers,
      data: { email: `${randomUUID()}@a-rather-long-name-of-a-host.acme.test`, role: 'viewer' },
    })
    const { _id, invitation } = (await invited.json()).data

    const page = await signIn(browser, owner, size)
    await page.goto('/profile')
    await team(page).getByText('Aggie Agent').waitFor()
    await team(page).scrollIntoViewIfNeeded()
    await examine(page, 'team')
    await team(page).getByRole('button', { name: 'Invite someone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('email is a required field').waitFor()
    await examine(page, 'invite, with an error')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await team(page)
      .getByRole('button', { name: /^Show the link/ })
      .click()
    await page.getByLabel('Invitation link').waitFor()
    await examine(page, 'invitation link')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await team(page).getByRole('button', { name: 'Deactivate Aggie Agent' }).click()
    await page.getByRole('alertdialog').waitFor()
    await examine(page, 'deactivate')

    const guest = await (await browser.newContext(size)).newPage()
    await guest.goto(`/register?invitation=${invitation}`)
    await guest.getByLabel('Your name').waitFor()
    await examine(guest, 'join')
    await api.delete(`/api/invitations/${_id}`, { headers })
    await guest.reload()
    await guest.getByRole('heading', { name: 'This invitation was withdrawn' }).waitFor()
    await examine(guest, 'withdrawn')
    await guest.goto('/forgot')
    await guest.getByText('This server does not send email.').waitFor()
    await examine(guest, 'forgot')
    await guest.goto('/reset?token=nobody.made.it')
    await guest.getByLabel('New password', { exact: true }).waitFor()
    await examine(guest, 'reset')
  })
}
