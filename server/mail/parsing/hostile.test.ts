import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

function nested(levels: number) {
  const openings = numbers(levels).map(
    (n) => `Content-Type: multipart/mixed; boundary="edge${n}"\r\n\r\n--edge${n}\r\n`,
  )
  const closings = numbers(levels).map((n) => `--edge${n}--\r\n`)
  return mailOf([`${openings.join('')}Content-Type: text/plain`], `At the bottom.\r\n${closings.toReversed().join('')}`)
}

test('a mail of 5,000 levels becomes a file, and one of forty is read [D11.6]', async () => {
  expect(await parse(nested(40))).toMatchObject({ text: 'At the bottom.', files: [] })
  const { text, files, leftOut } = await parse(nested(5000))
  expect({ text, leftOut }).toEqual({ text: '', leftOut: [] })
  expect(files).toMatchObject([{ name: 'attachment.bin' }])
  expect(files[0]!.size).toBeGreaterThan(300_000)
})

test('of 20,000 parts, twenty are files, twenty are named, and the others are counted [D11.6]', async () => {
  const parts = numbers(20_000).map((n) => `Content-Type: image/png; name="${n}.png"\r\n\r\nx`)
  const { files, leftOut } = await parse(multipart('mixed', parts))
  expect(files.map(({ name }) => name)).toEqual(numbers(20).map((n) => `${n}.png`))
  expect(leftOut).toEqual([
    ...numbers(20).map((n) => ({ name: `${n + 20}.png`, reason: 'count' })),
    { name: '+19960', reason: 'count' },
  ])
})

test('50,000 headers hide neither the sender nor the text [D11.6]', async () => {
  const headers = numbers(50_000).map((n) => `X-Header-${n}: value`)
  const mail = await parse([...headers, mailOf(['Message-ID: <1@kunde.example>'], 'Hello')].join('\r\n'))
  expect(mail).toMatchObject({ from: { address: 'kim@kunde.example' }, messageId: '1@kunde.example', text: 'Hello' })
  const repeated = numbers(50_000).map((n) => `To: ${n}@kunde.example`)
  expect((await parse(mailOf(repeated, 'Hello'))).recipients.length).toBeLessThanOrEqual(200)
})

test.each(['div', 'b', 'blockquote', 'table><tr><td', 'ul><li', 'font', 'svg'])(
  '200,000 nested elements keep their text: %s [D11.6]',
  async (element) => {
    const html = `<p>Above</p>${`<${element}>`.repeat(200_000)}`
    const { text } = await parse(mailOf(['Content-Type: text/html'], html.slice(0, 1_900_000) + '>At the bottom.'))
    expect(text).toMatch(/^Above\n[\s\S]*At the bottom\.$/)
  },
)

test.each([
  ['a tag without an end', `<${'a'.repeat(1 << 20)}`],
  ['white space', `<pre>${' '.repeat(1 << 20)}</pre>`],
  ['a link', `<a href="${'@'.repeat(1 << 20)}">link</a>`],
  ['attributes', `<b ${'a=b '.repeat(1 << 18)}>`],
  ['comments', '<!--'.repeat(1 << 18)],
  ['cells', `<table><tr>${'<td>a'.repeat(1 << 17)}`],
  ['lists', `${'<ol><li>'.repeat(50)}${'<li>a'.repeat(1 << 18)}`],
  ['quotes', `${'<blockquote>'.repeat(50)}${'a<br>'.repeat(1 << 17)}`],
])('HTML that is costly to read does not hide the text before it: %s [D11.6]', async (_, html) => {
  expect((await parse(mailOf(['Content-Type: text/html'], `<p>Above</p>${html}`))).text).toMatch(/^Above/)
})

const manyMegabytes = {
  'a line without an end': 'x'.repeat(34 << 20),
  'empty lines': '\n'.repeat(20 << 20),
  'lines that look like delimiters': '--x\n'.repeat(5 << 20),
}

test.each(Object.entries(manyMegabytes))('a mail of 35 MB is read to its end: %s [D11.6]', async (_, body) => {
  const { text, leftOut } = await parse(mailOf([], body))
  expect(text.length).toBeLessThanOrEqual(limits.incoming.text)
  expect(leftOut).toEqual([{ name: 'text', reason: 'text' }])
})

test('a header of 34 MB is cut, and the text after it is read [D11.6]', async () => {
  const { subject, text } = await parse(mailOf([`X-Long: ${'x'.repeat(34 << 20)}`], 'Hello'))
  expect([subject, text]).toEqual(['Hello', 'Hello'])
})

test.each([
  ['Subject', '=?utf-8?Q?a?= '.repeat(20_000)],
  ['To', '"'.repeat(60_001)],
  ['Cc', 'a:'.repeat(30_000)],
  ['From', '('.repeat(60_000)],
  ['Content-Type', '('.repeat(60_000)],
  ['Content-Type', `text/plain; ${'a="b";'.repeat(10_000)}`],
  [
    'Content-Disposition',
    `inline; ${numbers(2500)
      .map((n) => `a*${n}*=utf-8''%41;`)
      .join('')}`,
  ],
  ['Authentication-Results', '('.repeat(60_000)],
  ['References', '<'.repeat(60_000)],
  ['Received', 'for '.repeat(15_000)],
  ['Delivered-To', 'x'.repeat(60_000)],
  ['From', 'x@'.repeat(30_000)],
  ['Reply-To', '<'.repeat(60_000)],
])('a header that is costly to read does not hide the text: %s [D11.6]', async (name, value) => {
  expect((await parse(mailOf([`${name}: ${value}`], 'Hello'))).text).toBe('Hello')
})

test('bytes at random are read without an error [D11.6]', async () => {
  let state = 1
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  const words = [
    '\r\n',
    '\n',
    '--edge',
    '--edge--',
    'Content-Type: ',
    'multipart/mixed; boundary=edge',
    'text/html',
    '<b>',
  ]
  for (const _ of numbers(200)) {
    const pieces = numbers(60).map(() =>
      next() % 3 ? words[next() % words.length]! : String.fromCharCode(next() % 256),
    )
    expect(await parse(Buffer.from(pieces.join(''), 'latin1'))).toHaveProperty('contentKey')
  }
})
