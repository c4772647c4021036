import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, refusal } from '#web/test/fakeApi.ts'
import { person } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const picture = '/api/files/face'
const logo = '/api/files/logo'
const face = new File(['pixels'], 'face.png', { type: 'image/png' })

function card(name: string) {
  return within(screen.getByRole('region', { name }))
}

function group(name: string) {
  return within(screen.getByRole('group', { name }))
}

function isOff(name: string) {
  return screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
}

/** jsdom does not draw, so this sets the size of the picture in the dialog and the content of the canvas. */
async function showPicture(width: number, height: number) {
  const dialog = await screen.findByRole('dialog')
  const image = dialog.querySelector('img')!
  Object.defineProperties(image, { naturalWidth: { value: width }, naturalHeight: { value: height } })
  const drawImage = vi.fn<(...drawn: unknown[]) => void>()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/webp;base64,AAAA')
  fireEvent.load(image)
  return { dialog: within(dialog), image, drawImage }
}

test('the company card shows the storage in use, and warns from 80% [D12.2]', async () => {
  const gigabyte = 1024 ** 3
  const storage = { usedBytes: 8 * gigabyte, quotaBytes: 10 * gigabyte }
  renderPage('/profile', fakeApi({ storage }))
  const meter = await screen.findByRole('progressbar', { name: 'Storage: 8 GB of 10 GB used' })
  expect(meter).toHaveAttribute('aria-valuenow', '80')
  expect(screen.getByText(/When it is full, no more documents can be added/)).toBeVisible()
})

test('the profile shows company, logo, name, email and picture [S1.1] [S2.9]', async () => {
  const user = person('member', {
    profilePic: picture,
    company: { ...person().company, companyName: 'Blue Harbour', logo },
  })
  renderPage('/profile', fakeApi({ user }))
  const page = within(await screen.findByRole('main'))
  expect(page.getByText('Blue Harbour')).toBeVisible()
  expect(page.getByText('Maya Lindqvist')).toBeVisible()
  expect(page.getByText('maya@blueharbour.test')).toBeVisible()
  expect(page.getByRole('img', { name: 'Logo of Blue Harbour' })).toHaveAttribute('src', logo)
  expect(document.querySelector(`main img[src="${picture}"]`)).not.toBeNull()
})

test('only changed fields are sent, and the response replaces the stored user data [S4.5] [S7.9]', async () => {
  const api = fakeApi()
  const { keys, store } = renderPage('/profile', api)
  const name = await screen.findByLabelText('Name')
  await keys.clear(name)
  await keys.type(name, 'Maya L.')
  await keys.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ name: 'Maya L.' }))
  await waitFor(() => expect(JSON.parse(window.localStorage.getItem('userData')!).name).toBe('Maya L.'))
  expect(store.getState().account.userData).toMatchObject({ name: 'Maya L.' })
  await waitFor(() => expect(isOff('Save changes')).toBe(true))
})

test('without changes nothing can be saved, and a change can be discarded', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  const name = await screen.findByLabelText('Name')
  await keys.type(name, '{Enter}')
  expect(isOff('Save changes')).toBe(true)
  await keys.type(name, ' Jr')
  expect(isOff('Save changes')).toBe(false)
  await keys.click(screen.getByRole('button', { name: 'Discard' }))
  expect(name).toHaveValue('Maya Lindqvist')
  expect(api.sent('PATCH /users')).toEqual([])
})

test('leaving with an unsaved change asks first, and after saving it does not', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await keys.type(await screen.findByLabelText('Company name'), ' & Co')
  await keys.click(screen.getByRole('link', { name: 'Enquiry' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(question.getByText('Your changes on this page will be lost.')).toBeVisible()
  await keys.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await keys.click(screen.getByRole('button', { name: 'Save company' }))
  await waitFor(() => expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true))
  await keys.click(screen.getByRole('link', { name: 'Enquiry' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
})

test('an email address that is already in use is told by a toast and marked at its field, which gets the focus [S7.9] [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  const message = 'This email address already has an account'
  api.answer('PATCH /users', () => refusal(409, 'conflict', message, { errors: { email: message } }))
  const { keys } = renderPage('/profile', api)
  const email = await screen.findByLabelText('Email address')
  await keys.clear(email)
  await keys.type(email, 'noor@blueharbour.test{Enter}')
  await waitFor(() => expect(shownToasts()).toEqual([message]))
  await waitFor(() => expect(email).toBeInvalid())
  expect(email).not.toHaveAccessibleDescription(message)
  expect(api.sent('PATCH /users')[0]?.body).toEqual({ email: 'noor@blueharbour.test' })
  expect(email).toHaveFocus()
})

test('only owners can edit the company [D6.2]', async () => {
  renderPage('/profile', fakeApi({ user: person('agent') }))
  expect(await screen.findByLabelText('Name')).toBeVisible()
  expect(screen.queryByLabelText('Company name')).toBeNull()
  expect(screen.queryByRole('group', { name: 'Company logo' })).toBeNull()
})

test('only changed fields of the company are sent [S7.9]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  const name = await screen.findByLabelText('Company name')
  await keys.clear(name)
  await keys.type(name, 'Red Harbour')
  await keys.click(screen.getByRole('button', { name: 'Save company' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ company: { companyName: 'Red Harbour' } }))
})

test('an owner sets how long sessions last, in whole days from 1 to 365', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  const days = await screen.findByRole('spinbutton', { name: 'Sign people out after (days)' })
  expect(days).toHaveValue(90)
  expect(days).toHaveAccessibleDescription('Sessions end this many days after sign-in at the latest.')
  for (const [typed, complaint] of [
    ['366', 'company.sessionDays must be at most 365'],
    ['0', 'company.sessionDays must be at least 1'],
    ['1.5', 'company.sessionDays must be a whole number'],
    ['', 'company.sessionDays is a required field'],
  ]) {
    fireEvent.change(days, { target: { value: typed } })
    await keys.click(screen.getByRole('button', { name: 'Save company' }))
    await waitFor(() => expect(days).toHaveAccessibleDescription(complaint))
  }
  expect(api.sent('PATCH /users')).toEqual([])
  await keys.type(days, '30')
  await keys.click(screen.getByRole('button', { name: 'Save company' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ company: { sessionDays: 30 } }))
  await waitFor(() => expect(isOff('Save company')).toBe(true))
  expect(days).toHaveValue(30)
})

test('an owner decides whether the first reply assigns an enquiry', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  const assigns = await screen.findByRole('switch', { name: 'The first reply assigns the enquiry' })
  expect(assigns).toBeChecked()
  expect(assigns).toHaveAccessibleDescription(/makes the person who writes it the assignee/)
  await keys.click(assigns)
  await keys.click(screen.getByRole('button', { name: 'Save company' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ company: { assignsOnReply: false } }))
  await waitFor(() => expect(isOff('Save company')).toBe(true))
  expect(assigns).not.toBeChecked()
})

test('an owner arranges the enquiry types, also from the usual ones of an industry', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  await keys.type(await screen.findByLabelText('Enquiry types'), 'Cranes{Enter}')
  screen.getByRole('button', { name: 'Add the usual types of an industry' }).focus()
  await keys.keyboard('{Enter}')
  expect(await screen.findByRole('menu', { name: 'Industries' })).toBeVisible()
  // An arrow key alone adds nothing.
  await keys.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.queryByText('Delay')).toBeNull()
  await keys.click(screen.getByRole('menuitem', { name: 'Logistics and transport' }))
  await keys.click(screen.getByRole('button', { name: 'Save company' }))
  const enquiryTypes = ['Cranes', 'Delay', 'Damaged goods', 'Lost item', 'Tracking', 'Claim']
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ company: { enquiryTypes } }))
  await waitFor(() => expect(isOff('Save company')).toBe(true))
})

test('a picture is cropped with the sliders, and sent as a data URL [S1.1] [S7.9]', async () => {
  const api = fakeApi()
  const { keys } = renderPage('/profile', api)
  await screen.findByLabelText('Name')
  await keys.upload(group('Profile picture').getByLabelText('Choose picture: file'), face)
  const { dialog, drawImage } = await showPicture(2000, 1000)
  expect(dialog.getByRole('slider', { name: 'Up and down' })).toBeDisabled()
  fireEvent.change(dialog.getByRole('slider', { name: 'Left and right' }), { target: { value: 100 } })
  await keys.click(dialog.getByRole('button', { name: 'Use picture' }))
  // The right half of 2000 × 1000 pixels, as 512 × 512.
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([-512, -0, 1024, 512])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent('PATCH /users')).toEqual([])
  await keys.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ profilePic: 'data:image/webp;base64,AAAA' }))
})

test('a logo can be shown whole, with space at its edges, and zooming in lets it be moved', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await screen.findByLabelText('Company name')
  await keys.upload(group('Company logo').getByLabelText('Choose picture: file'), face)
  const { dialog, image } = await showPicture(2000, 1000)
  expect(image.style).toMatchObject({ width: '100%', height: '50%', left: '0%', top: '25%' })
  const sideways = dialog.getByRole('slider', { name: 'Left and right' })
  expect(sideways).toBeDisabled()
  fireEvent.change(dialog.getByRole('slider', { name: 'Zoom' }), { target: { value: 25 } })
  expect(image.style).toMatchObject({ width: '200%', height: '100%', left: '-50%' })
  expect(sideways).toBeEnabled()
})

test('cancelling the crop keeps the previous picture', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await screen.findByLabelText('Name')
  await keys.upload(group('Profile picture').getByLabelText('Choose picture: file'), face)
  await screen.findByRole('dialog')
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isOff('Save changes')).toBe(true)
})

test('a file that is not an image is refused with a message [D5.2]', async () => {
  renderPage('/profile', fakeApi())
  await screen.findByLabelText('Name')
  const input = group('Profile picture').getByLabelText('Choose picture: file')
  fireEvent.change(input, { target: { files: [new File(['words'], 'notes.txt', { type: 'text/plain' })] } })
  expect(await screen.findByText('notes.txt is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
})

test('the crop dialog reports an image that cannot be read [D5.2]', async () => {
  const { keys } = renderPage('/profile', fakeApi())
  await screen.findByLabelText('Name')
  await keys.upload(group('Profile picture').getByLabelText('Choose picture: file'), face)
  const dialog = await screen.findByRole('dialog')
  fireEvent.error(dialog.querySelector('img')!)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('cannot be read as a picture')
  expect(within(dialog).getByRole('button', { name: 'Use picture' })).toBeDisabled()
})

test('a picture can be removed [S7.9]', async () => {
  const api = fakeApi({ user: person('owner', { profilePic: picture }) })
  const { keys } = renderPage('/profile', api)
  await screen.findByLabelText('Name')
  await keys.click(group('Profile picture').getByRole('button', { name: 'Remove' }))
  expect(screen.getByRole('group', { name: 'Profile picture' })).toHaveFocus()
  await keys.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(api.sent('PATCH /users')[0]?.body).toEqual({ profilePic: null }))
})

test('a refused change stays in the form, which marks itself below the toast with the reason [S8.1] [D8.2]', async () => {
  const api = fakeApi()
  api.answer('PATCH /users', () => refusal(415, 'unsupported-type', 'The picture is not an image'))
  const { keys } = renderPage('/profile', api)
  await keys.type(await screen.findByLabelText('Name'), ' Jr')
  await keys.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await card('You').findByText('Not saved')).toBeVisible()
  expect(shownToasts()).toEqual(['The picture is not an image'])
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Lindqvist Jr')
})
