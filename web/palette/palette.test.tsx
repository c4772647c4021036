import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fakeApi, heldBack, ok, type FakeApi } from '#web/test/fakeApi.ts'
import { enquiry, person, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

// Transform the code before a test waits for it.
beforeAll(async () => {
  await Promise.all([import('#web/layouts/SignedInLayout.tsx'), import('./Palette.tsx'), import('./PaletteKey.tsx')])
}, 60_000)

const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })

async function open({ keys }: ReturnType<typeof renderPage>) {
  // The previous dialog may still be closing.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The shortcut works once its code is loaded.
  await waitFor(async () => {
    await keys.keyboard('{Control>}k{/Control}')
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  })
  return screen.getByRole('combobox', { name: 'Go to an enquiry, or do something' })
}

/** Opens the palette on the page of an enquiry. */
async function openOnEnquiry(api: FakeApi) {
  const page = renderPage(`/enquiry/${uuid(101)}`, api)
  await screen.findByDisplayValue('ENQ-000001')
  await open(page)
  return page
}

const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('an enquiry can be found by text and opened with keys alone', async () => {
  const api = fakeApi({ enquiries: [enquiry(1), enquiry(2, { summery: 'Broken lamp' })] })
  const page = renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Profile' })
  expect(await open(page)).toHaveFocus()
  await page.keys.keyboard('lamp')
  expect(await screen.findByRole('option', { name: 'ENQ-000002 · Broken lamp' })).toBeVisible()
  await page.keys.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an arrow key chooses an option, before and after the search has ended', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { summery: 'Old lamp' }), enquiry(2, { summery: 'Broken lamp' })] })
  const page = renderPage('/profile', api)
  await screen.findByRole('heading', { name: 'Profile' })
  const box = await open(page)
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  await page.keys.keyboard('lamp')
  expect(await screen.findByRole('option', { name: 'ENQ-000002 · Broken lamp' })).toBeVisible()
  await waitFor(() => expect(chosen()).toHaveTextContent('ENQ-000001 · Old lamp'))
  await page.keys.keyboard('{ArrowDown}')
  await waitFor(() => expect(chosen()).toHaveTextContent('ENQ-000002 · Broken lamp'))
  await page.keys.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
})

/** Waits for the search, then presses an arrow key until the command is chosen. */
async function choose({ keys }: ReturnType<typeof renderPage>, api: FakeApi, typed: string, label: string) {
  const box = screen.getByRole('combobox', { name: 'Go to an enquiry, or do something' })
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  await keys.keyboard(typed)
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ search: typed }))
  expect(await screen.findByRole('option', { name: label })).toBeVisible()
  for (let presses = 0; presses < labels().length && chosen()?.textContent !== label; presses++) {
    await keys.keyboard('{ArrowDown}')
  }
  expect(chosen()).toHaveTextContent(label)
  return chosen
}

test('a change chosen with an arrow key stays chosen while more commands arrive', async () => {
  const api = fakeApi({ user: agent, enquiries: [enquiry(1)] })
  const byStatus = { open: 0, 'in-progress': 0, inReview: 0, onHold: 0, closed: 0 }
  const assignees = [{ _id: agent._id, name: agent.name, profilePic: null, canAnswer: true, byStatus }]
  const late = heldBack(ok({ byStatus, unassigned: byStatus, assignees }))
  api.answer('GET /desk/summary', late.responder)
  const page = await openOnEnquiry(api)
  const chosen = await choose(page, api, 'enq', 'Status: On hold')
  late.letGo()
  expect(await screen.findByRole('option', { name: 'Assign to me' })).toBeVisible()
  expect(chosen()).toHaveTextContent('Status: On hold')
  await page.keys.keyboard('{Enter}')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'onHold' }))
})

test('a command chosen with an arrow key stays chosen while the page behind the palette loads', async () => {
  const api = fakeApi({ user: agent, enquiries: [enquiry(1)] })
  const page = await openOnEnquiry(api)
  const chosen = await choose(page, api, 'enq', 'Status: On hold')
  act(() => void page.router.navigate(`/chats/${uuid(101)}`))
  expect(await screen.findByRole('option', { name: 'View the enquiry' })).toBeVisible()
  await screen.findByText('Write a comment below. Support replies here.')
  expect(chosen()).toHaveTextContent('Status: On hold')
  await page.keys.keyboard('{Enter}')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'onHold' }))
})

test('the palette assigns the enquiry on the screen and changes its status', async () => {
  const api = fakeApi({ user: agent, enquiries: [enquiry(1)] })
  const page = await openOnEnquiry(api)
  await page.keys.keyboard('hold{ArrowDown}{Enter}')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), enquiryStatus: 'onHold' }))
  await open(page)
  await page.keys.keyboard('assign me{ArrowDown}{Enter}')
  await waitFor(() => expect(api.sent('PATCH /enquiry')[1]?.body).toEqual({ id: uuid(101), assignee: agent._id }))
})

test('a status set with the palette can be undone', async () => {
  const api = fakeApi({ user: agent, enquiries: [enquiry(1)] })
  const page = await openOnEnquiry(api)
  await page.keys.keyboard('hold{ArrowDown}{Enter}')
  await page.keys.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[1]?.body).toEqual({ id: uuid(101), enquiryStatus: 'open' }))
})

test('Enter waits for the search, and alone never changes an enquiry', async () => {
  const api = fakeApi({ user: agent, enquiries: [enquiry(1), enquiry(2, { summery: 'Closed door' })] })
  const page = await openOnEnquiry(api)
  await page.keys.keyboard('door{Enter}')
  await waitFor(() => expect(address()).toBe(`/enquiry/${uuid(102)}`))
  await screen.findByDisplayValue('ENQ-000002')
  await open(page)
  await page.keys.keyboard('status review{Enter}')
  await waitFor(() => expect(api.sent('GET /enquiry').at(-1)?.params).toMatchObject({ search: 'status review' }))
  expect(await screen.findByRole('option', { name: 'Status: In review' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Go to an enquiry, or do something' })).not.toHaveAttribute(
    'aria-activedescendant',
  )
  expect(api.sent('PATCH /enquiry')).toEqual([])
})

test('on the desk, the palette starts a reply or a note and unassigns the enquiry', async () => {
  const mine = { _id: agent._id, name: agent.name, profilePic: null }
  const api = fakeApi({ user: agent, enquiries: [enquiry(1, { assignee: mine })] })
  const page = renderPage(`/desk/${uuid(101)}`, api)
  await screen.findByRole('textbox', { name: 'Reply' })
  await open(page)
  await page.keys.click(await screen.findByRole('option', { name: 'Write an internal note' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveFocus())
  await open(page)
  await page.keys.click(await screen.findByRole('option', { name: 'Reply' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveFocus())
  await open(page)
  await page.keys.click(await screen.findByRole('option', { name: 'Unassign' }))
  await waitFor(() => expect(api.sent('PATCH /enquiry')[0]?.body).toEqual({ id: uuid(101), assignee: null }))
})

test('the palette opens by touch too', async () => {
  const page = renderPage('/profile', fakeApi())
  await page.keys.click(await screen.findByRole('button', { name: 'Command palette' }))
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible()
})

test('people who may neither answer nor edit are offered neither', async () => {
  await openOnEnquiry(fakeApi({ user: person('viewer'), enquiries: [enquiry(1)] }))
  expect(labels()).toEqual([
    'Enquiries',
    'Search the enquiries',
    'Filter the enquiries',
    'Saved views',
    'Export enquiries as CSV',
    'Profile',
    'Change your name or picture',
    'Change your email address',
    'Change your password',
    'Where you are signed in',
    'Company',
    'Colour mode: light',
    'Colour mode: dark',
    'Row height: tall',
    'Keyboard shortcuts',
    'Logout',
  ])
})

test('the palette switches the colour mode and logs out', async () => {
  const page = renderPage('/profile', fakeApi())
  await screen.findByRole('heading', { name: 'Profile' })
  await open(page)
  await page.keys.keyboard('dark{Enter}')
  await waitFor(() => expect(document.cookie).toContain('colorMode=dark'))
  await open(page)
  await page.keys.keyboard('logout{Enter}')
  await waitFor(() => expect(address()).toBe('/login'))
})

test('the shortcut of the palette is listed with the others and turned off with them', async () => {
  const page = renderPage('/profile', fakeApi())
  await screen.findByRole('heading', { name: 'Profile' })
  await open(page)
  await page.keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.keys.keyboard('?')
  expect(await screen.findByText('Go anywhere, do anything')).toBeVisible()
  await page.keys.click(screen.getByRole('switch', { name: 'Use keyboard shortcuts' }))
  await page.keys.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.keys.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
