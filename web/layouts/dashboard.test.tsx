import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { publishNews } from '#web/events/news.ts'
import { fakeApi, unreachable } from '#web/test/fakeApi.ts'
import { enquiry, person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { showWidth } from '#web/test/screen.ts'
import { showStyles } from '#web/test/styles/styles.ts'
import defaultLogo from '#web/theme/company.svg'
import { layers, overlayOpacity, sizes } from '#web/theme/sizes.ts'

test('the sidebar has one entry, Enquiry, which links to / [S2.22]', async () => {
  renderPage('/profile', fakeApi())
  const entries = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(entries.map((entry) => entry.textContent)).toEqual(['Enquiry'])
  expect(entries[0]).toHaveAttribute('href', '/')
})

test('the sidebar shows the company and greets the user, with placeholders where there is no picture [S2.23]', async () => {
  const user = person('owner', { name: '' })
  renderPage('/profile', fakeApi({ user }))
  await screen.findByRole('heading', { name: 'Profile' })
  const sidebar = within(screen.getByText('Hello,').closest('div')!.parentElement!.parentElement!)
  expect(sidebar.getByText('User')).toBeVisible()
  expect(sidebar.getByText('U')).toBeVisible()
  expect(sidebar.getByText('Blue Harbour')).toBeVisible()
  expect(sidebar.getByRole('img', { name: 'Logo of Blue Harbour' })).toHaveAttribute('src', defaultLogo)
})

test('the sidebar shows the pictures of the company and the user [S2.23]', async () => {
  const user = person('owner', { profilePic: '/face', company: { ...person().company, logo: '/logo' } })
  renderPage('/', fakeApi({ user }))
  await screen.findByRole('heading', { name: 'Enquiries' })
  expect(screen.getByRole('img', { name: 'Logo of Blue Harbour' })).toHaveAttribute('src', '/logo')
  expect(document.querySelectorAll('img[src="/face"]').length).toBeGreaterThan(0)
})

test('a logo that cannot be loaded is replaced by the drawing [S2.23]', async () => {
  const user = person('owner', { company: { ...person().company, logo: '/gone' } })
  renderPage('/profile', fakeApi({ user }))
  await screen.findByRole('heading', { name: 'Profile' })
  failToLoad('/gone')
  expect(screen.getAllByRole('img', { name: 'Logo of Blue Harbour' })[0]).toHaveAttribute('src', defaultLogo)
})

function failToLoad(src: string) {
  fireEvent.error(document.querySelector(`img[src="${src}"]`)!)
}

test('a picture that fails to load is requested again occasionally, not in a loop [S2.23]', async () => {
  const user = person('owner', { profilePic: '/face?signature=1' })
  const api = fakeApi({ user })
  renderPage('/', api)
  await screen.findByRole('heading', { name: 'Enquiries' })
  const asked = api.sent('GET /auth/profile').length
  api.world.user = { ...user, profilePic: '/face?signature=2' }
  failToLoad('/face?signature=1')
  await waitFor(() => expect(document.querySelector('img[src="/face?signature=2"]')).not.toBeNull())
  expect(api.sent('GET /auth/profile')).toHaveLength(asked + 1)
  const lists = api.sent('GET /enquiry').length
  failToLoad('/face?signature=2')
  // A later request has its response, and there was no profile request in between.
  act(() => publishNews({ no: 1, subject: 'enquiry', id: user._id, by: user._id }))
  await waitFor(() => expect(api.sent('GET /enquiry').length).toBeGreaterThan(lists))
  expect(api.sent('GET /auth/profile')).toHaveLength(asked + 1)
})

test('a button and “[” collapse the sidebar, and this browser remembers it [S2.24] [D2.10]', async () => {
  const { keys, close } = renderPage('/', fakeApi())
  const button = await screen.findByRole('button', { name: 'Sidebar' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await keys.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(document.documentElement).toHaveAttribute('data-sidebar', 'collapsed')
  expect(screen.getByRole('complementary', { name: 'Sidebar' })).toHaveTextContent(/Blue Harbour.*Hello,Maya.*Enquiry/)
  window.localStorage.clear()
  close()
  renderPage('/profile', fakeApi())
  expect(await screen.findByRole('button', { name: 'Sidebar' })).toHaveAttribute('aria-expanded', 'false')
  await keys.keyboard('[[')
  expect(screen.getByRole('button', { name: 'Sidebar' })).toHaveAttribute('aria-expanded', 'true')
  expect(document.documentElement).toHaveAttribute('data-sidebar', 'whole')
})

test('“[” is a letter while somebody types, and does nothing where the sidebar is a drawer [D2.10]', async () => {
  const { keys, close } = renderPage('/', fakeApi())
  const search = await screen.findByRole('searchbox')
  await keys.type(search, '[[')
  expect(search).toHaveValue('[')
  expect(screen.getByRole('button', { name: 'Sidebar' })).toHaveAttribute('aria-expanded', 'true')
  close()
  showWidth(1199)
  renderPage('/profile', fakeApi())
  await screen.findByRole('heading', { name: 'Profile' })
  await keys.keyboard('[[')
  expect(document.documentElement).toHaveAttribute('data-sidebar', 'whole')
})

test('the drawer opens on demand and closes on every route change [S2.24] [S4.7]', async () => {
  const { keys, router } = renderPage('/', fakeApi())
  await keys.click(await screen.findByRole('button', { name: 'Open navigation' }))
  const drawer = await screen.findByRole('presentation')
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
  // It stays open although its code was loaded by the click. Closing would return the focus to the button.
  await keys.tab()
  expect(within(drawer).getByRole('link', { name: 'Enquiry' })).toHaveFocus()
  await router.navigate('/profile')
  await waitFor(() => expect(screen.getAllByText('Hello,')).toHaveLength(1))
})

test('the entry of the current page closes the drawer too [S4.7]', async () => {
  const { keys } = renderPage('/', fakeApi())
  await keys.click(await screen.findByRole('button', { name: 'Open navigation' }))
  const drawer = within(await screen.findByRole('presentation'))
  await keys.click(drawer.getByRole('link', { name: 'Enquiry' }))
  await waitFor(() => expect(screen.getAllByText('Hello,')).toHaveLength(1))
})

test('the avatar menu names the user and links to Home and Profile [S2.25]', async () => {
  const { keys } = renderPage('/', fakeApi())
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Account' }))
  expect(menu.getByText('Maya Lindqvist')).toBeVisible()
  expect(menu.getByText('maya@blueharbour.test')).toBeVisible()
  await keys.click(menu.getByRole('menuitem', { name: 'Profile' }))
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(address()).toBe('/profile')
  await keys.click(screen.getByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByRole('menuitem', { name: 'Home' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
})

test('Logout ends the session on the server, clears all local storage and goes to /login [S2.25] [D2.8]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  window.localStorage.setItem('something', 'else')
  const token = window.localStorage.getItem('accessToken')
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login')
  expect(window.localStorage).toHaveLength(0)
  expect(api.sent('POST /auth/logout')[0]?.headers.Authorization).toBe(`Bearer ${token}`)
})

test('after a logout, the next sign-in starts at Home [D4.3]', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByRole('button', { name: 'Logout' }))
  // The profile page has a field “Email address” too.
  await screen.findByRole('heading', { name: 'Sign in' })
  await keys.type(screen.getByLabelText('Email address'), 'maya@blueharbour.test')
  await keys.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  expect(address()).toBe('/')
})

test('Logout works when the server cannot be reached [S2.25]', async () => {
  const api = fakeApi()
  api.answer('POST /auth/logout', unreachable)
  const { keys } = renderPage('/', api)
  await keys.click(await screen.findByRole('button', { name: 'Account' }))
  await keys.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(window.localStorage).toHaveLength(0)
})

test('the colour mode is chosen in the header and survives a logout [S4.8] [D4.5]', async () => {
  const { keys } = renderPage('/', fakeApi({ enquiries: [enquiry(1)] }))
  await keys.click(await screen.findByRole('button', { name: 'Colour mode' }))
  expect(screen.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await keys.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-color-scheme', 'dark'))
  expect(document.cookie).toContain('colorMode=dark')
  await keys.click(screen.getByRole('button', { name: 'Colour mode' }))
  await keys.click(screen.getByRole('menuitemradio', { name: 'Light' }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-color-scheme', 'light'))
  expect(document.cookie).toContain('colorMode=light')
})

test('the pages around signing in share a header with the logo and the link to the vendor [S1.2] [S1.4] [S9.5]', async () => {
  renderPage('/login', fakeApi(), { session: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  const header = within(screen.getByRole('banner'))
  const vendor = header.getByRole('link', { name: 'Software By Enquiry Desk' })
  expect(vendor).toHaveAttribute('target', '_blank')
  expect(vendor).toHaveAttribute('rel', expect.stringContaining('noopener'))
  const logo = header.getByRole('img', { name: 'Enquiry Desk' })
  expect([logo.getAttribute('width'), logo.getAttribute('height')]).toEqual(['50', '50'])
  showStyles()
  expect(getComputedStyle(screen.getByRole('banner')).position).toBe('sticky')
})

test('the notice is hidden if the server sends none [S1.3] [D1.1]', async () => {
  renderPage('/login', fakeApi(), { session: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  showStyles()
  expect(document.querySelector('.MuiAlert-root')).not.toBeVisible()
})

test('a text that cannot be selected cannot be selected in Safari either', async () => {
  renderPage('/login', fakeApi(), { session: null })
  await screen.findByRole('button', { name: 'Sign in' })
  showStyles()
  const rules = [...document.querySelectorAll('style[data-emotion]')].map(({ textContent }) => textContent).join('')
  expect(rules).toContain('-webkit-user-select:none;user-select:none;')
})

test('sizes and layers match the specification [S9.2] [S9.3] [S9.4] [S9.5] [S9.6]', () => {
  expect(sizes).toMatchObject({
    sidebar: 300,
    rail: 64,
    drawer: 320,
    navItem: 44,
    header: { mobile: 64, desktop: 72 },
    headerBlur: 8,
    authContent: 420,
    logo: 50,
  })
  expect(layers).toMatchObject({ header: 1100, navigation: 1101 })
  expect(overlayOpacity).toEqual({ light: 0.24, dark: 0.08 })
})

test('the skip link skips the navigation', async () => {
  vi.spyOn(console, 'error')
  const { keys } = renderPage('/profile', fakeApi())
  await screen.findByRole('heading', { name: 'Profile' })
  await keys.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
})
