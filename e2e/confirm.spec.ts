import { type BrowserContext, expect } from '@playwright/test'
import type { CompanyChoice } from '#contract/accounts.ts'
import type { EmailLinkState } from '#contract/emailLinks.ts'
import { examine, screenSizes } from './support/examine.ts'
import { test } from './support/journey.ts'
import { fillSignIn, registerOwner, signIn } from './support/people.ts'

// The server of the journeys sends no mail, so it creates no such links and requires no confirmed address.
const link: EmailLinkState = {
  kind: 'confirm',
  state: 'open',
  email: 'olivia_wilhelmina_van_der_bergen_featherstonehaugh@a-rather-long-name-of-a-host.acme.test',
  name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
  companyName: 'Acme Tools Ltd',
}

const states: [Partial<EmailLinkState>, heading: string][] = [
  [{}, 'Confirm your email address'],
  [{ state: 'done' }, 'Your email address is confirmed'],
  [{ state: 'expired' }, 'This link has expired'],
  [{ state: 'claimed' }, 'This address belongs to another account'],
  [{ kind: 'revert' }, 'Restore your old email address'],
  [{ kind: 'revert', state: 'done' }, 'Your old email address is restored'],
]

function respond(context: BrowserContext, path: string, status: number, json: object) {
  return context.route(`**/api${path}`, (route) => route.fulfill({ status, json: { message: '', ...json } }))
}

for (const size of screenSizes) {
  const name = `${size.viewport.width} px wide`

  test(`the page that links in mails open meets WCAG 2.2 AA, ${name}`, async ({ browser }) => {
    const context = await browser.newContext(size)
    const page = await context.newPage()
    for (const [changes, heading] of states) {
      await context.unrouteAll()
      await respond(context, '/auth/email-links/state', 200, { data: { ...link, ...changes } })
      await page.goto('/email?token=a.b.c')
      await expect(page.getByRole('heading', { name: heading })).toBeFocused()
      await examine(page, `${heading}, ${changes.kind ?? 'confirm'}`)
    }
    await context.unrouteAll()
    await respond(context, '/auth/email-links/state', 404, { code: 'not-found', message: 'Link not found' })
    await page.reload()
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    await examine(page, 'unknown link')
    await context.unrouteAll()
    await context.route('**/api/auth/email-links/state', (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: 'The link could not be checked' }).waitFor()
    await examine(page, 'link not checked')
  })

  test(`the confirmation banner and the password dialog meet WCAG 2.2 AA, ${name}`, async ({ browser }) => {
    const owner = await registerOwner((await browser.newContext()).request)
    const page = await signIn(browser, owner, size)
    const unconfirmed = { ...owner.userData, email: link.email, mustConfirmEmail: true }
    await respond(page.context(), '/auth/profile', 200, { data: unconfirmed })
    for (const [path, heading] of [
      ['/', 'Enquiries'],
      ['/desk', 'Desk'],
      ['/profile', 'Profile'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
      await page.getByRole('region', { name: 'Email confirmation' }).waitFor()
      await expect(page.getByRole('main').locator('.MuiSkeleton-root')).toHaveCount(0)
      await examine(page, `${path}, with the banner`)
      const isTallerThanWindow = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
      if (path === '/desk') expect(isTallerThanWindow).toBe(false)
    }
    await respond(page.context(), '/users', 403, { code: 'password-required', message: 'Enter your password first' })
    const message = 'The password is wrong'
    const wrong = { code: 'invalid', message, errors: { password: message } }
    await respond(page.context(), '/auth/reauthenticate', 400, wrong)
    await page.getByLabel('Name', { exact: true }).fill('Olivia')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter your password to continue' })
    await dialog.waitFor()
    await examine(page, 'password dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText(message).waitFor()
    await examine(page, 'password dialog, wrong password')
  })

  test(`the choice of companies at sign-in meets WCAG 2.2 AA, ${name}`, async ({ browser }) => {
    const owner = await registerOwner((await browser.newContext()).request)
    const context = await browser.newContext(size)
    const page = await context.newPage()
    const data: CompanyChoice = [
      owner.userData.company,
      { _id: owner.userData._id, companyName: 'Donaudampfschifffahrtsgesellschaft & Söhne' },
    ].map(({ _id, companyName }) => ({ _id, companyName }))
    await respond(context, '/auth/login', 409, { code: 'choose-company', message: 'Choose a company', data })
    await page.goto('/login')
    await fillSignIn(page, owner)
    await expect(page.getByRole('radio', { name: 'Acme Tools Ltd' })).toBeFocused()
    await examine(page, 'choice of companies')
  })
}
