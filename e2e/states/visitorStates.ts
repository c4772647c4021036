import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { CompanyChoice } from '#contract/accounts.ts'
import type { CustomerThread, ExpiredLink } from '#contract/customers/thread.ts'
import type { EmailLinkState } from '#contract/emailLinks.ts'
import { respond } from '#e2e/support/interception.ts'
import { fillSignIn } from '#e2e/support/people.ts'
import { open, screen, type State, type Visit } from './state.ts'

// The server of the journeys sends no mail, so it creates no such links.
const link: EmailLinkState = {
  kind: 'confirm',
  state: 'open',
  email: 'olivia_wilhelmina_van_der_bergen_featherstonehaugh@a-rather-long-name-of-a-host.acme.test',
  name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
  companyName: 'Acme Tools Ltd',
  replacesPassword: false,
}

const linkStates: [Partial<EmailLinkState>, heading: string][] = [
  [{}, 'Confirm your email address'],
  [{ state: 'done', replacesPassword: true }, 'Your email address is confirmed'],
  [{ state: 'expired' }, 'This link has expired'],
  [{ state: 'claimed' }, 'This address belongs to another account'],
  [{ kind: 'revert' }, 'Restore your old email address'],
  [{ kind: 'revert', state: 'done', replacesPassword: true }, 'Your old email address is restored'],
]

function emailLink([changes, heading]: (typeof linkStates)[number]): State {
  return [
    `email link: ${heading}`,
    async ({ page }) => {
      await page.context().unrouteAll()
      await respond(page.context(), '/auth/email-links/state', 200, { data: { ...link, ...changes } })
      await page.goto('/email?token=a.b.c')
      await expect(page.getByRole('heading', { name: heading })).toBeFocused()
    },
  ]
}

const shownCompany = { companyName: 'Donaudampfschifffahrtsgesellschaft & Söhne', logo: null }

/** The page of a customer, whose enquiry has been answered. */
export const customerThread: CustomerThread = {
  key: 'thread',
  enquiryId: 'ENQ-000012',
  enquiryType: 'Question',
  summery: 'Where is my lamp?',
  description: 'I ordered it a week ago: https://lamps.acme.test/orders/a-rather-long-number-of-an-order-12345',
  documents: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  status: 'closed',
  canReopen: true,
  canReply: true,
  name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
  language: 'en',
  company: shownCompany,
  satisfaction: null,
  messages: [1, 2].map((seq) => ({
    seq,
    side: seq === 1 ? 'customer' : 'host',
    isOwn: seq === 1,
    name: 'Olivia Wilhelmina van der Bergen-Featherstonehaugh',
    createdAt: `2026-11-21T08:0${seq}:00.000Z`,
    message: `Message ${seq}`,
    files: [],
  })),
  hasEarlier: true,
}

const expiredLink: ExpiredLink = { address: 'm•••@k•••.example', canMail: true, language: 'en', company: shownCompany }

export function customerPage(name: string, status: number, json: object, shown: string): State {
  return [
    `customer: ${name}`,
    async ({ page }) => {
      await page.context().unrouteAll()
      await respond(page.context(), '/customer/thread', status, json)
      // The address differs at most in its fragment, with which a browser does not load the page again.
      await page.goto('about:blank')
      await page.goto('/t#thetokenofalink0000000')
      await page.getByRole('heading', { name: shown }).waitFor()
    },
  ]
}

async function invite({ company }: Visit) {
  const email = `${randomUUID()}@a-rather-long-name-of-a-host.acme.test`
  return company.send(company.owner, 'invitations', { email, role: 'viewer' })
}

export const visitorStates: State[] = [
  screen('/login', '/login', (page) => page.getByRole('heading', { name: 'Sign in' })),
  screen('/register', '/register', (page) => page.getByRole('heading', { name: 'Sign up' })),
  [
    'sign-up with errors',
    async (visit) => {
      await open(visit, '/register')
      await visit.page.getByRole('button', { name: 'Create account' }).click()
      await visit.page.getByText('name is a required field').first().waitFor()
    },
  ],
  screen('/404', '/404', (page) => page.getByRole('heading', { name: 'Page not found' })),
  [
    'choice of companies',
    async ({ page, company }) => {
      const { _id, companyName } = company.owner.userData.company
      const other = { _id: company.owner.userData._id, companyName: 'Donaudampfschifffahrtsgesellschaft & Söhne' }
      const data: CompanyChoice = [{ _id, companyName }, other]
      await respond(page.context(), '/auth/login', 409, { code: 'choose-company', message: 'Choose a company', data })
      await page.goto('/login')
      await fillSignIn(page, company.owner)
      await expect(page.getByRole('radio', { name: companyName })).toBeFocused()
    },
  ],
  [
    'join',
    async (visit) => {
      await open(visit, `/register?invitation=${(await invite(visit)).invitation}`)
      await visit.page.getByLabel('Your name').waitFor()
    },
  ],
  screen('withdrawn invitation', '/register?invitation=nobody.made.it', (page) =>
    page.getByRole('heading', { name: /^This invitation/ }),
  ),
  screen('forgotten password', '/forgot', (page) => page.getByText('This server does not send email.')),
  screen('new password', '/reset?token=nobody.made.it', (page) => page.getByLabel('New password', { exact: true })),
  ...linkStates.map(emailLink),
  [
    'email link that is not valid',
    async ({ page }) => {
      await page.context().unrouteAll()
      await respond(page.context(), '/auth/email-links/state', 404, { code: 'not-found', message: 'Link not found' })
      await page.goto('/email?token=a.b.c')
      await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    },
  ],
  [
    'email link that could not be checked',
    async ({ page }) => {
      await page.context().unrouteAll()
      await page.context().route('**/api/auth/email-links/state', (route) => route.abort())
      await page.goto('/email?token=a.b.c')
      await page.getByRole('heading', { name: 'The link could not be checked' }).waitFor()
    },
  ],
  customerPage('answered', 200, { data: customerThread }, 'Where is my lamp?'),
  customerPage('in Arabic', 200, { data: { ...customerThread, language: 'ar' } }, 'Where is my lamp?'),
  customerPage(
    'expired link',
    410,
    { message: 'Expired', code: 'expired', data: expiredLink },
    'This link has expired',
  ),
  customerPage('unknown link', 404, { message: 'Not found', code: 'not-found' }, 'This link no longer works'),
]
