import { expect } from '@playwright/test'
import type { CustomerForm } from '#contract/customers/form.ts'
import type { Satisfaction } from '#contract/customers/satisfaction.ts'
import type { State, Visit } from './state.ts'
import { customerPage, customerThread } from './visitorStates.ts'

/** The form of the company, in every language that looks different. */
async function openForm({ page, company }: Visit, query = '') {
  const slug = `form-${company.owner.userData.company._id}`
  const form: CustomerForm = {
    isEnabled: true,
    slug,
    types: ['Damaged goods', 'Delivery'],
    greeting: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(3),
    colour: '#ffd400',
    languages: ['en', 'de', 'ar', 'ja', 'pl'],
    privacyUrl: 'https://acme.test/privacy',
    origins: [],
  }
  await company.send(company.owner, 'customer-form', form, 'PATCH')
  await page.context().unrouteAll()
  await page.goto(`/f/${slug}${query}`)
}

async function sendEmpty({ page }: Visit) {
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
    form.requestSubmit()
  })
  await expect(page.getByRole('alert').first()).toBeVisible()
}

function ratingCard(name: string, satisfaction: Partial<Satisfaction>, shown: string): State {
  const asked = { rating: null, comment: '', canRate: true, ...satisfaction }
  return customerPage(name, 200, { data: { ...customerThread, satisfaction: asked } }, shown)
}

export const customerStates: State[] = [
  ['the form for customers', (visit) => openForm(visit)],
  [
    'the form for customers with errors',
    async (visit) => {
      await openForm(visit)
      await sendEmpty(visit)
    },
  ],
  ['the form for customers in Arabic', (visit) => openForm(visit, '?lang=ar')],
  [
    'the form for customers, dark, with errors',
    async (visit) => {
      await visit.page.emulateMedia({ colorScheme: 'dark' })
      await openForm(visit, '?lang=de')
      await sendEmpty(visit)
    },
  ],
  ratingCard('asks for a rating', {}, 'How satisfied are you with our help?'),
  [
    'customer: changes a rating',
    async (visit) => {
      const [, show] = ratingCard('has rated', { rating: 4, comment: 'Quick and kind' }, 'Thank you for your rating.')
      await show(visit)
      await visit.page.getByRole('button', { name: 'Change' }).click()
    },
  ],
  ratingCard('has rated', { rating: 4, comment: 'Quick and kind' }, 'Thank you for your rating.'),
  [
    'a form for customers that does not exist',
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto('/f/nothing')
    },
  ],
]
