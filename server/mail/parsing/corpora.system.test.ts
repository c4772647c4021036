import { expect, test } from 'vitest'
import { corpora, mailsOf } from '#server/test/mail/corpora.ts'
import { mailReader } from '#server/test/mail/parsing.ts'
import type { ParsedMail } from './parsedMail.ts'

const parse = mailReader()
const [enmime, python, flufl] = await Promise.all([corpora.enmime, corpora.python, corpora.flufl].map(mailsOf))

type Corpus = NonNullable<typeof enmime>

/** The parsed mails, by the name of their file and its folder. */
async function parseAll(mails: Corpus) {
  const parsed = new Map<string, ParsedMail>()
  for (const { file, raw } of mails) parsed.set(nameOf(file), await parse(raw))
  return parsed
}

function nameOf(file: string) {
  return file.split('/').slice(-2).join('/')
}

type Part = { head: string; body: string }

/** The parts of a well-formed mail, found in a simpler way than the parser does it. */
function partsIn(raw: Buffer | string): Part[] {
  const [head = '', ...rest] = raw.toString('latin1').replaceAll('\r\n', '\n').split('\n\n')
  const body = rest.join('\n\n')
  const boundary = /^content-type:\s*multipart\/.*?boundary="?([^"\n;]+)/ims.exec(head)?.[1]
  if (boundary === undefined) return [{ head, body }]
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}--`)[0]!.split(`\n--${boundary}\n`)
  return parts.flatMap((part) => partsIn(part.startsWith('\n') ? part : part.trimStart()))
}

function isText({ head }: Part) {
  const type = /^content-type:\s*([^\s;]+\/[^\s;]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain'
  return /^text\/(?:plain|html)$/.test(type) && !/^content-disposition:\s*attachment|name\*?\d?\*?=/im.test(head)
}

/** Signatures are no files. */
function isFile(part: Part) {
  return !isText(part) && !/^content-type:\s*application\/(?:(?:x-)?pkcs7|pgp)-signature/im.test(part.head)
}

/** How many files are in the mails whose parts are not found so simply: digests, and malformed ones. */
const counted: Record<string, number> = {
  'data/msg_02.txt': 5,
  'data/msg_15.txt': 1,
  'data/msg_25.txt': 0,
  'data/msg_30.txt': 2,
  'data/msg_33.txt': 0,
  'data/msg_34.txt': 1,
  'data/msg_39.txt': 6,
  'data/msg_41.txt': 0,
}

/** The mails of which not as many files come out, or are named as left out, as there are parts that are files. */
function withLostFiles(corpus: Corpus, mails: Map<string, ParsedMail>) {
  const lost = corpus.filter(({ file, raw }) => {
    const { files, leftOut } = mails.get(nameOf(file))!
    const expected = counted[nameOf(file)] ?? partsIn(raw).filter((part) => isFile(part)).length
    return expected !== files.length + leftOut.length
  })
  return lost.map(({ file }) => nameOf(file))
}

/** The mails whose text lacks the first line of a part that is sent as plain text. */
function withLostTexts(corpus: Corpus, mails: Map<string, ParsedMail>) {
  const lost = corpus.filter(({ file, raw }) => {
    if (nameOf(file) in counted) return false
    const plain = partsIn(raw).filter((part) => isText(part) && !/text\/html|quoted-printable|base64/i.test(part.head))
    const lines = plain.map(({ body }) => /\S+/.exec(body)?.[0] ?? '')
    return lines.some((line) => /^[\x20-\x7e]*$/.test(line) && !mails.get(nameOf(file))!.text.includes(line))
  })
  return lost.map(({ file }) => nameOf(file))
}

test.skipIf(!enmime)('the mails of enmime come out with all of their parts, and none is a bounce [D11.6]', async () => {
  const mails = await parseAll(enmime!)
  expect(mails.size).toBe(79)
  expect(withLostFiles(enmime!, mails)).toEqual([])
  expect(withLostTexts(enmime!, mails)).toEqual([])
  expect([...mails.values()].filter(({ bounce }) => bounce)).toEqual([])
})

test.skipIf(!python)(
  'the mails of Python come out with all of their parts, and only its reports are bounces [D11.6]',
  async () => {
    const mails = await parseAll(python!)
    expect(mails.size).toBe(47)
    expect(withLostFiles(python!, mails)).toEqual([])
    expect(withLostTexts(python!, mails)).toEqual([])
    const bounces = [...mails].filter(([, { bounce }]) => bounce).map(([file]) => file)
    expect(bounces).toEqual(['data/msg_16.txt', 'data/msg_25.txt', 'data/msg_43.txt'])
  },
)

test.skipIf(!flufl)(
  'at least a hundred of the 115 bounces of flufl.bounce are recognised [D11.5] [D11.6]',
  async () => {
    const mails = await parseAll(flufl!)
    expect(mails.size).toBe(115)
    expect(withLostFiles(flufl!, mails)).toEqual([])
    const bounces = new Map([...mails].map(([file, { bounce }]) => [file.replace(/^data\/|\.txt$/g, ''), bounce]))
    expect([...bounces.values()].filter(Boolean).length).toBeGreaterThanOrEqual(100)
    const recipients = [
      'aol_01',
      'exim_01',
      'groupwise_01',
      'llnl_01',
      'qmail_01',
      'simple_39',
      'smtp32_01',
      'yahoo_13',
    ]
    expect(recipients.map((name) => bounces.get(name)?.recipient)).toEqual([
      null,
      'userx@its.example.nl',
      'userx@example.edu',
      'user1@example.gov',
      'userx@example.de',
      'userx@example.ru',
      'userx@example.ph',
      'bogus-address@example.net',
    ])
    const late = [...bounces].filter(([, bounce]) => bounce?.isFinal === false).map(([name]) => name)
    expect(late).toEqual(expect.arrayContaining(['dsn_05', 'simple_03', 'simple_28', 'simple_35', 'simple_40']))
    // A person's answer, and an automatic one.
    expect([bounces.get('groupwise_03'), bounces.get('qmail_08')]).toEqual([null, null])
  },
)
