import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Enquiry, NewerEnquiry } from '#contract/enquiries.ts'
import { listKeptDrafts } from '#web/storage/keptDrafts.ts'
import { fakeApi, refusal, type FakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const path = `/enquiry/${uuid(101)}`

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Someone else saves first: the next update is refused with 412, and the enquiry has changed. */
function changeMeanwhile(
  api: FakeApi,
  changes: Partial<Enquiry>,
  changedBy = { _id: uuid(7), name: 'Amelia' },
  others: NewerEnquiry['changedBy'] = {},
) {
  const current = enquiry(1, { version: 2, ...changes })
  api.world.enquiries = [current]
  api.answer('PATCH /enquiry', () => {
    api.restore('PATCH /enquiry')
    const data = { ...current, changedBy: { comments: changedBy, enquiryStatus: changedBy, ...others } }
    return refusal(412, 'stale', 'Somebody else was faster', { data })
  })
}

type Page = ReturnType<typeof renderPage>

async function editComments({ keys }: Page, text: string) {
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.clear(screen.getByLabelText('Comments'))
  await keys.type(screen.getByLabelText('Comments'), text)
  await keys.click(screen.getByRole('button', { name: 'Save' }))
}

async function chooseStatus({ keys }: Page, status: string) {
  await keys.click(await screen.findByRole('button', { name: 'Actions for ENQ-000001' }))
  await keys.click(await screen.findByRole('menuitemradio', { name: status }))
}

function updates(api: FakeApi) {
  return api.sent('PATCH /enquiry').map(({ body, headers }) => [headers['If-Match'], body.comments, body.enquiryStatus])
}

test('changes of two people to different fields are both kept without a question [D7.7]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage(path, api)
  await screen.findByRole('button', { name: 'Edit' })
  changeMeanwhile(api, { enquiryStatus: 'onHold' })
  await editComments(page, 'Mine')
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)).toEqual([
    ['"1"', 'Mine', 'open'],
    ['"2"', 'Mine', 'onHold'],
  ])
  const told = ['Amelia’s change to Status was kept', 'Enquiry updated']
  await waitFor(() => expect(shownToasts().toSorted()).toEqual(told))
})

async function openConflict() {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage(path, api)
  await screen.findByRole('button', { name: 'Edit' })
  changeMeanwhile(api, { comments: 'Comments of theirs', enquiryStatus: 'onHold' })
  await editComments(page, 'Comments of mine')
  await waitFor(() => expect(shownToasts()).toEqual(['Somebody else was faster']))
  const dialog = within(await screen.findByRole('dialog', { name: 'Amelia changed this too' }))
  return { api, page, dialog }
}

test('the second person to change a text sees both versions with the differences marked, and may keep their own [D7.7] [D8.2]', async () => {
  const { api, page, dialog } = await openConflict()
  expect(dialog.getByRole('region', { name: 'Your comments' })).toHaveTextContent('Comments of mine')
  expect(dialog.getByRole('region', { name: 'Amelia’s comments' })).toHaveTextContent('Comments of theirs')
  expect(dialog.getByText('mine').tagName).toBe('MARK')
  expect(dialog.getByText('theirs').tagName).toBe('MARK')
  await page.keys.click(dialog.getByRole('button', { name: 'Replace with mine' }))
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)[1]).toEqual(['"2"', 'Comments of mine', 'onHold'])
})

test('… or take the other version', async () => {
  const { api, page, dialog } = await openConflict()
  await page.keys.click(dialog.getByRole('button', { name: 'Use Amelia’s' }))
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)[1]).toEqual(['"2"', 'Comments of theirs', 'onHold'])
})

test('… or edit the merge, which starts with the lines of both', async () => {
  const { api, page, dialog } = await openConflict()
  await page.keys.click(dialog.getByRole('button', { name: 'Combine' }))
  const merged = dialog.getByLabelText('Combined comments')
  expect(merged).toHaveValue('Comments of theirs\nComments of mine')
  await page.keys.type(merged, '!')
  await page.keys.click(dialog.getByRole('button', { name: 'Save combined version' }))
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)[1]).toEqual(['"2"', 'Comments of theirs\nComments of mine!', 'onHold'])
})

test('… or decide later: what was typed is still there', async () => {
  const { api, page } = await openConflict()
  await page.keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Comments')).toHaveValue('Comments of mine')
  expect(api.sent('PATCH /enquiry')).toHaveLength(1)
})

test('… and a merge that was begun continues in the form after Escape and after a reload', async () => {
  const { api, page, dialog } = await openConflict()
  await page.keys.click(dialog.getByRole('button', { name: 'Combine' }))
  await page.keys.type(dialog.getByLabelText('Combined comments'), '!')
  const merge = 'Comments of theirs\nComments of mine!'
  await waitFor(async () => expect(await keptComments()).toEqual([merge]))
  page.close()
  const again = renderPage(path, api)
  await waitFor(() => expect(screen.getByLabelText('Comments')).toHaveValue(merge))
  changeMeanwhile(api, { version: 3, comments: 'Even newer' })
  await again.keys.click(screen.getByRole('button', { name: 'Save' }))
  const second = within(await screen.findByRole('dialog', { name: 'Amelia changed this too' }))
  await again.keys.click(second.getByRole('button', { name: 'Combine' }))
  await again.keys.type(second.getByLabelText('Combined comments'), '?')
  const secondMerge = second.getByLabelText<HTMLTextAreaElement>('Combined comments').value
  await again.keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Comments')).toHaveValue(secondMerge)
  await again.keys.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updates(api).at(-1)).toEqual(['"3"', secondMerge, 'open']))
})

/** The comments of the edits that this device keeps. */
async function keptComments() {
  const drafts = await listKeptDrafts(uuid(1))
  return drafts.map(({ content }) => (content as { changes: Enquiry }).changes.comments)
}

test('… and the dialog says if it was the same person, in another window', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage(path, api)
  await screen.findByRole('button', { name: 'Edit' })
  changeMeanwhile(api, { comments: 'Comments from the phone' }, person())
  await editComments(page, 'Comments of mine')
  const dialog = within(await screen.findByRole('dialog', { name: 'You changed this in another window too' }))
  expect(dialog.getByRole('region', { name: 'Your other comments' })).toHaveTextContent('from the phone')
  await page.keys.click(dialog.getByRole('button', { name: 'Use the other version' }))
  await waitFor(() => expect(updates(api)[1]?.[1]).toBe('Comments from the phone'))
})

test('… and names the people who changed the same field, not another one', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage(path, api)
  await screen.findByRole('button', { name: 'Edit' })
  changeMeanwhile(api, { comments: 'Comments of theirs' }, undefined, { enquiryStatus: person(), assignee: person() })
  await editComments(page, 'Comments of mine')
  const dialog = within(await screen.findByRole('dialog', { name: 'Amelia changed this too' }))
  expect(dialog.getByRole('region', { name: 'Amelia’s comments' })).toHaveTextContent('Comments of theirs')
})

test('a quick change of status is merged with an unrelated change, and the second person decides on the status [D7.7]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage('/', api)
  await screen.findByText('ENQ-000001')
  changeMeanwhile(api, { comments: 'Theirs' })
  await chooseStatus(page, 'Closed')
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)[1]).toEqual(['"2"', undefined, 'closed'])

  await waitFor(() => expect(api.world.enquiries[0]?.version).toBe(3))
  await waitFor(() => expect(within(screen.getByRole('table')).getByText('Closed')).toBeVisible())
  changeMeanwhile(api, { version: 4, enquiryStatus: 'inReview' })
  await chooseStatus(page, 'Open')
  const dialog = within(await screen.findByRole('dialog', { name: 'Amelia changed this too' }))
  await page.keys.click(dialog.getByRole('button', { name: 'Replace with mine' }))
  await waitFor(() => expect(updates(api).at(-1)).toEqual(['"4"', undefined, 'open']))
})

test('the toast of a change of status has the message of the response, word for word, and a button that undoes it [S8.1] [D8.5]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage('/', api)
  await chooseStatus(page, 'Closed')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(undo.previousElementSibling).toHaveTextContent(/^Enquiry updated$/)
  expect(shownToasts()).toHaveLength(1)
  await page.keys.click(undo)
  await waitFor(() => expect(updates(api)).toHaveLength(2))
  expect(updates(api)[1]).toEqual(['"2"', undefined, 'open'])
  const [first, second] = api.sent('PATCH /enquiry').map(({ headers }) => headers['Idempotency-Key'])
  expect(second).not.toBe(first)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('… and with the key z, also after a save in the form; screen readers announce it', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Edit' }))
  await keys.click(screen.getByRole('combobox', { name: /Status/ }))
  await keys.click(screen.getByRole('option', { name: 'In review' }))
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Undo' })
  expect(await screen.findByText('Enquiry updated. To undo it, press z')).toBeInTheDocument()
  expect(shownToasts()).toHaveLength(1)
  await keys.keyboard('z')
  await waitFor(() => expect(updates(api)[1]).toEqual(['"2"', undefined, 'open']))
})

test('undo does not overwrite a status that someone else has set since, and says so', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const page = renderPage('/', api)
  await chooseStatus(page, 'Closed')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  changeMeanwhile(api, { version: 3, enquiryStatus: 'onHold' })
  await page.keys.click(undo)
  await waitFor(() => expect(shownToasts()).toContain('Somebody else was faster'))
  expect(updates(api)).toHaveLength(2)
})
