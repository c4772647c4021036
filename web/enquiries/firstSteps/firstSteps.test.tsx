import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { firstSteps } from '#web/test/fakeMany.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

const checklist = async () => within(await screen.findByRole('region', { name: 'Your first steps' }))

test('an owner’s empty list is a checklist with a picture of the roles [D10.9]', async () => {
  renderPage('/', fakeApi({ firstSteps: firstSteps() }))
  const steps = (await checklist()).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toEqual([
    expect.stringContaining('To do: Invite people'),
    expect.stringContaining('To do: Add your logo'),
    expect.stringContaining('To do: Raise a test enquiry'),
    expect.stringContaining('To do: Reply to the test enquiry'),
    expect.stringContaining('To do: Import a CSV file'),
    expect.stringContaining('To do: Connect email'),
  ])
  expect((await checklist()).getByRole('img', { name: /A member asks a question; an agent.* answers/ })).toBeVisible()
  expect(screen.queryByText('No enquiries yet')).toBeNull()
})

const places = [
  ['Invite people', '/profile', 'dialog', 'Invite someone'],
  ['Add your logo', '/profile', 'group', 'Company logo'],
  ['Raise a test enquiry', '/enquiry/AddEnquiry', 'heading', 'Add Enquiry'],
  ['Reply to the test enquiry', '/desk', 'heading', 'Desk'],
  ['Import a CSV file', '/', 'dialog', 'Import enquiries'],
  ['Connect email', '/profile', 'region', 'Email'],
] as const

for (const [label, path, role, name] of places) {
  test(`the step ‘${label}’ takes one click [D10.9]`, async () => {
    const { keys } = renderPage('/', fakeApi({ firstSteps: firstSteps() }))
    await keys.click((await checklist()).getByRole('link', { name: label }))
    expect(await screen.findByRole(role, { name })).toBeVisible()
    expect(address()).toBe(path)
  })
}

test('a step that is done is ticked off, also below the first enquiries [D10.9]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)], firstSteps: firstSteps({ hasRaised: true, hasInvited: true }) })
  renderPage('/', api)
  await screen.findByText('ENQ-000001')
  expect((await checklist()).getByText('2 of 6 steps done')).toBeVisible()
  const names = (await checklist()).getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['Add your logo', 'Reply to the test enquiry', 'Import a CSV file', 'Connect email'])
})

test('the checklist can be hidden, which the server keeps [D10.9]', async () => {
  const api = fakeApi({ firstSteps: firstSteps() })
  const { keys } = renderPage('/', api)
  await keys.click((await checklist()).getByRole('button', { name: 'Hide these steps' }))
  expect(await screen.findByText('No enquiries yet')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Enquiries' })).toHaveFocus()
  expect(api.sent('PATCH /first-steps')[0]?.body).toEqual({ isHidden: true })
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull()
})

test('once all steps are done the checklist is gone [D10.9]', async () => {
  const done = {
    hasInvited: true,
    hasLogo: true,
    hasRaised: true,
    hasAnswered: true,
    hasImported: true,
    sendsMail: true,
  }
  const api = fakeApi({ enquiries: [enquiry(1)], firstSteps: firstSteps(done) })
  renderPage('/', api)
  await waitFor(() => expect(api.sent('GET /first-steps')).toHaveLength(1))
  await screen.findByText('ENQ-000001')
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull()
})

test('if the steps cannot be loaded, the empty list is as usual [D8.2]', async () => {
  const api = fakeApi()
  api.answer('GET /first-steps', () => refusal(503, 'unavailable', 'The database is not responding'))
  renderPage('/', api)
  expect(await screen.findByText('No enquiries yet')).toBeVisible()
})

test.each(['agent', 'member', 'viewer'] as const)('the role %s has no checklist [D10.9]', async (role) => {
  const api = fakeApi({ user: person(role), firstSteps: firstSteps() })
  renderPage('/', api)
  expect(await screen.findByText('No enquiries yet')).toBeVisible()
  expect(api.sent('GET /first-steps')).toEqual([])
})

test('a live event ticks off a step, and changes nothing once the steps are hidden [D10.9]', async () => {
  const { api, stream, keys } = await live('/', { enquiries: [enquiry(1)], firstSteps: firstSteps() })
  expect((await checklist()).getByText('0 of 6 steps done')).toBeVisible()
  api.world.firstSteps = firstSteps({ hasInvited: true })
  stream.tell('change', { no: 6, subject: 'company', id: uuid(2), by: uuid(9) })
  expect(await screen.findByText('1 of 6 steps done')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Hide these steps' }))
  await waitFor(() => expect(screen.queryByText('1 of 6 steps done')).toBeNull())
  const asked = api.sent('GET /first-steps').length
  // The list is fetched again at most once a second. After the second time, the steps would have been as well.
  for (const [no, summery] of [
    [7, 'Changed'],
    [8, 'Changed again'],
  ] as const) {
    api.world.enquiries = [enquiry(1, { summery, version: no })]
    stream.tell('change', { no, subject: 'enquiry', id: uuid(101), by: uuid(9) })
    expect(await screen.findByText(summery)).toBeVisible()
  }
  expect(api.sent('GET /first-steps')).toHaveLength(asked)
})

test('a live event reaches the empty list of a member, who has no checklist [D10.9]', async () => {
  const unhandled: unknown[] = []
  const remember = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', remember)
  onTestFinished(() => void process.off('unhandledRejection', remember))
  const { api, stream } = await live('/', { user: person('member') })
  expect(await screen.findByText('No enquiries yet')).toBeVisible()
  api.world.enquiries = [enquiry(1)]
  stream.tell('change', { no: 6, subject: 'enquiry', id: uuid(101), by: uuid(9) })
  expect(await screen.findByText('ENQ-000001')).toBeVisible()
  expect(unhandled).toEqual([])
})
