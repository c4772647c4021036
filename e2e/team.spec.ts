import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { test } from './support/journey.ts'
import { password, registerOwner, signIn } from './support/people.ts'

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

test('an invited person joins, gets another role, and is signed out at once when deactivated @main', async ({
  browser,
}) => {
  const owner = await registerOwner((await browser.newContext()).request)
  const page = await signIn(browser, owner, { path: '/profile' })
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
  const command = ['scripts/operate.mjs', 'user', 'reset-password', owner.userData.email]
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
