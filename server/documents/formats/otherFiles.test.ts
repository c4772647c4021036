import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { MessageFile } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { ask, people } from '#server/test/people.ts'
import { dataUrl } from '#server/test/pictures.ts'
import { heldTooLong } from '#server/test/processes/heldLoop.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()
const { member } = await people(app)
const { _id: enquiry } = await member.raise()

function send(...files: { name: string; bytes: Buffer }[]) {
  const urls = files.map(({ name, bytes }) => ({ name, url: dataUrl(bytes, 'application/pdf') }))
  return member.post('/chat', { enquiry, side: 'customer', message: '', files: urls })
}

function binary(text: string) {
  return Buffer.from(text, 'latin1')
}

const zip = binary('PK\x03\x04\x14\0rest')
const compoundFile = binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0rest')
const text = Buffer.from('Zerbrochen – 壊れた\n')
const utf16 = Buffer.from('\ufeffZerbrochen 壊れた\r\n', 'utf16le')
const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#1877F2' } })
  .png()
  .toBuffer()

test.each<[kind: string, files: Record<string, Buffer>]>([
  ['PDF', { 'a.pdf': binary('%PDF-1.7\n'), 'B.PDF': binary('\xef\xbb\xbf\r\n%PDF-1.4\n') }],
  [
    'text',
    {
      'a.txt': text,
      'a.csv': utf16,
      'a.md': Buffer.from(utf16).swap16(),
      'a.json': text,
      'a.log': binary('Stra\xdfe'),
    },
  ],
  ['older Office', { 'a.doc': compoundFile, 'a.xls': compoundFile, 'a.ppt': compoundFile, 'a.msg': compoundFile }],
  ['newer Office', { 'a.docx': zip, 'a.xlsx': zip, 'a.pptx': zip, 'with a password.docx': compoundFile }],
  ['OpenDocument or RTF', { 'a.odt': zip, 'a.ods': zip, 'a.odp': zip, 'a.rtf': binary('{\\rtf1\\ansi') }],
  ['ZIP or gzip', { 'a.zip': zip, 'empty.zip': binary('PK\x05\x06\0\0'), 'a.tar.gz': binary('\x1f\x8b\x08\0') }],
  [
    '7z, RAR or bzip2',
    { 'a.7z': binary('7z\xbc\xaf\x27\x1c'), 'a.rar': binary('Rar!\x1a\x07'), 'a.bz2': binary('BZh9') },
  ],
  ['xz or tar', { 'a.xz': binary('\xfd7zXZ\0'), 'a.tar': binary(`${'\0'.repeat(257)}ustar\0`) }],
])('a file in a format of %s is kept byte for byte [D10.6]', async (_kind, files) => {
  const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
  const { status, body } = await send(...given)
  expect([status, body.errors]).toEqual([201, undefined])
  const sent: MessageFile[] = body.data.files
  expect(sent.map(({ kind, name, size }) => [kind, name, size])).toEqual(
    given.map(({ name, bytes }) => ['file', name, bytes.length]),
  )
  for (const [at, { url }] of sent.entries()) {
    expect((await app.app.inject({ url })).rawPayload.equals(given[at]!.bytes)).toBe(true)
  }
})

const heic = binary('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
const unknown = 'is not a kind of file that can be sent. Send images, PDF, text and office documents, or archives'
const mistaken = 'is damaged, or not the kind of file that its name says'
const notText = 'does not contain text'
const notImage = 'is not a supported image. Choose a PNG, JPEG, GIF, WebP or AVIF file'

test.each<[what: string, name: string, bytes: Buffer, message: string]>([
  ['a program', 'setup.exe', binary('MZ\x90\0'), unknown],
  ['a program behind another extension', 'invoice.pdf.exe', binary('MZ\x90\0'), unknown],
  ['a program whose name ends in a dot', 'setup.exe.', binary('MZ\x90\0'), unknown],
  ['a page', 'page.html', text, unknown],
  ['a script', 'run.js', text, unknown],
  ['a document with macros', 'a.docm', zip, unknown],
  ['a name without an extension', 'pdf', binary('%PDF-1.7'), unknown],
  ['the name of a property of every object', 'a.constructor', text, unknown],
  ['a program named .pdf', 'a.pdf', binary('MZ\x90\0%PDF-1.7'), mistaken],
  ['a page named .docx', 'a.docx', text, mistaken],
  ['a program named .txt', 'a.txt', binary('MZ\x90\0'), notText],
  ['text with a NUL', 'a.log', Buffer.from('a\0b'), notText],
  ['binary data without a NUL', 'a.csv', binary('Stra\xdfe\x01'), notText],
  ['UTF-16 with a lone surrogate', 'a.txt', Buffer.from('\ufeffa\ud800b', 'utf16le'), notText],
  ['UTF-16 with a NUL', 'a.txt', Buffer.from('\ufeffa\0b', 'utf16le'), notText],
  ['an SVG', 'a.svg', Buffer.from('<svg/>'), notImage],
  ['a HEIC', 'a.heic', heic, notImage],
  ['text named .png', 'a.png', text, notImage],
  ['a damaged PNG, even if it is named .pdf', 'a.pdf', png.subarray(0, 40), 'is damaged and cannot be shown'],
])('%s is refused [D10.6]', async (_what, name, bytes, message) => {
  const { status, body } = await send({ name: 'a.txt', bytes: text }, { name, bytes })
  expect([status, Object.keys(body.errors!)]).toEqual([415, ['files.1.url']])
  expect(body.message).toContain(`“${name.replace(/\.$/, '')}” ${message}`)
})

test('an image with another extension is an image [D10.6]', async () => {
  const { body } = await send({ name: 'photo.pdf', bytes: png })
  expect(body.data.files).toMatchObject([{ kind: 'image', name: 'photo.png', type: 'image/png' }])
})

const rest = limits.documentBytes - 4

test.each([
  ['plain text', Buffer.concat([text, Buffer.alloc(limits.documentBytes - text.length, 'x')])],
  ['another script', Buffer.alloc(limits.documentBytes, '図')],
  ['an older encoding', Buffer.alloc(limits.documentBytes, 0xfc)],
  ['UTF-16', Buffer.concat([Buffer.from('\ufeff', 'utf16le'), Buffer.alloc(rest, '図', 'utf16le')])],
  [
    'UTF-16 with a NUL at its end',
    Buffer.concat([Buffer.from('\ufeff', 'utf16le'), Buffer.alloc(rest, 'x\0'), Buffer.alloc(2)]),
  ],
])('checking 10 MB of text blocks the event loop for less than 50 ms: %s [D12.1]', async (_what, bytes) => {
  const files = [{ name: 'large.txt', url: dataUrl(bytes, 'text/plain') }]
  const payload = Buffer.from(JSON.stringify({ enquiry, side: 'customer', message: '', files }))
  const headers = { authorization: `Bearer ${member.accessToken}`, 'content-type': 'application/json' }
  const held = await heldTooLong(async () => {
    const { status } = await ask(app, { method: 'POST', url: '/chat', payload, headers })
    expect([201, 415]).toContain(status)
  })
  expect(held).toBeUndefined()
})
