import { readFile } from 'node:fs/promises'
import { BaseBlock, Constructed, Integer, ObjectIdentifier, OctetString, Sequence, Set as Asn1Set } from 'asn1js'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()

const picture = Buffer.from('a picture of a pump')
const inner = [
  'Content-Type: multipart/mixed; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Die Pumpe an Station 3 steht.',
  '--inner',
  'Content-Type: image/png; name=pump.png',
  'Content-Transfer-Encoding: base64',
  '',
  picture.toString('base64'),
  '--inner--',
  '',
].join('\r\n')

const within = (...value: BaseBlock[]) => new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value })
const oid = (value: string) => new ObjectIdentifier({ value })

/** Content that is signed as a whole: in one piece or, as Outlook writes it, in several. */
function sealed(type: string, content: string, pieces = 1) {
  const bytes = Buffer.from(content)
  const size = Math.ceil(bytes.length / pieces)
  const octets = Array.from({ length: pieces }, (_, index) => {
    return new OctetString({ valueHex: Uint8Array.from(bytes.subarray(index * size, (index + 1) * size)) })
  })
  const whole =
    pieces === 1
      ? octets[0]!
      : new OctetString({ idBlock: { isConstructed: true }, isConstructed: true, value: octets })
  const encapsulated = new Sequence({ value: [oid('1.2.840.113549.1.7.1'), within(whole)] })
  const signed = new Sequence({ value: [new Integer({ value: 1 }), new Asn1Set({ value: [] }), encapsulated] })
  return Buffer.from(new Sequence({ value: [oid(type), within(signed)] }).toBER()).toString('base64')
}

const signedData = '1.2.840.113549.1.7.2'
const partHeaders = ['Content-Type: application/pkcs7-mime; name=smime.p7m', 'Content-Transfer-Encoding: base64']

test.each([1, 3])(
  'the words and files of an email that is signed as a whole are read, in %i pieces [D11.6]',
  async (pieces) => {
    const { text, files } = await parse(mailOf(partHeaders, sealed(signedData, inner, pieces)))
    expect(text).toBe('Die Pumpe an Station 3 steht.')
    expect(files.map(({ name }) => name)).toEqual(['pump.png'])
    expect(await readFile(files[0]!.path)).toEqual(picture)
  },
)

test('beside other files, each keeps its content [D11.6]', async () => {
  const part = [...partHeaders, '', sealed(signedData, inner), ''].join('\r\n')
  const note = 'Content-Type: application/pdf; name=note.pdf\r\n\r\nA note\r\n'
  const { files } = await parse(multipart('mixed', [part, note]))
  const contents = await Promise.all(files.map(async ({ name, path }) => [name, String(await readFile(path)).trim()]))
  expect(contents).toEqual([
    ['note.pdf', 'A note'],
    ['pump.png', String(picture)],
  ])
})

test('however many signed parts an email has, it has as many files as others, and the rest is named [D11.6]', async () => {
  const many = Array.from(
    { length: 30 },
    (_, index) => `--inner\r\nContent-Type: application/pdf; name=${index}.pdf\r\n\r\nA\r\n`,
  )
  const content = ['Content-Type: multipart/mixed; boundary=inner', '', `${many.join('')}--inner--`].join('\r\n')
  const part = [...partHeaders, '', sealed(signedData, content), ''].join('\r\n')
  const broken = [...partHeaders, '', 'AAAA', ''].join('\r\n')
  const { files, leftOut } = await parse(multipart('mixed', [part, broken, part, part]))
  expect(files).toHaveLength(limits.incoming.files)
  expect(leftOut.length).toBeGreaterThan(0)
})

test('a document that is signed, and the signature of a document, stay files [D11.6]', async () => {
  const document = ['Content-Type: application/pkcs7-mime; name=contract.pdf.p7m', 'Content-Transfer-Encoding: base64']
  const signed = [...document, '', sealed(signedData, '%PDF-1.4 a contract'), ''].join('\r\n')
  const signature = 'Content-Type: application/pkcs7-signature; name=offer.pdf.p7s\r\n\r\nMIIG\r\n'
  const { text, files } = await parse(multipart('mixed', [signed, signature]))
  expect([text, files.map(({ name }) => name)]).toEqual(['', ['contract.pdf.p7m', 'offer.pdf.p7s']])
})

/** The same text in several forms. */
function forms(edge: string, contents: Record<string, string>) {
  const parts = Object.entries(contents).map(
    ([type, content]) => `--${edge}\r\nContent-Type: text/${type}\r\n\r\n${content}\r\n`,
  )
  return `Content-Type: multipart/alternative; boundary=${edge}\r\n\r\n${parts.join('')}--${edge}--\r\n`
}

test('HTML that is signed is shown beside another text in two forms [D11.6]', async () => {
  const content = forms('inner', { html: '<p>The pump stands still</p>' })
  const part = [...partHeaders, '', sealed(signedData, content), ''].join('\r\n')
  const other = forms('outer', { plain: 'External mail', html: '<p>External mail</p>' })
  const { text } = await parse(multipart('mixed', [other, part]))
  expect(text).toContain('The pump stands still')
})

test.each([
  ['encrypted', sealed('1.2.840.113549.1.7.3', inner)],
  ['broken', Buffer.from('no structure at all').toString('base64')],
])('an email that is %s keeps its file [D11.6]', async (_what, content) => {
  const { text, files } = await parse(mailOf(partHeaders, content))
  expect([text, files.map(({ name }) => name)]).toEqual(['', ['smime.p7m']])
})

test('the signature beside a text is no file [D11.6]', async () => {
  const signature = 'Content-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nMIIG\r\n'
  const { text, files } = await parse(multipart('signed', ['Content-Type: text/plain\r\n\r\nHello\r\n', signature]))
  expect([text, files]).toEqual(['Hello', []])
})
