import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists, showWidth } from '#web/test/screen.ts'

beforeEach(showWholeLists)

const path = `/enquiry/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

function world(user = person('member')) {
  const other = enquiry(2, { summery: 'The earlier one', enquiryStatus: 'closed' })
  return fakeApi({ user, enquiries: [enquiry(1), other], messages: [message(1, 'Where is it?')] })
}

test('the heading is “View Enquiry”, with the number beside it, and the summary is the title of the question [S2.11] [D10.3]', async () => {
  renderPage(path, world())
  const number = await screen.findByText('ENQ-000001')
  expect(number.previousElementSibling).toBe(screen.getByRole('heading', { level: 1, name: 'View Enquiry' }))
  const question = await within(await screen.findByRole('log')).findByRole('heading', { name: 'Summary 1' })
  expect(question.closest('li')).toHaveTextContent('Description 1')
  await waitFor(() => expect(document.title).toContain('ENQ-000001 · View Enquiry'))
})

test('without a conversation, the summary is the title of the details [S2.11]', async () => {
  renderPage(path, world(person('viewer')))
  expect(await screen.findByRole('heading', { level: 2, name: 'Summary 1' })).toBeVisible()
})

test.each([path, `/desk/${uuid(101)}`])('the details at %s have the rating of the customer [D11.7]', async (page) => {
  renderPage(page, fakeApi({ user: agent, enquiries: [enquiry(1, { rating: 4 })] }))
  const [label] = await screen.findAllByText('Rating', { selector: 'dt' })
  expect(label!.nextElementSibling).toHaveTextContent('4 of 5')
})

test('from 1200 px the conversation is beside the fields, and the customer writes at its end [D10.4]', async () => {
  const api = world()
  const { keys } = renderPage(path, api)
  expect(await screen.findByText('Where is it?')).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByLabelText('Description')).toHaveValue('Description 1')
  await keys.type(screen.getByPlaceholderText('Write a comment...'), 'Hello?{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')[0]?.body).toMatchObject({ side: 'customer', message: 'Hello?' }))
})

test('people who may answer write there as support, and see the notes [D10.1] [D10.4]', async () => {
  const api = world(agent)
  api.world.notes = [
    {
      _id: uuid(401),
      enquiry: uuid(101),
      note: 'A partner',
      afterSeq: 1,
      author: noteAuthor,
      mentions: [],
      createdAt: '2026-11-20T11:00:00.000Z',
    },
  ]
  const { keys } = renderPage(path, api)
  expect(await screen.findByRole('note')).toHaveTextContent('A partner')
  await keys.type(screen.getByRole('textbox', { name: 'Reply' }), 'On its way{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')[0]?.body).toMatchObject({ side: 'host', message: 'On its way' }))
})

const noteAuthor = { _id: uuid(6), name: 'Olivia Owner', profilePic: null }

test('people who may not read the thread see the fields only', async () => {
  const api = world(person('viewer'))
  renderPage(path, api)
  expect(await screen.findByLabelText('Description')).toBeVisible()
  expect(screen.queryByRole('log')).toBeNull()
  expect(api.sent('GET /chat')).toEqual([])
})

test('below 1200 px the conversation and the fields have a tab each, which the URL keeps [D10.4]', async () => {
  showWidth(768)
  const { keys } = renderPage(path, world())
  expect(await screen.findByRole('tab', { name: 'Enquiry' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tabpanel', { name: 'Enquiry' })).toBeVisible()
  await keys.click(screen.getByRole('tab', { name: /^Conversation/ }))
  expect(within(screen.getByRole('tabpanel', { name: /^Conversation/ })).getByRole('log')).toBeVisible()
  expect(screen.queryByRole('tabpanel', { name: 'Enquiry' })).toBeNull()
  expect(address()).toBe(`${path}?tab=conversation`)
})

test('the tabs keep the place in the list', async () => {
  showWidth(768)
  const { keys } = renderPage('/?sort=enquiryId', world())
  const [card] = await screen.findAllByRole('link', { name: /ENQ-000001/ })
  await keys.click(card!)
  await keys.click(await screen.findByRole('tab', { name: /^Conversation/ }))
  await waitFor(() => expect(address()).toBe(`${path}?tab=conversation`))
  await keys.click(await screen.findByRole('link', { name: /Next enquiry/ }))
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
})

/** The only control that changes the status. */
function selector() {
  return screen.getByRole('combobox', { name: /Status/ })
}

test('the status in the heading leads to the one selector, which changes it on Save; then it can be undone [S2.11] [S2.14] [D2.3]', async () => {
  const api = world()
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('link', { name: 'ENQ-000001' }))
  await keys.click(await screen.findByRole('button', { name: 'Status: Open' }))
  await keys.click(await screen.findByRole('option', { name: 'On hold' }))
  await waitFor(() => expect(selector()).toHaveFocus())
  expect(selector()).toHaveTextContent('On hold')
  expect(api.sent('PATCH /enquiry')).toEqual([])
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  const changes = { id: uuid(101), comments: 'Comments 1', enquiryStatus: 'onHold' }
  expect(api.sent('PATCH /enquiry').map(({ body }) => body)).toEqual([changes])
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
})

test('the key s starts editing and opens the status selector, also during editing [S2.11] [D2.3]', async () => {
  const { keys } = renderPage(path, world())
  await screen.findByRole('button', { name: 'Edit' })
  expect(selector()).toHaveAttribute('aria-disabled', 'true')
  await keys.keyboard('s')
  await waitFor(() => expect(screen.getByRole('option', { name: 'Open', selected: true })).toHaveFocus())
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(selector()).toHaveFocus())
  expect(screen.getByLabelText('Comments')).toBeEnabled()
  await keys.keyboard('s{ArrowDown}{Enter}')
  await waitFor(() => expect(selector()).toHaveTextContent('In progress'))
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(selector()).toHaveTextContent('Open')
  expect(selector()).toHaveAttribute('aria-disabled', 'true')
})

test('from the tab of the conversation, the status leads to the fields [S2.11]', async () => {
  showWidth(768)
  const { keys } = renderPage(`${path}?tab=conversation`, world())
  await keys.click(await screen.findByRole('button', { name: 'Status: Open' }))
  await waitFor(() => expect(screen.getByRole('option', { name: 'Open' })).toHaveFocus())
  expect(address()).toBe(path)
})

test('people who may not edit see the status, and a disabled selector that nothing leads to [S2.14] [D6.2]', async () => {
  const { keys } = renderPage(path, world(person('viewer')))
  await waitFor(() => expect(selector()).toHaveTextContent('Open'))
  await keys.keyboard('s')
  expect(selector()).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('everyone sees the assignee; people who may answer can change it', async () => {
  const first = renderPage(path, world())
  expect((await screen.findByText('Unassigned')).parentElement).toHaveTextContent('Assignee: Unassigned')
  first.close()
  const api = world(agent)
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Assignee: Unassigned' }))
  await keys.click(await screen.findByRole('menuitemradio', { name: 'Hugo Desk (me)' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), assignee: agent._id }))
})

test('the menu of assignees loads the colleagues, and says when that failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = world(agent)
  api.world.colleagues = [{ _id: uuid(6), name: 'Olivia Owner' }]
  let refuse!: () => void
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  api.answer('GET /desk/summary', async () => {
    await refused
    return refusal(500, 'internal', 'Out of order')
  })
  const { keys } = renderPage(path, api)
  await keys.click(await screen.findByRole('button', { name: 'Assignee: Unassigned' }))
  const menu = within(await screen.findByRole('menu', { name: 'Assignee' }))
  expect(menu.getByRole('menuitem', { name: 'Loading…' })).toHaveAttribute('aria-disabled', 'true')
  refuse()
  const again = await menu.findByRole('menuitem', { name: /Try again/ })
  api.restore('GET /desk/summary')
  await keys.keyboard('{ArrowDown}{Enter}')
  expect(await menu.findByRole('menuitemradio', { name: 'Olivia Owner' })).toBeVisible()
  expect(again).not.toBeInTheDocument()
  await keys.keyboard('{End}{Enter}')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), assignee: uuid(6) }))
})

test('the requester’s other enquiries are listed, and the history on request', async () => {
  const { keys } = renderPage(path, world())
  const other = await screen.findByRole('link', { name: 'ENQ-000002 · The earlier one' })
  expect(other).toHaveAttribute('href', `/enquiry/${uuid(102)}`)
  const history = await screen.findByRole('button', { name: 'History' })
  expect(history).toHaveAttribute('aria-expanded', 'false')
  await keys.click(history)
  expect(history).toHaveAttribute('aria-expanded', 'true')
})

test.each([
  [path, 2],
  [`/desk/${uuid(101)}`, 3],
])('on %s the history and the other enquiries have headings of level %i', async (screenPath, level) => {
  renderPage(screenPath, world(agent))
  expect(await screen.findByRole('heading', { level, name: /^Also from/ })).toBeVisible()
  expect(await screen.findByRole('heading', { level, name: 'History' })).toBeVisible()
})
