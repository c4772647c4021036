import { expect, test } from 'vitest'
import { FirstSteps } from '#contract/firstSteps.ts'
import { fillList } from '#server/test/manyEnquiries.ts'
import { join, people, type Person, registerOwner } from '#server/test/people.ts'
import { picture } from '#server/test/pictures.ts'
import { testApp } from '#server/test/testApp.ts'
import { uploadCsv } from '#server/test/uploadCsv.ts'

const app = await testApp()

async function stepsOf(owner: Person) {
  return FirstSteps.parse((await owner.get('/first-steps')).body.data)
}

const nothingDone = {
  isShown: true,
  isHidden: false,
  hasInvited: false,
  hasLogo: false,
  hasRaised: false,
  hasAnswered: false,
  hasImported: false,
  sendsMail: false,
}

test('the steps of a new company tick off as they are done [D10.9]', async () => {
  const owner = await registerOwner(app)
  expect(await stepsOf(owner)).toEqual(nothingDone)
  await owner.post('/invitations', { email: 'nora@acme.test', role: 'member' })
  expect(await stepsOf(owner)).toEqual({ ...nothingDone, hasInvited: true })
  await owner.patch('/users', { company: { logo: await picture('png') } })
  const { _id: enquiry } = await owner.raise()
  await owner.say(enquiry, 'A comment of the customer is not a reply')
  const raised = { ...nothingDone, hasInvited: true, hasLogo: true, hasRaised: true }
  expect(await stepsOf(owner)).toEqual(raised)
  await owner.post('/chat', { enquiry, message: 'Hello', side: 'host' })
  expect(await stepsOf(owner)).toEqual({ ...raised, hasAnswered: true })
  await uploadCsv(owner, 'enquiryType\nBilling\n')
  expect(await stepsOf(owner)).toEqual({ ...raised, hasAnswered: true, hasImported: true })
})

test('an owner hides the steps for themselves only, and can show them again [D10.9]', async () => {
  const owner = await registerOwner(app)
  const second = await join(owner, 'owner')
  const { body } = await owner.patch('/first-steps', { isHidden: true })
  expect(body.message).toBe('First steps hidden')
  await owner.raise()
  const raised = { ...nothingDone, hasInvited: true, hasRaised: true }
  expect(await stepsOf(owner)).toEqual({ ...raised, isShown: false, isHidden: true })
  expect(await stepsOf(second)).toEqual(raised)
  await owner.patch('/first-steps', { isHidden: false })
  expect(await stepsOf(owner)).toEqual(raised)
})

test('a company with more than 50 enquiries needs no first steps [D10.9]', async () => {
  const owner = await registerOwner(app)
  await fillList(app, owner.user, 51)
  const steps = { ...nothingDone, isShown: false, hasRaised: true }
  expect(await stepsOf(owner)).toEqual(steps)
  await owner.patch('/first-steps', { isHidden: true })
  expect(await stepsOf(owner)).toEqual(steps)
})

test('a server that sends mail says so [D10.9]', async () => {
  const mailing = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://desk.test' })
  expect((await stepsOf(await registerOwner(mailing))).sendsMail).toBe(true)
})

test('another company’s steps do not count, and only owners see the steps [D6.3] [D10.9]', async () => {
  const { agent, owner } = await people(app)
  await owner.raise()
  expect(await stepsOf(await registerOwner(app))).toEqual(nothingDone)
  expect((await agent.get('/first-steps')).status).toBe(403)
})
