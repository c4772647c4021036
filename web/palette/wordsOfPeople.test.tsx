import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fakeApi } from '#web/test/fakeApi.ts'
import { firstSteps } from '#web/test/fakeMany.ts'
import { enquiry, uuid } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'

// Transform the code before a test waits for it.
beforeAll(async () => {
  await Promise.all([import('#web/layouts/SignedInLayout.tsx'), import('./Palette.tsx'), import('./PaletteKey.tsx')])
}, 60_000)

/** Opens the palette on a page and types into it. */
async function find(page: ReturnType<typeof renderPage>, text: string) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.keys.click(await screen.findByRole('button', { name: 'Command palette' }))
  const box = await screen.findByRole('combobox', { name: 'Go to an enquiry, or do something' })
  if (text) await page.keys.type(box, text)
}

/** The names of the commands that a word finds. */
function foundBy(word: string) {
  const box = screen.getByRole('combobox', { name: 'Go to an enquiry, or do something' })
  fireEvent.change(box, { target: { value: word } })
  const found = document.getElementById(box.getAttribute('aria-controls') ?? '')
  return [...(found?.children ?? [])].map(({ textContent }) => textContent)
}

function pairs(wordsOf: Record<string, string[]>) {
  return Object.entries(wordsOf).flatMap(([label, words]) => words.map((word) => [label, word] as const))
}

const labels = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

/** The words by which people look for something, and its name in the palette. */
const everywhere = {
  Enquiries: ['home', 'list', 'tickets'],
  Desk: ['desk', 'queue', 'answer'],
  'Add an enquiry': ['new', 'create', 'raise', 'ticket'],
  'Enquiries you raised': ['mine', 'my', 'raised by me'],
  'Search the enquiries': ['find', 'search'],
  'Filter the enquiries': ['filter', 'status', 'type'],
  'Saved views': ['views', 'favourite'],
  'Export enquiries as CSV': ['csv', 'export', 'download', 'excel'],
  'Import enquiries from CSV': ['csv', 'import', 'upload', 'spreadsheet'],
  'Canned responses': ['canned', 'template', 'macro', 'snippets'],
  Profile: ['profile', 'account', 'settings'],
  'Change your name or picture': ['avatar', 'photo', 'name'],
  'Change your email address': ['mail', 'email'],
  'Change your password': ['password', 'security'],
  'Where you are signed in': ['devices', 'sessions', 'browsers'],
  'Invite someone': ['invite', 'add user', 'colleague', 'mail'],
  Team: ['people', 'roles', 'users', 'deactivate'],
  'Create a reset link': ['forgot', 'reset', 'password'],
  'Company name and logo': ['logo', 'brand', 'company'],
  'Company settings': ['company settings', 'storage', 'types'],
  'Form for customers': ['form', 'customers', 'website', 'embed'],
  Email: ['mail', 'smtp', 'email'],
  'Colour mode: dark': ['dark', 'theme', 'night'],
  'Colour mode: light': ['light', 'theme'],
  'Row height: tall': ['compact', 'rows', 'density'],
  'Notification settings': ['notification', 'notify', 'bell', 'email me'],
  'Keyboard shortcuts': ['shortcuts', 'keys', 'help'],
  Logout: ['logout', 'log out', 'sign out', 'exit'],
}

const onEnquiry = {
  'Reply on the desk': ['reply', 'answer'],
  'Show comments': ['chat', 'comments', 'conversation'],
  'Edit comments and status': ['edit', 'change'],
  'Print the conversation': ['print', 'paper'],
  'Status: Closed': ['close', 'done', 'resolve'],
  'Status: On hold': ['hold', 'pause'],
  'Assign to me': ['assign', 'take'],
}

test('the palette finds every page and every action by the words people use', async () => {
  const page = renderPage('/profile', fakeApi())
  await find(page, '')
  const listed = labels()
  expect(listed.toSorted()).toEqual(Object.keys(everywhere).toSorted())
  for (const [label, word] of pairs(everywhere)) expect(foundBy(word), `“${word}” finds ${label}`).toContain(label)
})

test('on an enquiry the palette finds what can be done with it', async () => {
  const page = renderPage(`/enquiry/${uuid(101)}`, fakeApi({ enquiries: [enquiry(1)] }))
  await screen.findByDisplayValue('ENQ-000001')
  await find(page, '')
  await screen.findByRole('option', { name: 'Assign to me' })
  for (const [label, word] of pairs(onEnquiry)) expect(foundBy(word), `“${word}” finds ${label}`).toContain(label)
})

test('a command whose name has the word comes before those that are only meant by it', async () => {
  const page = renderPage('/', fakeApi())
  await find(page, 'mail')
  expect(labels().slice(0, 2)).toEqual(['Change your email address', 'Email'])
})

const dialogs = [
  ['invite', 'Invite someone', '/profile', 'Invite someone'],
  ['csv', 'Import enquiries from CSV', '/', 'Import enquiries'],
  ['views', 'Saved views', '/', 'Saved views'],
  ['filter', 'Filter the enquiries', '/', 'Filters'],
  ['canned', 'Canned responses', '/desk', 'Canned responses'],
  ['notify', 'Notification settings', '/enquiry/AddEnquiry', 'Notification settings'],
  ['keys', 'Keyboard shortcuts', '/enquiry/AddEnquiry', 'Keyboard shortcuts'],
] as const

for (const [word, label, path, dialog] of dialogs) {
  test(`the command ${label} opens it from any page, and a reload does not open it again`, async () => {
    const page = renderPage('/enquiry/AddEnquiry', fakeApi())
    await screen.findByRole('heading', { name: 'Add Enquiry' })
    await find(page, word)
    await page.keys.click(screen.getByRole('option', { name: label }))
    expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible()
    await waitFor(() => expect([address(), window.location.hash]).toEqual([path, '']))
  })
}

test('a part of the list keeps the filter of the list on the screen', async () => {
  const page = renderPage('/?enquiryStatus=open&search=crane', fakeApi())
  await find(page, 'views')
  await page.keys.click(screen.getByRole('option', { name: 'Saved views' }))
  expect(await screen.findByRole('dialog', { name: 'Saved views' })).toBeVisible()
  const { pathname, search, hash } = page.router.state.location
  expect([pathname, search, hash]).toEqual(['/', '?enquiryStatus=open&search=crane', ''])
})

test('an owner shows the first steps again that they have hidden [D10.9]', async () => {
  const api = fakeApi({ firstSteps: firstSteps({ isShown: false, isHidden: true }) })
  const page = renderPage('/profile', api)
  await find(page, 'checklist')
  await page.keys.click(await screen.findByRole('option', { name: 'Show your first steps' }))
  expect(await screen.findByRole('region', { name: 'Your first steps' })).toBeVisible()
  expect(api.sent('PATCH /first-steps')[0]?.body).toEqual({ isHidden: false })
  await find(page, '')
  await waitFor(() => expect(api.sent('GET /first-steps').length).toBeGreaterThan(2))
  expect(labels()).not.toContain('Show your first steps')
})

test('the row height of the list can be changed', async () => {
  const page = renderPage('/', fakeApi({ enquiries: [enquiry(1)] }))
  const choice = await screen.findByRole('combobox', { name: 'Row height' })
  expect(choice).toHaveValue('compact')
  await find(page, 'density')
  await page.keys.click(screen.getByRole('option', { name: 'Row height: tall' }))
  await waitFor(() => expect(choice).toHaveValue('tall'))
  expect(document.cookie).toContain('rowHeight=tall')
})

const sections = [
  ['password', 'Change your password', 'Password'],
  ['logo', 'Company name and logo', 'Company'],
  ['devices', 'Where you are signed in', 'Where you are signed in'],
  ['smtp', 'Email', 'Email'],
] as const

for (const [word, label, heading] of sections) {
  test(`the command ${label} leads to the section ${heading} of the profile`, async () => {
    const page = renderPage('/', fakeApi())
    await find(page, word)
    await page.keys.click(screen.getByRole('option', { name: label }))
    const section = within(await screen.findByRole('region', { name: heading }))
    await waitFor(() => expect(section.getByRole('heading', { name: heading })).toHaveFocus())
    expect([address(), window.location.hash]).toEqual(['/profile', ''])
  })
}

test('the search box of the list takes the focus from any page', async () => {
  const page = renderPage('/profile', fakeApi())
  await find(page, 'find')
  await page.keys.click(screen.getByRole('option', { name: 'Search the enquiries' }))
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search enquiries' })).toHaveFocus())
})
