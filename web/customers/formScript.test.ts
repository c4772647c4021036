import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerForm, outcomePage } from '#web/test/customerForm.ts'

const fetched = vi.fn<(url: string, request: { body: FormData }) => Promise<Response>>()

/** jsdom has no addresses for files. */
class WithPreviews extends URL {
  static override createObjectURL = () => 'blob:preview'
  static override revokeObjectURL = () => {}
}

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('URL', WithPreviews)
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function open(html: string) {
  document.body.innerHTML = html
  vi.resetModules()
  await import('./formScript.ts')
}

function answer(html: string, status = 200) {
  return Promise.resolve(new Response(html, { status }))
}

function image(name: string, type = 'image/png', size = 3) {
  const file = new File(['x'.repeat(3)], name, { type })
  return Object.defineProperty(file, 'size', { value: size })
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const subject = () => screen.getByLabelText<HTMLInputElement>('Subject')
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent.replace('×', ''))

function sentTo(call = 0) {
  const [url, { body }] = fetched.mock.calls[call]!
  return { url, body }
}

test('what was sent gets the response of the server, with the focus on its heading', async () => {
  await open(customerForm())
  fetched.mockImplementation(() => answer(outcomePage('Thank you')))
  await userEvent.type(subject(), 'Broken')
  await send()
  const heading = await screen.findByRole('heading', { name: 'Thank you' })
  expect(heading).toHaveFocus()
  expect(document.title).toBe('Thank you – Acme')
  expect(screen.queryByLabelText('Subject')).toBeNull()
  expect(sentTo().url).toMatch(/\/f\/acme\?lang=en$/)
  expect(Object.fromEntries(sentTo().body)).toMatchObject({ summery: 'Broken', key: 'k1' })
})

test('errors of the server appear at their fields, and texts and images stay', async () => {
  await open(customerForm())
  fetched.mockImplementationOnce(() =>
    answer(customerForm({ errors: 'Too long', unseen: 'name="key" value="k2"' }), 422),
  )
  await userEvent.type(subject(), 'Broken')
  await userEvent.upload(screen.getByLabelText(/Images/), image('a.png'))
  await send()
  const summary = await screen.findByRole('link', { name: 'Too long' })
  expect(summary.parentElement).toHaveFocus()
  expect(subject()).toHaveAccessibleDescription('Too long')
  expect(subject()).toBeInvalid()
  expect(subject()).toHaveValue('Broken')
  expect(rows()).toEqual(['a.png'])

  fetched.mockImplementationOnce(() => answer(customerForm({ errors: 'Still too long' }), 422))
  await send()
  await screen.findByRole('link', { name: 'Still too long' })
  expect(screen.queryByText('Too long')).toBeNull()
  expect(sentTo(1).body.get('key')).toBe('k2')
  expect((sentTo(1).body.get('documents') as File).name).toBe('a.png')
})

test('without a connection, everything stays and can be sent again', async () => {
  await open(customerForm())
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await userEvent.type(subject(), 'Broken')
  await send()
  await screen.findByText('Not sent: there is no connection.')
  expect(subject()).toHaveValue('Broken')
  fetched.mockImplementationOnce(() => answer(outcomePage('Thank you')))
  await send()
  await screen.findByRole('heading', { name: 'Thank you' })
})

test('a page that is neither the form nor a success is quoted beside the button', async () => {
  await open(customerForm())
  fetched.mockImplementationOnce(() => answer(outcomePage('Please wait'), 429))
  await send()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Text of Please wait'))
  fetched.mockImplementationOnce(() => answer('{"message":"No"}', 500))
  await send()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Your enquiry was not sent.'))
})

test('a second press while the form is being sent does nothing', async () => {
  await open(customerForm())
  const respond: ((response: Response) => void)[] = []
  fetched.mockReturnValue(new Promise((resolve) => respond.push(resolve)))
  await send()
  const button = await screen.findByRole('button', { name: 'Sending …' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button)
  respond[0]!(new Response(outcomePage('Thank you')))
  await screen.findByRole('heading', { name: 'Thank you' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('images are chosen, dropped and pasted, and removed by keyboard', async () => {
  await open(customerForm())
  await userEvent.upload(screen.getByLabelText(/Images/), [image('chosen.png'), image('second.gif', 'image/gif')])
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [image('dropped.jpg', 'image/jpeg')] } })
  fireEvent.paste(subject(), { clipboardData: { types: ['Files'], files: [image('pasted.png')] } })
  expect(rows()).toEqual(['chosen.png', 'second.gif', 'dropped.jpg', 'pasted.png'])
  expect(screen.getByText('4 images')).toHaveAttribute('role', 'status')
  await userEvent.click(screen.getByRole('button', { name: 'Remove second.gif' }))
  expect(rows()).toEqual(['chosen.png', 'dropped.jpg', 'pasted.png'])
  expect(screen.getByRole('button', { name: 'Remove dropped.jpg' })).toHaveFocus()
  fetched.mockImplementation(() => answer(outcomePage('Thank you')))
  await send()
  await screen.findByRole('heading', { name: 'Thank you' })
  expect(sentTo().body.getAll('documents')).toHaveLength(3)
})

test('text that an office program pastes with a picture stays text', async () => {
  await open(customerForm())
  const clipboardData = { types: ['text/plain', 'Files'], files: [image('cells.png')] }
  fireEvent.paste(subject(), { clipboardData })
  expect(rows()).toEqual([])
})

test('other files, a sixth image and one that is too large are refused, and nothing else is lost', async () => {
  await open(customerForm())
  const field = screen.getByLabelText(/Images/)
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { types: ['Files'], files } })
  drop(image('page.pdf', 'application/pdf'), image('a.png'))
  expect(field).toHaveAccessibleDescription('“page.pdf” is not an image Up to 5 images')
  drop(image('large.png', 'image/png', 11 * 1024 * 1024))
  await screen.findByText('“large.png” is too large')
  drop(...['b', 'c', 'd', 'e', 'f'].map((name) => image(`${name}.png`)))
  await screen.findByText('At most 5 images.')
  expect(rows()).toEqual(['a.png', 'b.png', 'c.png', 'd.png', 'e.png'])
})

test('what was typed returns after a reload, can be cleared, and is forgotten once it is sent', async () => {
  await open(customerForm())
  await userEvent.type(subject(), 'Broken')
  await open(customerForm())
  expect(subject()).toHaveValue('Broken')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(subject()).toHaveValue('')
  expect(subject()).toHaveFocus()
  await userEvent.type(subject(), 'Again')
  await open(customerForm())
  fetched.mockImplementation(() => answer(outcomePage('Thank you')))
  await send()
  await screen.findByRole('heading', { name: 'Thank you' })
  await open(customerForm())
  expect(subject()).toHaveValue('')
})

test('what the server sends back is not replaced by what was typed before', async () => {
  await open(customerForm())
  await userEvent.type(subject(), 'Old')
  await open(customerForm({ values: 'New' }))
  expect(subject()).toHaveValue('New')
})

function refuse(): never {
  throw new DOMException('The request was denied.', 'SecurityError')
}

test('inside a website that keeps storage away, the form works without it', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  await open(customerForm())
  fetched.mockImplementation(() => answer(outcomePage('Thank you')))
  await userEvent.type(subject(), 'Broken')
  await send()
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus()
})

test('the proof of work is done when the form is touched, and sent with it', async () => {
  const secrets = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' }
  const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 2, counter: 20, deriveKey, ...secrets })
  await open(customerForm({ challenge: JSON.stringify(challenge) }))
  fetched.mockImplementation(() => answer(outcomePage('Thank you')))
  await userEvent.type(subject(), 'B')
  const field = document.querySelector<HTMLInputElement>('[name=altcha]')!
  await waitFor(() => expect(field.value).not.toBe(''))
  await send()
  await screen.findByRole('heading', { name: 'Thank you' })
  const payload = JSON.parse(atob(sentTo().body.get('altcha') as string)) as Payload
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true })
})

test('a link is copied by a button that only the script shows', async () => {
  const user = userEvent.setup()
  const link = `<input id="private" readonly value="https://desk.test/c/1">
    <button type="button" hidden data-copy="private" data-copied="Copied">Copy</button>`
  await open(customerForm())
  fetched.mockImplementation(() => answer(outcomePage('Thank you', link)))
  await send()
  const outcome = within((await screen.findByRole('heading', { name: 'Thank you' })).parentElement!)
  await user.click(outcome.getByRole('button', { name: 'Copy' }))
  await outcome.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('https://desk.test/c/1')
})

test('inside another website, the page tells its height, and does so again when it grows [D11.2]', async () => {
  const posted = vi.fn<(message: unknown, origin: string) => void>()
  const observers: (() => void)[] = []
  vi.stubGlobal('parent', { postMessage: posted })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observers.push(callback)
      }
      observe() {}
    },
  )
  await open(customerForm())
  vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue({ height: 700.2 } as DOMRect)
  observers[0]!()
  expect(posted).toHaveBeenCalledWith({ type: 'enquiry-form-height', height: 701 }, '*')
})
