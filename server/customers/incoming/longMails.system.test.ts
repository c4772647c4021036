import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { worstTexts } from '#contract/test/worstTexts.ts'
import { Recipients } from '#server/customers/mails/recipients.ts'
import { MailParser, StoppedParser } from '#server/mail/parsing/mailParser.ts'
import { keepMail } from '#server/mail/receiving/receivedMails.ts'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'
import { heldTooLong } from '#server/test/processes/heldLoop.ts'
import { testApp } from '#server/test/testApp.ts'
import { describeUnread } from './unread.ts'

/** A tenth of the time that the server gives a mail. These texts need a hundredth. */
const parse = mailReader(new MailParser(2000))
const texts = [
  ...worstTexts(200_000),
  ...['> ', '<b', '&', '<!--', '-- \n', 'On 1 May, ', '=?utf-8?q?', ';a=', '<a@b>,'].map(run),
]

function run(unit: string): [string, string] {
  return [unit, unit.repeat(200_000 / unit.length)]
}

/** Headers cannot contain line feeds. */
function header(name: string, before = '', after = '') {
  return (text: string) => mailOf([`${name}: ${before}${text.replaceAll('\n', '\n ')}${after}`], 'Hello')
}

function part(type: string) {
  return (text: string) => mailOf([`Content-Type: ${type}; charset=utf-8`], `Above <br>${text}`)
}

/** Everything of a mail that is read. */
const places: Record<string, (text: string) => string> = {
  'the sender': header('From'),
  'the name of the sender': header('From', '"', '" <kim@kunde.example>'),
  'the recipients': header('To'),
  'the subject': header('Subject'),
  'an encoded subject': header('Subject', '=?utf-8?q?', '?='),
  'the id': header('Message-ID', '<', '>'),
  'the answered mail': header('In-Reply-To'),
  'the references': header('References'),
  'the date': header('Date'),
  'the verdict on the sender': header('Authentication-Results', 'mx.desk.example; ', ''),
  'the type of the content': header('Content-Type', 'text/plain; '),
  'the name of a file': (text) =>
    multipart('mixed', [`Content-Disposition: attachment; filename="${text.replaceAll('\n', '\n ')}"\r\n\r\nx`]),
  'a boundary': (text) =>
    mailOf([`Content-Type: multipart/mixed; boundary="${text.replaceAll('\n', '\n ')}"`], `--${text}`),
  'the text': part('text/plain'),
  'the HTML': part('text/html'),
  'an attribute of the HTML': (text) => part('text/html')(`<a href="${text}">link</a>`),
  'a cell of the HTML': (text) => part('text/html')(`<table><tr><td>${text}</td></tr></table>`),
  'the report on a mail that came back': (text) =>
    multipart('report; report-type=delivery-status', [
      `Content-Type: text/plain\r\n\r\n${text}`,
      `Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: ${text}\r\nStatus: ${text}`,
    ]),
}

test.each(Object.entries(places))('no long text is costly to read in %s [D11.6] [D12.1]', async (_place, mailWith) => {
  const slow: string[] = []
  for (const [name, text] of texts) {
    const mail = mailWith(text)
    const read = await parse(mail).catch((error: unknown) => {
      if (!(error instanceof StoppedParser)) throw error
    })
    // A mail that takes too long is read without its HTML.
    if (!read || (mail.includes('Above') && !read.text.includes('Above'))) slow.push(name)
  }
  expect(slow).toEqual([])
})

test('no mail that cannot be read holds up the server that describes it [D11.6] [D12.1]', async () => {
  const { db, storage, linkSecrets } = await testApp()
  const services = { db, storage, recipients: new Recipients('support@desk.example', linkSecrets) }
  const slow: string[] = []
  for (const [name, text] of texts) {
    const bytes = Buffer.from(`From: ${text}\r\nSubject: ${text}`)
    const { sha256, size } = await keepMail(storage, Readable.from([bytes]))
    const row = { id: randomUUID(), recipients: [], sha256, size, receivedAt: new Date(), state: 'received' as const }
    const unread = { ...row, heldFor: null, reason: null, attempts: 3, companyId: null, enquiryId: null }
    const heldMs = await heldTooLong(() => describeUnread(services, unread))
    if (heldMs !== undefined) slow.push(`${name}: ${heldMs} ms`)
  }
  expect(slow).toEqual([])
})
