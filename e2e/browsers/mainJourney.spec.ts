import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import type { SignedIn } from '#contract/accounts.ts'
import { join, password } from '#e2e/support/people.ts'
import { largePhoto } from '#e2e/support/pictures.ts'
import { engines, test } from './engines.ts'
import type { Person } from './person.ts'

const phone = { width: 360, height: 740 }
const wide = { width: 1440, height: 900 }

for (const engine of engines) {
  test.describe(engine.name, () => {
    test.use({ engine })

    test(`register, enquire with a picture, talk, and sign out, in ${engine.name}`, async ({
      person,
      request,
    }, testInfo) => {
      await person.browser.resize(phone)
      const owner = await registerCompany(person, request)
      const picture = testInfo.outputPath('box.webp')
      const bytes = await largePhoto()
      await writeFile(picture, bytes)
      await raiseEnquiry(person, picture)
      expect(await storedBytes(request, owner)).toBeLessThanOrEqual(bytes.length)
      await lookAtPicture(person)
      await talk(person, request, owner)
      await lookAround(person)
      await signOut(person)
      expect(await person.browser.problems()).toEqual([])
    })
  })
}

async function registerCompany(person: Person, api: APIRequestContext): Promise<SignedIn> {
  const email = `${randomUUID()}@acme.test`
  await person.open('/register')
  await person.fill('Company name', 'Acme Tools Ltd')
  await person.fill('Your name', 'Carla Customer')
  await person.fill('Email address', email)
  await person.fill('Password', password)
  await person.click('button', 'Create account')
  await person.sees('Your first steps')
  const response = await api.post('/api/auth/login', { data: { email, password } })
  return (await response.json()).data
}

async function raiseEnquiry(person: Person, picture: string) {
  await person.click('link', 'Add Enquiry')
  await person.fill('Enquiry Type', 'Damaged goods')
  await person.fill('Summary', 'Two of five drills arrived broken')
  await person.fill('Description', 'The box was open.\nA photograph is attached.')
  await person.browser.upload(picture)
  await person.sees('1 of 5 documents')
  await person.click('button', 'Submit')
  await person.sees('Enquiry ENQ-000001 created')
}

/** Of the picture of the only enquiry. */
async function storedBytes(api: APIRequestContext, { accessToken }: SignedIn): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { data } = await (await api.get('/api/enquiry', { headers })).json()
  return data.docs[0].documents[0].size
}

async function lookAtPicture(person: Person) {
  await person.click('link', 'ENQ-000001')
  await person.click('button', 'View box.')
  await person.seesPicture(2560)
  await person.browser.press('Escape')
}

async function talk(person: Person, api: APIRequestContext, owner: SignedIn) {
  await person.click('link', 'Chat')
  await person.fill('Write a comment...', 'When do the drills come?')
  await person.click('button', 'Send Comment')
  await person.sees('When do the drills come?')
  const enquiry = (await person.browser.run(() => location.pathname)).split('/').at(-1)!
  const { accessToken } = await join(api, owner, 'agent', 'Hanna Host')
  const headers = { authorization: `Bearer ${accessToken}` }
  await api.post('/api/chat', { headers, data: { enquiry, side: 'host', message: 'On Thursday.' } })
  await person.sees('On Thursday.')
}

/** The thread and the list fit a wide screen as they fit a narrow one. */
async function lookAround(person: Person) {
  expect(await person.browser.run(hasRoom)).toBe(true)
  await person.browser.resize(wide)
  await person.sees('On Thursday.')
  expect(await person.browser.run(hasRoom)).toBe(true)
  await person.click('link', 'Enquiry')
  await person.seesHeading('Enquiries')
  await person.sees('Two of five drills arrived broken')
  expect(await person.browser.run(hasRoom)).toBe(true)
}

/** Runs in the page. */
function hasRoom() {
  return document.documentElement.scrollWidth <= window.innerWidth
}

async function signOut(person: Person) {
  await person.click('button', 'Account')
  await person.click('button', 'Logout')
  await person.seesHeading('Sign in')
}
