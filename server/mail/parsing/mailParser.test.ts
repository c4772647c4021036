import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'
import { MailParser } from './mailParser.ts'
import { readMail } from './readMail.ts'

/** A file that never ends. Windows has none. */
const endless = '/dev/zero'
const hasEndless = process.platform !== 'win32'

test.runIf(hasEndless)('a mail that takes too long is given up, and those after it are read [D11.6]', async () => {
  const parser = new MailParser(5000)
  const parse = mailReader(parser)
  const results = await Promise.allSettled([parser.parse(endless, '/'), parse(mailOf([], 'Second'))])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: 'The parser was stopped, because the mail took too long' } },
    { status: 'fulfilled', value: { text: 'Second' } },
  ])
})

test('without its HTML, a mail has its other text, and says that there is more [D11.6]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const texts = ['Content-Type: text/plain\r\n\r\nPlain', 'Content-Type: text/html\r\n\r\n<p>Formatted</p>']
  await writeFile(join(folder, 'raw'), multipart('mixed', texts))
  const { text, leftOut } = await readMail(join(folder, 'raw'), folder, true)
  expect({ text, leftOut }).toEqual({ text: 'Plain', leftOut: [{ name: 'text', reason: 'text' }] })
})

test('a mail that cannot be read is rejected, and those after it are read [D11.6]', async () => {
  const parser = new MailParser()
  const parse = mailReader(parser)
  await expect(parser.parse('/missing', '/missing')).rejects.toThrow('ENOENT')
  expect(await parse(mailOf([], 'Hello'))).toMatchObject({ text: 'Hello' })
})

test.runIf(hasEndless)('a parser that closes gives up its mail, and reads no more [D11.6]', async () => {
  const parser = new MailParser()
  const parse = mailReader(parser)
  await parse(mailOf([], 'Hello'))
  const [waiting] = await Promise.allSettled([parser.parse(endless, '/'), parser.close()])
  expect(waiting).toMatchObject({ status: 'rejected' })
  await expect(parse(mailOf([], 'Hello'))).rejects.toThrow('The parser is closed')
})
