import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { toPage } from '#contract/paging.ts'
import { fakeApi, heldBack, ok, type FakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'

/** Adds an enquiry from the list, which is then not fetched again. */
async function addBeforeRefetch(api: FakeApi, keys: UserEvent) {
  await keys.click(screen.getAllByRole('link', { name: 'Add Enquiry' })[0]!)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  api.answer('GET /enquiry', heldBack(ok(toPage([], 0, { page: 1, limit: 25 }))).responder)
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
}

test('a new enquiry is in the list before that is fetched again, and the list never seems empty', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/', api)
  await screen.findByRole('heading', { name: 'No enquiries yet' })
  await addBeforeRefetch(api, keys)
  expect(await screen.findByText('ENQ-000300')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'No enquiries yet' })).toBeNull()
  expect(screen.getByText('1–1 of 1')).toBeVisible()
})

test.each([
  ['has raised none', 'You have not raised an enquiry yet', []],
  ['has raised one', 'ENQ-000001', [enquiry(1)]],
])('a new enquiry of a member who %s is in the list of their own at once [D10.9]', async (_case, before, enquiries) => {
  const api = fakeApi({ enquiries, user: person('member') })
  const { keys } = renderPage(`/?raisedBy=${api.world.user._id}`, api)
  await screen.findByText(before)
  await addBeforeRefetch(api, keys)
  expect(await screen.findByText('ENQ-000300')).toBeVisible()
  expect(screen.queryByText('You have not raised an enquiry yet')).toBeNull()
})

test('a new enquiry is not added to the list of another person’s', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { user: { ...enquiry(1).user, _id: uuid(9) } })] })
  const { keys } = renderPage(`/?raisedBy=${uuid(9)}`, api)
  await screen.findByText('ENQ-000001')
  await addBeforeRefetch(api, keys)
  expect(await screen.findByText('ENQ-000001')).toBeVisible()
  expect(screen.queryByText('ENQ-000300')).toBeNull()
})
