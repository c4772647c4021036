import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Enquiry } from '#contract/enquiries.ts'
import { fakeApi, refusal, unreachable } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists, showWidth } from '#web/test/screen.ts'
import { findMark, shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('./DeskPage.tsx'), 60_000)

beforeEach(() => {
  showWholeLists()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const open = `/desk/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

function desk() {
  return fakeApi({ user: agent, enquiries: [enquiry(1)], messages: [message(1)] })
}

const box = () => screen.findByRole('textbox', { name: 'Reply' })

const colleague = { _id: uuid(7), name: 'Amelia' }

/** Another person changes the enquiry first, so that the next change is refused. */
function changeMeanwhile(api: ReturnType<typeof desk>, changes: Partial<Enquiry>) {
  const current = enquiry(1, { version: 2, ...changes })
  api.world.enquiries = [current]
  api.answer('PATCH /enquiry', () => {
    api.restore('PATCH /enquiry')
    return refusal(412, 'stale', 'Somebody else was faster', {
      data: { ...current, changedBy: { enquiryStatus: colleague, assignee: colleague } },
    })
  })
}

test('assigning an enquiry while a colleague changes its status succeeds and keeps the change [D7.7]', async () => {
  const api = desk()
  const { keys } = renderPage(open, api)
  const assignToMe = await screen.findByRole('button', { name: 'Assign to me' })
  changeMeanwhile(api, { enquiryStatus: 'inReview' })
  await keys.click(assignToMe)
  await waitFor(() =>
    expect(api.world.enquiries[0]).toMatchObject({ assignee: { _id: agent._id }, enquiryStatus: 'inReview' }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull())
})

test('when two people set the same field on the desk, the second sees a notice and nothing is overwritten [D7.7]', async () => {
  const api = desk()
  const { keys } = renderPage(open, api)
  const assignToMe = await screen.findByRole('button', { name: 'Assign to me' })
  changeMeanwhile(api, { assignee: { _id: uuid(6), name: 'Olivia Owner', profilePic: null } })
  await keys.click(assignToMe)
  await waitFor(() => expect(shownToasts()).toEqual(['Somebody else was faster']))
  expect(api.sent('PATCH /enquiry')).toHaveLength(1)
})

test('a status set on the desk can be undone', async () => {
  const api = desk()
  const { keys } = renderPage(open, api)
  await keys.click(await screen.findByRole('button', { name: 'Status: Open' }))
  await keys.click(screen.getByRole('menuitemradio', { name: 'On hold' }))
  await keys.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[1]?.body).toEqual({ id: uuid(101), enquiryStatus: 'open' }))
})

test('“Try again” after a failed “Send and close” closes too, under the same key [D7.4]', async () => {
  const api = desk()
  api.answer('POST /chat', () => refusal(400, 'invalid', 'Not now'))
  const page = renderPage(open, api)
  await page.keys.type(await box(), 'Done{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const notice = (await findMark('Not sent')).closest<HTMLElement>('[role=status]')!
  api.restore('POST /chat')
  await page.keys.click(within(notice).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.world.enquiries[0]?.enquiryStatus).toBe('closed'))
  expectOneKey(api)
})

test('a “Send and close” reply that is moved back to the box still closes the enquiry when it is sent [D7.4]', async () => {
  const api = desk()
  api.answer('POST /chat', unreachable)
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'Done{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await waitFor(async () => expect(await box()).toHaveValue(''))
  // There is no such button during an attempt.
  await waitFor(async () => {
    await keys.click(screen.getByRole('button', { name: 'Edit message' }))
    expect(await box()).toHaveValue('Done')
  })
  api.restore('POST /chat')
  await keys.click(screen.getByRole('button', { name: 'Send and close' }))
  await waitFor(() => expect(api.world.enquiries[0]?.enquiryStatus).toBe('closed'))
  expectOneKey(api)
})

/** All requests had the same key, so that they store one message. */
function expectOneKey(api: ReturnType<typeof desk>) {
  const keys = api.sent('POST /chat').map(({ headers }) => headers['Idempotency-Key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
}

test.each([
  ['by script, where its CSS cannot', false, null],
  ['by CSS, where it can', true, '3'],
])('on a phone the browser makes the box grow %s', async (_way, canByCss, rows) => {
  showWidth(360)
  vi.stubGlobal('CSS', { supports: () => canByCss })
  onTestFinished(() => void vi.unstubAllGlobals())
  renderPage(open, desk())
  // MUI grows a box that has no fixed number of rows.
  expect((await box()).getAttribute('rows')).toBe(rows)
})
