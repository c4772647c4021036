import type { SignedIn } from '#contract/accounts.ts'
import { examine, screenSizes } from './support/examine.ts'
import { test } from './support/journey.ts'
import { join, registerOwner, signIn } from './support/people.ts'
import { pictureFile } from './support/pictures.ts'

let owner: SignedIn
let viewer: SignedIn
let enquiryId: string

test.beforeAll(async ({ playwright }, { project }) => {
  const api = await playwright.request.newContext({ baseURL: project.use.baseURL })
  owner = await registerOwner(api, 'Olivia Wilhelmina van der Bergen-Featherstonehaugh')
  viewer = await join(api, owner, 'viewer', 'Vera Viewer')
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { buffer, name } = await pictureFile('a photograph with a rather long name.jpg', '#c08040')
  const documents = [{ name, url: `data:image/jpeg;base64,${buffer.toString('base64')}` }]
  const data = {
    enquiryType: 'Damaged goods',
    summery: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(3),
    documents,
  }
  enquiryId = (await (await api.post('/api/enquiry', { headers, data })).json()).data._id
  for (const side of ['customer', 'host']) {
    await api.post('/api/chat', { headers, data: { enquiry: enquiryId, side, message: `From the ${side}` } })
  }
  await api.dispose()
})

for (const size of screenSizes) {
  const name = `${size.viewport.width} px wide`

  test(`the public pages meet WCAG 2.2 AA, ${name} [S1.2] [S2.1] [S2.2] [S2.3]`, async ({ browser }) => {
    const page = await (await browser.newContext(size)).newPage()
    for (const [path, heading] of [
      ['/login', 'Sign in'],
      ['/register', 'Sign up'],
      ['/404', 'Page not found'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).waitFor()
      await examine(page, path)
    }
    await page.goto('/register')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('name is a required field').first().waitFor()
    await examine(page, 'sign-up with errors')
  })

  test(`the dashboard meets WCAG 2.2 AA, ${name} [S2.6] [S2.7] [S2.8] [S2.9]`, async ({ browser }) => {
    const page = await signIn(browser, owner, size)
    await page.getByText('ENQ-000001').first().waitFor()
    await examine(page, 'list')
    await page.goto('/?search=nothing+of+the+kind')
    await page.getByText('Nothing found').waitFor()
    await examine(page, 'list, nothing found')
    await page.goto('/enquiry/AddEnquiry')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('enquiryType is a required field').waitFor()
    await examine(page, 'create form with an error')
    await page.goto(`/enquiry/${enquiryId}`)
    await page.getByRole('button', { name: /^View/ }).waitFor()
    await examine(page, 'enquiry')
    await page.getByRole('button', { name: /^View/ }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await examine(page, 'preview')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await examine(page, 'enquiry, editing')
    await page.goto(`/chats/${enquiryId}`)
    await page.getByRole('log').getByText('From the host').waitFor()
    await examine(page, 'thread')
    await page.goto('/profile')
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await examine(page, 'profile')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Home' }).waitFor()
    await examine(page, 'avatar menu')
    await page.goto('/enquiry/01890000-0000-7000-8000-000000000000')
    await page.getByText('Enquiry not found').waitFor()
    await examine(page, 'enquiry not found')
  })

  test(`the not-authorised page meets WCAG 2.2 AA, ${name} [D2.6] [S2.19]`, async ({ browser }) => {
    const page = await signIn(browser, viewer, size)
    await page.goto(`/chats/${enquiryId}`)
    await page
      .getByText(/not authorised/i)
      .first()
      .waitFor()
    await examine(page, 'not authorised')
  })
}
