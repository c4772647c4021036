import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()

async function namesIn(parts: string[], type = 'mixed') {
  return (await parse(multipart(type, parts))).files.map(({ name }) => name)
}

function attachment(disposition: string, type = 'application/pdf') {
  return `Content-Type: ${type}\r\nContent-Disposition: attachment; ${disposition}\r\n\r\ncontent`
}

test('files are written as they were sent [D11.6]', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
  const base64 = `Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`
  const quoted = 'Content-Type: text/csv; name=b.csv\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=3Bb=\r\nc'
  const { text, files } = await parse(multipart('mixed', ['\r\nHello', base64, quoted]))
  expect(text).toBe('Hello')
  expect(files.map(({ name, size }) => ({ name, size }))).toEqual([
    { name: 'a.png', size: 256 },
    { name: 'b.csv', size: 4 },
  ])
  expect(await readFile(files[0]!.path)).toEqual(bytes)
  expect(await readFile(files[1]!.path, 'latin1')).toBe('a;bc')
})

test('inline images and attached mails are files [D11.6]', async () => {
  const image = 'Content-Type: image/jpeg\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\n\r\nx'
  const html = 'Content-Type: text/html\r\n\r\n<p>Hello <img src="cid:logo"></p>'
  expect(await parse(multipart('related', [html, image]))).toMatchObject({
    text: 'Hello',
    files: [{ name: 'image.jpg' }],
  })
  const mail = 'Content-Type: message/rfc822\r\n\r\nSubject: =?utf-8?Q?Gr=C3=B6=C3=9Fe?=\r\n\r\nHello'
  const encoded = `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa('Subject: Two\n\nx')}`
  expect(await namesIn([mail, encoded, 'Content-Type: message/rfc822\r\n\r\n\r\nHello'])).toEqual([
    'Größe.eml',
    'Two.eml',
    'attachment.eml',
  ])
  expect(await namesIn(['\r\nSubject: In a digest\r\n\r\nHello'], 'digest')).toEqual(['In a digest.eml'])
})

test('names of files are decoded, and made safe [D11.6]', async () => {
  const names = [
    ['filename="=?utf-8?B?R3LDtsOfZS5wZGY=?="', 'Größe.pdf'],
    ["filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf", 'Größe.pdf'],
    ['filename*0*=utf-8\'\'Gr%C3%B6; filename*1="sse.pdf"', 'Grösse.pdf'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\Users\\\\eva\\\\offer.pdf"', 'offer.pdf'],
    ['filename="=?utf-8?Q?a=0D=0ABcc:_eve=40evil.example=0D=0A.pdf?="', 'a Bcc: eve@evil.example .pdf'],
    ["filename*=utf-8''invoice%E2%80%AEfdp.exe", 'invoicefdp.exe'],
    ['filename="  . "', 'attachment.pdf'],
    ['filename=""', 'attachment.pdf'],
    [`filename="x${'. '.repeat(30_000)}"`, 'attachment.pdf'],
    [`filename="${'x'.repeat(400)}.pdf"`, `${'x'.repeat(limits.documentName - 4)}.pdf`],
  ] as const
  expect(await namesIn(names.map(([disposition]) => attachment(disposition)))).toEqual(names.map(([, name]) => name))
})

test('a part without a name gets one that says what it is [D11.6]', async () => {
  const types = ['image/png', 'text/calendar', 'application/zip', 'application/x-strange']
  const parts = types.map((type) => `Content-Type: ${type}\r\n\r\nx`)
  expect(await namesIn(parts)).toEqual(['image.png', 'attachment.ics', 'attachment.zip', 'attachment.bin'])
})

test('a text with a name, or sent as an attachment, is a file [D11.6]', async () => {
  const parts = ['Content-Type: text/plain; name=notes.txt\r\n\r\nx', attachment('filename=page.html', 'text/html')]
  expect(await namesIn(['\r\nHello', ...parts])).toEqual(['notes.txt', 'page.html'])
})

test('files beyond the limits are named as left out [D11.6]', async () => {
  const large = `Content-Type: application/pdf; name=large.pdf\r\n\r\n${'x'.repeat(limits.documentBytes + 1)}`
  const exact = `Content-Type: application/pdf; name=exact.pdf\r\n\r\n${'x'.repeat(limits.documentBytes)}`
  const small = Array.from({ length: 25 }, (_, index) => attachment(`filename=${index}.pdf`))
  const { files, leftOut } = await parse(multipart('mixed', [large, exact, ...small]))
  expect(files.map(({ name }) => name)).toEqual([
    'exact.pdf',
    ...Array.from({ length: 19 }, (_, index) => `${index}.pdf`),
  ])
  expect(leftOut).toEqual([
    { name: 'large.pdf', reason: 'size' },
    ...Array.from({ length: 6 }, (_, index) => ({ name: `${index + 19}.pdf`, reason: 'count' })),
  ])
})

test('a multipart without parts, or without a boundary, is a text [D11.6]', async () => {
  expect((await parse(multipart('mixed', []).replace('--edge--', ''))).text).toBe('')
  const missing = mailOf(['Content-Type: multipart/mixed; boundary=edge'], 'The boundary never comes.')
  expect((await parse(missing)).text).toBe('The boundary never comes.')
  const undeclared = mailOf(['Content-Type: multipart/mixed'], 'There is no boundary.')
  expect((await parse(undeclared)).text).toBe('There is no boundary.')
  const inner = 'Content-Type: multipart/mixed; boundary=inner\r\n\r\nNo inner parts.'
  expect((await parse(multipart('mixed', ['\r\nFirst.', inner, '\r\nLast.']))).text).toBe(
    'First.\n\nNo inner parts.\n\nLast.',
  )
})

test('a mail that breaks off is read as far as it goes [D11.6]', async () => {
  const whole = multipart('mixed', ['\r\nHello', attachment('filename=a.pdf')])
  for (let length = 0; length < whole.length; length += 7) await parse(whole.slice(0, length))
  expect((await parse(whole.slice(0, whole.indexOf('content') + 3))).files).toMatchObject([{ name: 'a.pdf', size: 3 }])
})
