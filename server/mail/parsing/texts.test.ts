import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()

async function textOf(raw: string | Buffer) {
  return (await parse(raw)).text
}

function bytesOf(type: string, body: Buffer) {
  return Buffer.concat([Buffer.from(mailOf([type])), body])
}

const charsets = {
  'utf-8': 'Größe: 5 €',
  'iso-8859-1': 'Größe',
  'windows-1252': 'Größe: 5 €',
  'iso-8859-2': 'Łódź',
  'koi8-r': 'Привет',
  'windows-1251': 'Привет',
  'windows-1256': 'مرحبا',
  gb2312: '你好',
  big5: '你好',
  cp932: 'こんにちは',
  shift_jis: 'こんにちは',
  'euc-jp': 'こんにちは',
  'euc-kr': '안녕하세요',
  'utf-16le': 'Größe',
}

test.each(Object.entries(charsets))(
  'a text is read in the charset that it declares: %s [D11.6]',
  async (charset, text) => {
    expect(await textOf(bytesOf(`Content-Type: text/plain; charset="${charset}"`, iconv.encode(text, charset)))).toBe(
      text,
    )
  },
)

test('Japanese mails in ISO-2022-JP are read, with or without a charset [D11.6]', async () => {
  const body = Buffer.from('\u001b$B$3$s$K$A$O\u001b(B', 'latin1')
  expect(await textOf(bytesOf('Content-Type: text/plain; charset=iso-2022-jp', body))).toBe('こんにちは')
  expect(await textOf(bytesOf('Content-Type: text/plain', body))).toBe('こんにちは')
})

test.each([
  'text/plain',
  'text/plain; charset=x-unknown',
  'text/plain; charset=us-ascii',
  'text/plain; charset=base64',
])('the charset is guessed if it is not declared, unknown or wrong: %s [D11.6]', async (type) => {
  expect(await textOf(bytesOf(`Content-Type: ${type}`, Buffer.from('Größe: 5 €')))).toBe('Größe: 5 €')
  expect(await textOf(bytesOf(`Content-Type: ${type}`, iconv.encode('Größe: 5 €', 'windows-1252')))).toBe('Größe: 5 €')
})

test('HTML may declare its charset itself [D11.6]', async () => {
  const html = iconv.encode('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>Привет', 'koi8-r')
  expect(await textOf(bytesOf('Content-Type: text/html', html))).toBe('Привет')
})

test('subjects and names are decoded, whatever their charset [D11.6]', async () => {
  const words = ['=?utf-8?Q?Gr=C3?=', '=?utf-8?Q?=B6=C3=9Fe?=', '=?koi8-r?B?8NLJ18XU?=', '=?x-unknown?Q?caf=E9?=']
  const { subject, from } = await parse(
    mailOf([`Subject: ${words.join('\r\n ')}`, 'From: =?iso-8859-1?Q?J=F6rg?= <JOERG@kunde.example>']),
  )
  expect(subject).toBe('GrößeПриветcafé')
  expect(from).toEqual({ address: 'joerg@kunde.example', name: 'Jörg' })
  const bare = await parse(Buffer.from(mailOf(['Subject: Größe']), 'latin1'))
  expect(bare.subject).toBe('Größe')
})

test('the text of a mail is the plain text, and HTML only if there is none [D11.6]', async () => {
  const html = 'Content-Type: text/html\r\n\r\n<p>From <b>HTML</b></p>'
  const plain = 'Content-Type: text/plain\r\n\r\nFrom plain text'
  expect(await parse(multipart('alternative', [plain, html]))).toMatchObject({ text: 'From plain text', files: [] })
  expect(await parse(multipart('alternative', ['\r\n \r\n', html]))).toMatchObject({ text: 'From HTML', files: [] })
  const stub = 'Content-Type: text/plain\r\n\r\nYour mail program cannot display HTML messages.'
  expect(await parse(multipart('alternative', [stub, html]))).toMatchObject({ text: 'From HTML', files: [] })
  expect(await textOf(multipart('mixed', [plain, html, plain]))).toBe('From plain text\n\nFrom HTML\n\nFrom plain text')
})

test('HTML becomes readable text [D11.6]', async () => {
  const html = `<html><head><title>Title</title><style>p { color: red }</style></head><body>
    <h1>Offer</h1><p>A long line&nbsp;that is ${'never '.repeat(40)}wrapped.</p>
    <p><a href="https://shop.example/1">Order</a> or <a href="https://shop.example">https://shop.example</a>,
    <a href="#top">up</a>, <a href="javascript:alert(1)">click</a>, <a href="mailto:eva@shop.example">Eva</a></p>
    <img src="cid:1" alt="Logo"><img src="https://tracker.example/1.gif">
    <table><tr><th>Item</th><th>Price</th></tr><tr><td>Pen</td><td>2 €</td></tr></table>
    <ul><li>One<li>Two</ul><script>alert(1)</script></body></html>`
  expect(await textOf(mailOf(['Content-Type: text/html; charset=utf-8'], html))).toBe(
    [
      'Offer',
      `A long line that is ${'never '.repeat(40)}wrapped.`,
      'Order (https://shop.example/1) or https://shop.example, up, click, Eva (eva@shop.example)',
      'Logo',
      'Item Price\nPen 2 €',
      ' * One\n * Two',
    ]
      .join('\n\n')
      .replace('Logo\n\n', 'Logo\n'),
  )
})

test('lines that the sender’s program has broken are joined [D11.6]', async () => {
  const text = 'One \r\nline.\r\n> A quote \r\n> of two.\r\n>> Deeper\r\n\r\n-- \r\nKim\r\n'
  const joined = 'One line.\n> A quote of two.\n>> Deeper\n\n-- \nKim'
  expect(await textOf(mailOf(['Content-Type: text/plain; format=flowed'], text))).toBe(joined)
  const split = 'Straßen \r\nbahn\r\n'
  expect(await textOf(mailOf(['Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-8'], split))).toBe(
    'Straßenbahn',
  )
})

test('a text that is too long is cut between characters, and said to be left out [D11.6]', async () => {
  const { text, leftOut } = await parse(mailOf([], `x${'😀'.repeat(limits.incoming.text / 2)}`))
  expect(text).toBe(`x${'😀'.repeat(limits.incoming.text / 2 - 1)}`)
  expect(leftOut).toEqual([{ name: 'text', reason: 'text' }])
  const whole = await parse(mailOf([], 'x'.repeat(limits.incoming.text)))
  const html = `Content-Type: text/html\r\n\r\n${'<p>Hello</p>'.repeat(300_000)}`
  const both = await parse(multipart('alternative', ['\r\nHello', html]))
  expect([both.text, both.leftOut]).toEqual(['Hello', []])
  expect(whole.leftOut).toEqual([])
})

test('control characters are removed from the text [D11.6]', async () => {
  expect(await textOf(mailOf([], 'Bell\u0007, nul\u0000, and\ttab'))).toBe('Bell, nul, and\ttab')
})
