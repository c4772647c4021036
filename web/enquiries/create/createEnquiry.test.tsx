import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, heldBack, refusal, unreachable } from '#web/test/fakeApi.ts'
import { decodeImages, image, imageUrl } from '#web/test/images.ts'
import { enquiry, person } from '#web/test/people.ts'
import { address, renderPage } from '#web/test/renderPage.tsx'
import { shownToasts } from '#web/test/toasts.ts'

const form = '/enquiry/AddEnquiry'

beforeEach(() => decodeImages())

/** A GIF of one frame: its header, that many bytes in blocks of 255, its trailer. */
function gifOf(size: number) {
  const head = [1, 0, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
  const blocks = new Uint8Array(Math.ceil(size / 256) * 256)
  for (let at = 0; at < blocks.length; at += 256) blocks[at] = 255
  return ['GIF89a', Uint8Array.from(head), blocks, Uint8Array.of(0, 0x3b)]
}

async function filePicker() {
  return screen.findByLabelText<HTMLInputElement>('Add Document: file')
}

test('the form has the fields of the specification, and no status [S2.12] [D2.1] [S4.1]', async () => {
  const { store } = renderPage(form, fakeApi())
  for (const label of ['Enquiry Type', 'Summary', 'Description', 'Comments'])
    expect(await screen.findByLabelText(label)).toBeEnabled()
  expect(screen.getByRole('group', { name: 'Documents' })).toBeVisible()
  for (const label of ['Description', 'Comments']) expect(screen.getByLabelText(label).tagName).toBe('TEXTAREA')
  expect(screen.queryByRole('combobox', { name: /Status/ })).toBeNull()
  expect(store.getState().enquiry.isAdd).toBe(true)
})

test('the focus starts in the type, which is marked as required', async () => {
  const { keys } = renderPage('/', fakeApi())
  await keys.click((await screen.findAllByRole('link', { name: 'Add Enquiry' }))[0]!)
  const type = await screen.findByLabelText('Enquiry Type')
  await waitFor(() => expect(type).toHaveFocus())
  expect(type).toBeRequired()
  expect(type).toHaveAccessibleDescription('Required')
})

test('Ctrl+Enter submits from any field', async () => {
  const api = fakeApi()
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.type(screen.getByLabelText('Description'), 'A long story')
  await keys.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(1))
  expect(api.sent('POST /enquiry')[0]?.body).toMatchObject({ enquiryType: 'Claims', description: 'A long story' })
})

test('a failed submit is marked beside its button, which is always in view [S8.2] [D8.5]', async () => {
  const api = fakeApi()
  api.answer('POST /enquiry', () => refusal(500, 'internal', 'Something went wrong'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  const actions = screen.getByRole('button', { name: 'Submit' }).parentElement!
  expect(await within(actions).findByText('Not sent')).toBeVisible()
})

test('Ctrl+Enter does not submit again while a submission runs', async () => {
  const api = fakeApi()
  const late = heldBack(refusal(503, 'unavailable', 'The database is not responding'))
  api.answer('POST /enquiry', late.responder)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(1))
  await keys.keyboard('{Control>}{Enter}{/Control}')
  late.letGo()
  expect(await screen.findByText('Not sent')).toBeVisible()
  expect(api.sent('POST /enquiry')).toHaveLength(1)
})

test('Ctrl+Enter in a dialog of the form does not submit the form', async () => {
  const api = fakeApi()
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.click(screen.getByRole('button', { name: 'Cancel' }))
  const stay = await screen.findByRole('button', { name: 'Stay' })
  fireEvent.keyDown(stay, { key: 'Enter', ctrlKey: true })
  await keys.click(stay)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent('POST /enquiry')).toEqual([])
})

const typesOf = async ({ keys }: ReturnType<typeof renderPage>) => {
  await keys.click(await screen.findByLabelText('Enquiry Type'))
  await keys.keyboard('{ArrowDown}')
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

test('there are general types to choose from on the first day [D2.1]', async () => {
  const page = renderPage(form, fakeApi())
  expect(await typesOf(page)).toEqual(['Question', 'Problem', 'Request', 'Complaint', 'Feedback'])
})

test('the types that an owner has arranged come first, then the others in use [D2.1]', async () => {
  const user = person('member', { company: { ...person().company, enquiryTypes: ['Repair', 'Keys'] } })
  const page = renderPage(form, fakeApi({ user, enquiries: [enquiry(1, { enquiryType: 'Billing' })] }))
  await waitFor(async () => expect(await typesOf(page)).toEqual(['Repair', 'Keys', 'Billing']))
})

test('without a type the form says so on submit, and sends nothing [S5.1] [S5.5]', async () => {
  const api = fakeApi()
  const { keys } = renderPage(form, api)
  const type = await screen.findByLabelText('Enquiry Type')
  await keys.type(type, '   ')
  await keys.tab()
  expect(screen.queryByText('enquiryType is a required field')).toBeNull()
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('enquiryType is a required field')).toBeVisible()
  await keys.type(type, 'Billing')
  await waitFor(() => expect(screen.queryByText('enquiryType is a required field')).toBeNull())
  expect(api.sent('POST /enquiry')).toEqual([])
})

test('a text that is too long shows its limit [D5.3]', async () => {
  const { keys } = renderPage(form, fakeApi())
  fireEvent.change(await screen.findByLabelText('Summary'), { target: { value: 'x'.repeat(301) } })
  fireEvent.change(screen.getByLabelText('Comments'), { target: { value: 'x'.repeat(20_001) } })
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('summery must be at most 300 characters')).toBeVisible()
  expect(screen.getByText('comments must be at most 20000 characters')).toBeVisible()
})

test('the type is free text with suggestions from what the company has used [D2.1]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1, { enquiryType: 'Billing' }), enquiry(2, { enquiryType: 'Claims' })] })
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Cl')
  await keys.click(await screen.findByRole('option', { name: 'Claims' }))
  expect(screen.getByLabelText('Enquiry Type')).toHaveValue('Claims')
})

test('an enquiry is sent with its texts, user, company and documents; the list is refetched and the user goes back [S1.1] [S2.12] [S2.16] [S3.2] [S3.5] [S7.5]', async () => {
  const api = fakeApi({ enquiries: [enquiry(1)] })
  const { keys } = renderPage('/', api)
  await screen.findByText('ENQ-000001')
  await keys.click(screen.getByRole('link', { name: 'Add Enquiry' }))
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.type(screen.getByLabelText('Summary'), 'Broken pallet')
  await keys.type(screen.getByLabelText('Comments'), 'Call before noon{Enter}Gate 4')
  await keys.upload(await filePicker(), image('pallet.png'))
  await screen.findByText('pallet.png')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('ENQ-000300')).toBeVisible()
  expect(address()).toBe('/')
  expect(api.sent('POST /enquiry')[0]?.body).toEqual({
    enquiryType: 'Claims',
    summery: 'Broken pallet',
    description: '',
    comments: 'Call before noon\nGate 4',
    documents: [{ name: 'pallet.png', url: imageUrl }],
    user: api.world.user._id,
    host: api.world.user.company._id,
  })
})

test('with no earlier page in this tab the user goes to / [D2.4]', async () => {
  const { keys } = renderPage(form, fakeApi())
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Enquiries' })).toBeVisible()
  expect(address()).toBe('/')
})

test('a form takes at most five documents; then Add Document does nothing, and the form says so [S5.2] [D5.1] [S9.1]', async () => {
  const { keys } = renderPage(form, fakeApi())
  const picker = await filePicker()
  await keys.upload(
    picker,
    ['1', '2', '3', '4'].map((name) => image(`${name}.png`)),
  )
  expect(await screen.findByText('4 of 5 documents')).toBeVisible()
  await keys.upload(picker, [image('5.png'), image('6.png')])
  expect(await screen.findByText('5 of 5 documents')).toBeVisible()
  expect(screen.getByText('Only 5 documents can be added. Left out: 6.png')).toBeVisible()
  expect(screen.queryByText('6.png')).toBeNull()
  const opened = vi.spyOn(picker, 'click')
  await keys.click(screen.getByRole('button', { name: 'Add Document' }))
  expect(opened).not.toHaveBeenCalled()
  await keys.click(screen.getByRole('button', { name: 'Remove 2.png' }))
  expect(screen.getByText('4 of 5 documents')).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Add Document' }))
  expect(opened).toHaveBeenCalledOnce()
})

test('the picker takes images only; other files are refused with a message, and the form is kept [S5.3] [D5.2]', async () => {
  const { keys } = renderPage(form, fakeApi())
  const picker = await filePicker()
  expect(picker.accept.split(',').every((type) => type.startsWith('image/'))).toBe(true)
  await keys.type(screen.getByLabelText('Summary'), 'Kept')
  fireEvent.change(picker, { target: { files: [image('notes.txt', 'text/plain'), image('good.png')] } })
  expect(await screen.findByText('notes.txt is not a PNG, JPEG, GIF, WebP or AVIF image')).toBeVisible()
  expect(screen.getByText('good.png')).toBeVisible()
  const large = new File(gifOf(10 * 1024 * 1024 + 1), 'large.gif', { type: 'image/gif' })
  fireEvent.change(picker, { target: { files: [large] } })
  expect(await screen.findByText('large.gif is larger than 10 MB')).toBeVisible()
  expect(screen.getByLabelText('Summary')).toHaveValue('Kept')
})

test('a document shows a thumbnail and opens in a preview, with its neighbours and a download [S2.13] [D2.2]', async () => {
  const { keys } = renderPage(form, fakeApi())
  await keys.upload(await filePicker(), [image('one.png'), image('two.png')])
  await keys.click(await screen.findByRole('button', { name: 'View one.png' }))
  const preview = within(await screen.findByRole('dialog', { name: 'one.png' }))
  expect(preview.getByRole('img', { name: 'one.png' })).toHaveAttribute('src', 'blob:picture-1')
  expect(preview.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'one.png')
  expect(preview.getByRole('button', { name: 'Previous document' })).toBeDisabled()
  await keys.click(preview.getByRole('button', { name: 'Next document' }))
  expect(await screen.findByRole('dialog', { name: 'two.png' })).toBeVisible()
  await keys.keyboard('{ArrowLeft}')
  expect(await screen.findByRole('dialog', { name: 'one.png' })).toBeVisible()
  await keys.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('with shortcuts turned off, the preview has only buttons', async () => {
  document.cookie = 'shortcuts=off; path=/'
  const { keys } = renderPage(form, fakeApi())
  await keys.upload(await filePicker(), [image('one.png'), image('two.png')])
  await keys.click(await screen.findByRole('button', { name: 'View one.png' }))
  await screen.findByRole('dialog', { name: 'one.png' })
  await keys.keyboard('+{ArrowRight}')
  expect(screen.getByLabelText('Zoom')).toHaveTextContent('100%')
  expect(screen.getByRole('dialog', { name: 'one.png' })).toBeVisible()
})

test('a refusal is logged, told by a toast and marked in the form, which keeps everything typed [S8.1] [S8.2] [D8.2] [D5.2]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('POST /enquiry', () =>
    refusal(415, 'unsupported-type', 'A document is not an image', {
      errors: { 'documents.0.url': 'pallet.png is not an image' },
    }),
  )
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.upload(await filePicker(), image('pallet.png'))
  await screen.findByText('pallet.png')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('pallet.png is not an image')).toBeVisible()
  expect(screen.getByText('Not sent')).toBeVisible()
  expect(shownToasts()).toEqual(['A document is not an image'])
  expect(logged).toHaveBeenCalledWith('Failed to submit enquiry', expect.anything())
  expect(screen.getByLabelText('Enquiry Type')).toHaveValue('Claims')
  expect(screen.getByText('1 of 5 documents')).toBeVisible()
})

test('a retry of the same content carries the same key, and other content a new one [D7.4]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = fakeApi()
  api.answer('POST /enquiry', unreachable)
  const { keys } = renderPage(form, api)
  await keys.type(await screen.findByLabelText('Enquiry Type'), 'Claims')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  await keys.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(2))
  await keys.type(screen.getByLabelText('Summary'), 'More')
  await keys.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(api.sent('POST /enquiry')).toHaveLength(3))
  const [first, second, third] = api.sent('POST /enquiry').map(({ headers }) => headers['Idempotency-Key'])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a viewer may not add [D6.2]', async () => {
  renderPage(form, fakeApi({ user: person('viewer') }))
  expect(await screen.findByRole('heading', { name: 'You are not authorised to see this page' })).toBeVisible()
})
