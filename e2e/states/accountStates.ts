import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { respond } from '#e2e/support/interception.ts'
import { failed, loading, open, screen, type State, type Visit } from './state.ts'

const sessions = /\/api\/auth\/sessions/

function team(page: Page) {
  return page.getByRole('region', { name: 'Team' })
}

async function openTeam(visit: Visit) {
  await open(visit, '/profile')
  await team(visit.page).getByText('Hanna Host').waitFor()
  await team(visit.page).scrollIntoViewIfNeeded()
}

function withBanner(path: string, heading: string): State {
  return [
    `${path}, with the banner`,
    async ({ page, company: { owner } }) => {
      await page.context().unrouteAll()
      const email = 'olivia_wilhelmina_van_der_bergen@a-rather-long-name-of-a-host.acme.test'
      const data = { ...owner.userData, email, mustConfirmEmail: true }
      await respond(page.context(), '/auth/profile', 200, { data })
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
      await page.getByRole('region', { name: 'Email confirmation' }).waitFor()
      await expect(page.getByRole('main').locator('.MuiSkeleton-root, .skeleton')).toHaveCount(0)
      const isTallerThanWindow = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
      if (path === '/desk') expect(isTallerThanWindow).toBe(false)
    },
  ]
}

const wrongPassword = 'The password is wrong'

export const accountStates: State[] = [
  screen('profile', '/profile', (page) => page.getByRole('heading', { name: 'Profile' })),
  [
    'types of an industry',
    async (visit) => {
      await open(visit, '/profile')
      await visit.page.getByRole('button', { name: 'Add the usual types of an industry' }).click()
      await visit.page.getByRole('menu', { name: 'Industries' }).waitFor()
    },
  ],
  screen('notification settings', '/profile?notifications=choices', (page) =>
    page.getByRole('checkbox', { name: 'Replies: in the product' }),
  ),
  loading('sessions', sessions, '/profile'),
  failed('sessions', sessions, '/profile'),
  [
    'team with an invitation',
    async (visit) => {
      const email = `${randomUUID()}@a-rather-long-name-of-a-host.acme.test`
      await visit.company.send(visit.company.owner, 'invitations', { email, role: 'viewer' })
      await openTeam(visit)
    },
  ],
  [
    'invitation link',
    async ({ page }) => {
      await team(page)
        .getByRole('button', { name: /^New link/ })
        .click()
      await page.getByLabel('Invitation link').waitFor()
    },
  ],
  [
    'invitation with an error',
    async (visit) => {
      await openTeam(visit)
      await team(visit.page).getByRole('button', { name: 'Invite someone' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
      await visit.page.getByText('email is a required field').waitFor()
    },
  ],
  [
    'reset link',
    async (visit) => {
      await openTeam(visit)
      await team(visit.page).getByRole('button', { name: 'Reset link for Hanna Host' }).click()
      await visit.page.getByRole('dialog').getByLabel('Reset link').waitFor()
    },
  ],
  [
    'deactivation',
    async (visit) => {
      await openTeam(visit)
      await team(visit.page).getByRole('button', { name: 'Deactivate Hanna Host' }).click()
      await visit.page.getByRole('alertdialog').waitFor()
    },
  ],
  withBanner('/', 'Enquiries'),
  withBanner('/desk', 'Desk'),
  withBanner('/profile', 'Profile'),
  [
    'password dialog',
    async ({ page }) => {
      const required = { code: 'password-required', message: 'Enter your password first' }
      await respond(page.context(), '/users', 403, required)
      const wrong = { code: 'invalid', message: wrongPassword, errors: { password: wrongPassword } }
      await respond(page.context(), '/auth/reauthenticate', 400, wrong)
      await page.getByLabel('Name', { exact: true }).fill('Olivia')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByRole('dialog', { name: 'Enter your password to continue' }).waitFor()
    },
  ],
  [
    'password dialog, wrong password',
    async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Enter your password to continue' })
      await dialog.getByLabel('Password', { exact: true }).fill('wrong')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await page.getByText(wrongPassword).first().waitFor()
    },
  ],
]
