import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Message, MessageEmail } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { fakeApi } from '#web/test/fakeApi.ts'
import { live } from '#web/test/livePage.ts'
import { enquiry, message, person, uuid } from '#web/test/people.ts'
import { renderPage } from '#web/test/renderPage.tsx'
import { showWholeLists } from '#web/test/screen.ts'
import { emailParts, spokenText } from './emailParts.ts'

// Transform the code before a test waits for it.
beforeAll(() => import('#web/desk/DeskPage.tsx'), 60_000)

beforeEach(showWholeLists)

const agent = person('agent', { _id: uuid(5), name: 'Hugo Desk' })
const desk = `/desk/${uuid(101)}`

/** A comment that came by email. The texts in brackets are collapsed. */
function email(seq: number, marked: string, changes: Partial<MessageEmail> = {}): Message {
  const parts = marked.split(/[[\]]/)
  const collapsed: MessageEmail['collapsed'] = []
  let text = ''
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) collapsed.push([text.length, text.length + part.length])
    text += part
  }
  return {
    ...message(seq, text),
    email: {
      address: 'maya@home.example',
      isVerified: true,
      isAutomatic: false,
      collapsed,
      leftOut: [],
      originalUrl: '/api/files/original',
      ...changes,
    },
  }
}

function open(messages: Message[], path = desk) {
  return renderPage(path, fakeApi({ user: agent, enquiries: [enquiry(1)], messages }))
}

const bubble = async (text: RegExp | string) => (await screen.findByText(text)).closest('li')!

test.each([desk, `/chats/${uuid(101)}`])(
  'on %s each quote of an email is shown on request, in its place, by mouse and keyboard [D11.6]',
  async (path) => {
    const { keys } = open([email(1, 'It works now.\n\n[> Does it work?\n]\nThank you.\n[-- \nMaya]')], path)
    const item = await bubble('It works now.')
    expect(item).not.toHaveTextContent('Does it work?')
    const [first, second] = within(item).getAllByRole('button', { name: 'Show quoted text' })
    expect(first).toHaveAttribute('aria-expanded', 'false')
    await keys.click(first!)
    expect(first).toHaveAttribute('aria-expanded', 'true')
    expect(first).toHaveAccessibleName('Hide quoted text')
    expect(item).toHaveTextContent(/It works now\..*> Does it work\?.*Thank you\./)
    expect(item).not.toHaveTextContent('-- Maya')
    second!.focus()
    await keys.keyboard('{Enter}')
    expect(item).toHaveTextContent(/Thank you\..*-- Maya/)
    await keys.click(first!)
    expect(item).not.toHaveTextContent('Does it work?')
  },
)

test('the parts of an email are its whole text, whatever is collapsed [D11.6]', () => {
  const text = 'One\nTwo\nThree'
  for (const ranges of [
    [],
    [[0, 4]],
    [[4, 8]],
    [[8, 13]],
    [[0, 13]],
    [
      [0, 4],
      [4, 8],
    ],
  ] as [number, number][][]) {
    const parts = emailParts(text, ranges)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.filter(({ kind }) => kind === 'quote')).toHaveLength(ranges.length)
  }
})

test.each([
  ['a text of many lines', 'A line of words\n'.repeat(6000), []],
  ['a single word', '\u{1F600}'.repeat(50_000), []],
  [
    'a quote after each line',
    'One\n'.repeat(25_000),
    Array.from({ length: 12_000 }, (_, at) => [8 * at + 4, 8 * at + 8]),
  ],
] as [string, string, [number, number][]][])(
  'of an email as long as %s, as much as of other messages is shown, and the rest on request [D11.6]',
  async (_what, text, collapsed) => {
    const parts = emailParts(text, collapsed)
    expect(parts.length).toBeLessThan(50)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    const shown = parts.filter(({ kind }) => kind === 'shown').map((part) => part.text)
    expect(shown.join('').length).toBeLessThanOrEqual(limits.message)
    for (const part of parts) expect(part.text).not.toMatch(/\p{Surrogate}/u)
    const { keys } = open([{ ...email(1, ''), message: text, email: { ...email(1, '').email!, collapsed } }])
    await keys.click(await screen.findByRole('button', { name: 'Show the rest' }))
    expect(screen.getByRole('button', { name: 'Hide the rest' })).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('list', { name: 'Messages' }).textContent).toContain(parts.at(-1)!.text.trim())
  },
)

test('an email that anybody may have written in the name of its sender says so [D11.6]', async () => {
  open([email(1, 'Send it to another address.', { isVerified: false }), email(2, 'As agreed.')])
  expect(await bubble('Send it to another address.')).toHaveTextContent('from maya@home.example · Sender not verified')
  expect(await bubble('As agreed.')).not.toHaveTextContent('Sender not verified')
})

test('an email that wants answers at another address shows both [D11.6]', async () => {
  open([email(1, 'Where is my parcel?', { sentFrom: 'noreply@shop.example' })])
  expect(await bubble('Where is my parcel?')).toHaveTextContent(
    'from maya@home.example, sent from noreply@shop.example',
  )
})

test('people who may not answer see that a message came by email, but no address [D6.2] [D11.6]', async () => {
  open([email(1, 'As agreed.', { address: null }), email(2, 'I am away.', { address: null, isAutomatic: true })])
  expect(await bubble('As agreed.')).toHaveTextContent(/By email · Download/)
  expect(await bubble('Automatic reply')).not.toHaveTextContent('from')
})

test('an automatic reply is one line, and is shown whole on request [D11.6]', async () => {
  const { keys } = open([email(1, 'I am out of the office.\n[> Does it work?]', { isAutomatic: true })])
  const item = await bubble('Automatic reply from maya@home.example')
  expect(item).not.toHaveTextContent('out of the office')
  await keys.click(within(item).getByRole('button', { name: 'Show' }))
  expect(item).toHaveTextContent('I am out of the office. > Does it work?')
  await keys.click(within(item).getByRole('button', { name: 'Hide' }))
  expect(item).not.toHaveTextContent('out of the office')
})

test('a message says which parts of its email are not included, and why [D11.6]', async () => {
  const leftOut: MessageEmail['leftOut'] = [
    { name: 'setup.exe', reason: 'kind' },
    { name: 'video.mp4', reason: 'size' },
    { name: 'page 21.pdf', reason: 'count' },
    { name: 'plan.pdf', reason: 'room' },
    { name: 'text', reason: 'text' },
  ]
  open([email(1, 'See the files', { leftOut })])
  const item = await bubble('See the files')
  expect(
    within(item)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '“setup.exe” is not included: this kind of file is not accepted',
    '“video.mp4” is not included: it is larger than 10 MB',
    '“page 21.pdf” is not included: a message can have at most 20 files',
    '“plan.pdf” is not included: your company’s storage is full',
    '“text” is not included: the text is longer than 100,000 characters',
  ])
})

test('the host sees from which address an email came, and can download the original [D11.6]', async () => {
  open([email(1, 'By mail'), message(2, 'On the page'), email(3, 'By mail too', { originalUrl: null })])
  const first = await bubble('By mail')
  expect(first).toHaveTextContent('By email from maya@home.example')
  const link = within(first).getByRole('link', { name: 'Download the original' })
  expect(link).toHaveAttribute('href', '/api/files/original')
  expect(link).toHaveAttribute('download', 'email.eml')
  expect(await bubble('On the page')).not.toHaveTextContent('By email')
  const last = await bubble('By mail too')
  expect(last).toHaveTextContent('By email from maya@home.example')
  expect(within(last).queryByRole('link')).toBeNull()
})

test('the customer’s seat shows neither the address nor the original [D11.6]', async () => {
  open([email(1, 'By mail')], `/chats/${uuid(101)}`)
  expect(await bubble('By mail')).not.toHaveTextContent(/By email|Download/)
})

test('screen readers announce a new email without its quotes, and only the beginning of a long one [D11.6]', async () => {
  const { api, stream } = await live(desk, { user: agent, enquiries: [enquiry(1)], messages: [message(1)] })
  await screen.findByText('Message 1')
  api.world.messages = [message(1), email(2, 'Thanks![\n> Does it work?]')]
  stream.tell('change', { no: 6, subject: 'thread', id: uuid(101), by: uuid(77) })
  await waitFor(() => expect(screen.getByText('Maya Lindqvist: Thanks!')).toBeInTheDocument())
  expect(spokenText({ message: 'x'.repeat(100_000) })).toHaveLength(1001)
})
