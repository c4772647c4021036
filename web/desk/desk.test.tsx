import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { fakeStream } from '#web/test/fakeStream.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists, showWidth } from '#web/test/screen.ts'
import { shownToasts } from '#web/test/toasts.ts'

// Transform the code before a test waits for it.
beforeAll(async () => {
  await Promise.all([import('./DeskPage.tsx'), import('#web/desk/cannedResponses/CannedResponsesDialog.tsx')])
}, 60_000)

beforeEach(showWholeLists)

const open = `/desk/${uuid(101)}`
const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

function desk(world: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({ user: agent, enquiries: [enquiry(1), enquiry(2), enquiry(3)], messages: [message(1)], ...world })
}

const queue = () => screen.findByRole('list', { name: 'Enquiries, the longest waiting first' })
const box = () => screen.findByRole('textbox', { name: 'Reply' })

test('only people who may answer see a button on Home that opens the desk', async () => {
  const { keys, close } = renderPage('/', desk())
  await keys.click(await screen.findByRole('link', { name: 'Desk' }))
  expect(await screen.findByRole('heading', { name: 'Desk' })).toBeVisible()
  expect(within(screen.getByRole('navigation')).queryByText('Desk')).toBeNull()
  close()
  renderPage('/', fakeApi({ user: person('member') }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(screen.queryByRole('link', { name: 'Desk' })).toBeNull()
})

test.each(['member', 'viewer'] as const)('a %s is not authorised, and nothing is fetched', async (role) => {
  const api = desk({ user: person(role) })
  renderPage(open, api)
  expect(await screen.findByRole('heading', { name: 'You are not authorised to see this page' })).toBeVisible()
  expect(api.sent('GET /desk/queue')).toEqual([])
})

test('the queue is filtered by assignee and status, with exact counts, and the URL keeps the filters', async () => {
  const api = desk({
    enquiries: [
      enquiry(1),
      enquiry(2, { assignee: { _id: agent._id, name: agent.name, profilePic: null } }),
      enquiry(3, { enquiryStatus: 'closed' }),
    ],
  })
  const { keys } = renderPage('/desk', api)
  await queue()
  expect(await screen.findByRole('tab', { name: 'All 2' })).toHaveAttribute('aria-selected', 'true')
  await keys.click(screen.getByRole('tab', { name: 'Mine 1' }))
  await waitFor(() => expect(screen.queryByText('ENQ-000001')).toBeNull())
  expect(screen.getByText('ENQ-000002')).toBeVisible()
  await keys.click(screen.getByRole('tab', { name: 'All 2' }))
  await keys.click(screen.getByRole('button', { name: 'Filters' }))
  await keys.click(screen.getByRole('combobox', { name: 'Status' }))
  await keys.click(screen.getByRole('option', { name: 'Closed 1' }))
  expect(await screen.findByText('ENQ-000003')).toBeVisible()
  expect(address()).toBe('/desk?enquiryStatus=closed')
})

test('messages from the desk are sent as the host [D6.1]', async () => {
  const api = desk({ enquiries: [enquiry(1)] })
  const { keys } = renderPage(open, api)
  await keys.type(await box(), 'On its way')
  await keys.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect(await box()).toHaveValue(''))
  expect(screen.getByText('On its way', { selector: 'li p' })).toBeVisible()
  expect(api.sent('POST /chat')[0]?.body).toEqual({ message: 'On its way', side: 'host', enquiry: uuid(101) })
})

test('the queue can be worked through with keys alone, in and out of the box', async () => {
  const { keys } = renderPage('/desk', desk())
  await queue()
  await keys.keyboard('j')
  await waitFor(() => expect(address()).toBe(open))
  await screen.findByText('Message 1')
  await keys.keyboard('r')
  expect(await box()).toHaveFocus()
  await keys.keyboard('Reply{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('heading', { name: /^ENQ-000002/ })).toBeVisible()
  expect(address()).toBe(`/desk/${uuid(102)}`)
  await waitFor(async () => expect(await box()).toHaveFocus())
  const thread = await screen.findByRole('log')
  await keys.keyboard('{Escape}')
  expect(thread).toHaveFocus()
  await keys.keyboard('j')
  expect(await screen.findByRole('heading', { name: /^ENQ-000003/ })).toBeVisible()
  await keys.keyboard('k')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
})

test('the key for the next enquiry continues past the loaded part of the queue', async () => {
  const api = desk({ enquiries: Array.from({ length: 30 }, (_, at) => enquiry(at + 1)) })
  const { keys } = renderPage(`/desk/${uuid(125)}`, api)
  await queue()
  await screen.findByText('Message 1')
  expect(screen.queryByText('ENQ-000026')).toBeNull()
  await keys.keyboard('j')
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(126)}`))
  expect(api.sent('GET /desk/queue').at(-1)?.params).toMatchObject({ cursor: '25' })
})

test('an enquiry can be assigned to me, by button and by key, and to a colleague', async () => {
  const api = desk({ colleagues: [{ _id: uuid(6), name: 'Olivia Owner' }] })
  const { keys } = renderPage(open, api)
  await screen.findByRole('button', { name: 'Assign to me' })
  await keys.keyboard('a')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), assignee: agent._id }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Assignee: Hugo Desk' }))
  await keys.click(screen.getByRole('menuitemradio', { name: 'Olivia Owner' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[1]?.body).toEqual({ id: uuid(101), assignee: uuid(6) }))
})

test('a slash offers canned responses; the chosen one is filled in and can be edited before it is sent', async () => {
  const api = desk({
    answers: [
      { _id: uuid(901), name: 'Greeting', answer: 'Dear {{customer.name}}, about {{enquiry.id}}:' },
      { _id: uuid(902), name: 'Thanks', answer: 'Thank you' },
    ],
  })
  const { keys } = renderPage(open, api)
  await screen.findByText('Message 1')
  await waitFor(() => expect(api.sent('GET /answers')).toHaveLength(1))
  await keys.type(await box(), 'Hello /')
  expect(within(await screen.findByRole('listbox', { name: 'Canned responses' })).getAllByRole('option')).toHaveLength(
    2,
  )
  await keys.keyboard('gre')
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual(['true'])
  expect(await box()).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id)
  await keys.keyboard('{Enter}')
  expect(await box()).toHaveValue('Hello Dear Maya Lindqvist, about ENQ-000001:')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(api.sent('POST /chat')).toEqual([])
  await keys.keyboard(' yes{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /chat')[0]?.body.message).toContain('ENQ-000001: yes'))
})

test('with shortcuts turned off, a slash is an ordinary character', async () => {
  document.cookie = 'shortcuts=off; path=/'
  const api = desk({ answers: [{ _id: uuid(901), name: 'Greeting', answer: 'Hello' }] })
  const { keys } = renderPage(open, api)
  await screen.findByText('Message 1')
  await waitFor(() => expect(api.sent('GET /answers')).toHaveLength(1))
  await keys.type(await box(), '/{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await box()).toHaveFocus()
})

test('canned responses can be filtered by several words of the name', async () => {
  const names = ['Kind regards', 'Kind refusal']
  const answers = names.map((name, at) => ({ _id: uuid(901 + at), name, answer: `${name}!` }))
  const { keys } = renderPage(open, desk({ answers }))
  await screen.findByText('Message 1')
  await keys.type(await box(), 'On 1/2 /kind reg')
  expect((await screen.findByRole('option')).textContent).toContain('Kind regards')
  await keys.keyboard('{Enter}')
  expect(await box()).toHaveValue('On 1/2 Kind regards!')
})

test('a canned response that a colleague has changed is offered in its new version', async () => {
  const stream = fakeStream()
  const api = desk({ answers: [{ _id: uuid(901), name: 'Greeting', answer: 'Hello' }] })
  window.sessionStorage.setItem(`lastEvent:${agent._id}`, '5')
  const { keys } = renderPage(open, api)
  await screen.findByText('Message 1')
  await waitFor(() => expect(stream.streams.size).toBe(1))
  stream.tell('hello', { no: 5 })
  await waitFor(() => expect(api.sent('GET /answers')).toHaveLength(1))
  api.world.answers = [{ _id: uuid(901), name: 'Greeting', answer: 'Dear friend' }]
  stream.tell('change', { no: 6, subject: 'answers', id: uuid(2), by: uuid(77) })
  await waitFor(() => expect(api.sent('GET /answers')).toHaveLength(2))
  await keys.type(await box(), '/gre')
  await screen.findByText('Dear friend')
  await keys.keyboard('{Enter}')
  expect(await box()).toHaveValue('Dear friend')
})

test('an assignee who may no longer answer is marked', async () => {
  const gone = { _id: uuid(7), name: 'Gone Away', profilePic: null }
  const api = desk({ enquiries: [enquiry(1, { assignee: gone, enquiryStatus: 'closed' })] })
  const { keys } = renderPage(open, api)
  await keys.click(await screen.findByRole('button', { name: 'Assignee: Gone Away' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Gone Away (cannot reply)' })).toBeChecked()
  expect(screen.getByRole('menuitemradio', { name: 'Hugo Desk (me)' })).toBeVisible()
})

test('Escape closes the canned responses and leaves what was typed', async () => {
  const { keys } = renderPage(open, desk({ answers: [{ _id: uuid(901), name: 'Greeting', answer: 'Hello' }] }))
  await screen.findByText('Message 1')
  await keys.type(await box(), '/')
  await screen.findByRole('listbox')
  await keys.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await box()).toHaveFocus()
  expect(await box()).toHaveValue('/')
})

test('canned responses are added, changed and removed', async () => {
  const api = desk()
  const { keys } = renderPage('/desk', api)
  await keys.click(await screen.findByRole('button', { name: 'Canned responses' }))
  await screen.findByText('No canned responses yet')
  await keys.click(screen.getByRole('button', { name: 'Add canned response' }))
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('name is a required field')).toBeVisible()
  await keys.type(screen.getByRole('textbox', { name: 'Name' }), 'Greeting')
  await keys.type(screen.getByRole('textbox', { name: 'Text' }), 'Dear ')
  await keys.click(screen.getByRole('button', { name: 'Requester’s name' }))
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  const edit = await screen.findByRole('button', { name: 'Edit Greeting' })
  expect(screen.getByText('Dear {{customer.name}}')).toBeVisible()
  await keys.click(edit)
  await keys.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  await keys.click(screen.getByRole('button', { name: 'Save' }))
  await keys.click(await screen.findByRole('button', { name: 'Delete Greeting!' }))
  expect(api.world.answers).toHaveLength(1)
  await keys.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No canned responses yet')).toBeVisible()
})

test('a note appears where it was written in the thread, is not sent as a message, and leaves the box once saved', async () => {
  const api = desk({ messages: [message(1), message(2)] })
  const { keys } = renderPage(open, api)
  await screen.findByText('Message 2')
  await keys.keyboard('n')
  await keys.type(screen.getByRole('textbox', { name: 'Internal note' }), 'They are a partner')
  await keys.click(screen.getByRole('button', { name: 'Add note' }))
  const note = await screen.findByRole('note', { name: 'Internal note by Hugo Desk' })
  expect(note).toHaveTextContent('They are a partner')
  expect(note.closest('li')).toHaveAttribute('data-kind', 'between')
  expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveValue('')
  expect(api.sent('POST /chat')).toEqual([])
})

test('unsent replies and notes stay with their enquiry', async () => {
  const { keys } = renderPage(open, desk())
  await keys.type(await box(), 'Half a reply')
  await keys.click(screen.getByRole('button', { name: 'Internal note' }))
  await keys.type(screen.getByRole('textbox', { name: 'Internal note' }), 'Half a note')
  await keys.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe(`/desk/${uuid(102)}`))
  expect(await box()).toHaveValue('')
  await keys.click(screen.getByText('ENQ-000001'))
  await waitFor(() => expect(address()).toBe(open))
  expect(await screen.findByDisplayValue('Half a reply')).toBe(await box())
  await keys.click(screen.getByRole('button', { name: 'Internal note' }))
  expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveValue('Half a note')
})

test('a phone shows one pane at a time, with a way back from each', async () => {
  showWidth(360)
  const { keys } = renderPage('/desk', desk())
  await keys.click(within(await queue()).getByText('ENQ-000001'))
  await screen.findByText('Message 1')
  await keys.click(screen.getByRole('link', { name: 'Details' }))
  await waitFor(() => expect(address()).toBe(`${open}?pane=details`))
  await keys.click(screen.getByRole('link', { name: 'Back to the thread' }))
  await waitFor(() => expect(address()).toBe(open))
  await keys.click(screen.getByRole('link', { name: 'Back to the queue' }))
  await waitFor(() => expect(address()).toBe('/desk'))
})

test('reading on the desk moves the seen mark of the host’s seat', async () => {
  const api = desk({ messages: [message(1), message(2)] })
  renderPage(open, api)
  await waitFor(() => expect(api.sent('POST /seen')[0]?.body).toEqual({ enquiry: uuid(101), seq: 2, side: 'host' }))
})

test('“Seen” below the last message says that the other seat has seen it', async () => {
  const api = desk({ messages: [message(1), message(2, 'A reply', 'host')], seenBy: { customer: 1, host: 2 } })
  const page = renderPage(open, api)
  await screen.findByText('A reply')
  expect(screen.queryByText('Seen')).toBeNull()
  page.close()
  api.world.seenBy = { customer: 2, host: 2 }
  renderPage(open, api)
  expect(await screen.findByText('Seen')).toBeVisible()
})

test('an unknown enquiry is reported on the page, and by one toast [S8.1]', async () => {
  const api = desk()
  const routes = ['GET /chat', 'GET /notes', 'GET /enquiry/activity'] as const
  for (const route of routes) api.answer(route, () => refusal(404, 'not-found', 'Enquiry not found'))
  renderPage(`/desk/${uuid(999)}`, api)
  expect(await screen.findByRole('heading', { name: 'Enquiry not found' })).toBeVisible()
  await waitFor(() => expect(api.sent('GET /chat')).not.toEqual([]))
  await waitFor(() => expect(shownToasts()).toEqual(['Enquiry not found']))
})
