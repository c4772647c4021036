import { expect, test } from 'vitest'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()

function parseHeaders(...headers: string[]) {
  return parse(mailOf(headers, 'Hello'))
}

test('the ids of a mail and of those that it answers are read without brackets [D11.6]', async () => {
  const mail = await parseHeaders(
    'Message-ID: <3@kunde.example>',
    'In-Reply-To: <2@desk.example> (Tuesday)',
    'References: <1@desk.example>\r\n\t<2@desk.example>',
  )
  expect(mail).toMatchObject({
    messageId: '3@kunde.example',
    inReplyTo: ['2@desk.example'],
    references: ['1@desk.example', '2@desk.example'],
  })
  const ids = Array.from({ length: 150 }, (_, index) => `<${index}@x.example>`)
  const many = await parseHeaders(`References: ${ids.join('\r\n ')}`)
  expect([many.references.length, many.references[0], many.references.at(-1)]).toEqual([
    100,
    '50@x.example',
    '149@x.example',
  ])
})

test('the sender is the first address of From, if there is a valid one [D11.6]', async () => {
  const cases = [
    ['KIM@Kunde.Example', { address: 'kim@kunde.example', name: '' }],
    ['"Kunde, Kim" <kim@kunde.example>, eva@firma.example', { address: 'kim@kunde.example', name: 'Kunde, Kim' }],
    ['"ceo@bank.example" <kim@kunde.example>', { address: 'kim@kunde.example', name: 'ceo@bank.example' }],
    ['=?utf-8?Q?Kim=0D=0AKunde?= <kim@kunde.example>', { address: 'kim@kunde.example', name: 'Kim Kunde' }],
    ['undisclosed', null],
    ['', null],
  ] as const
  for (const [value, from] of cases) expect((await parseHeaders(`From: ${value}`)).from).toEqual(from)
})

test('the recipients are those that servers note and those that the sender has written, once each [D11.6]', async () => {
  const { recipients } = await parse(
    [
      'Delivered-To: support+acme@desk.example',
      'X-Original-To: Hello@Acme.example',
      'Received: from a by b with ESMTP id 1 for <info@acme.example>; Tue, 2 Jan 2024 10:00:00 +0100',
      'From: kim@kunde.example',
      'To: Acme <hello@acme.example>, Friends: eva@firma.example, ole@firma.example;',
      'Cc: "Other, One" <other@firma.example>',
      'Envelope-To: envelope@desk.example',
      '',
      'Hello',
    ].join('\r\n'),
  )
  expect(recipients).toEqual([
    'support+acme@desk.example',
    'hello@acme.example',
    'envelope@desk.example',
    'info@acme.example',
    'eva@firma.example',
    'ole@firma.example',
    'other@firma.example',
  ])
})

test('a subject is one line without control characters [D11.6]', async () => {
  const { subject } = await parseHeaders('Subject: =?utf-8?Q?Hello=0D=0ABcc:_eve=40evil.example=00?=\r\n  there')
  expect(subject).toBe('Hello Bcc: eve@evil.example there')
})

test.each([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: no', false],
  ['Auto-Submitted: auto-generated', false],
  ['Auto-Submitted: auto-generated\r\nSubject: Out of office', true],
  ['Precedence: bulk', false],
  ['Precedence: bulk\r\nSubject: Automatische Antwort: Urlaub', true],
  ['Precedence: auto_reply', true],
  ['Precedence: list', false],
  ['X-Autoreply: yes', true],
  ['X-Autorespond: vacation', true],
  ['X-Auto-Response-Suppress: All', false],
  ['Return-Path: <>', true],
  ['Return-Path: <kim@kunde.example>', false],
  ['Content-Type: multipart/report; boundary=x', true],
])('%s: automatic is %s [D11.6]', async (header, isAutomatic) => {
  expect((await parseHeaders(...header.split('\r\n'))).isAutomatic).toBe(isAutomatic)
})

test.each([
  ['List-Id: <list.example>', true],
  ['List-Unsubscribe: <mailto:leave@list.example>', true],
  ['Precedence: list', true],
  ['Subject: [list] Hello', false],
])('%s: from a list is %s [D11.6]', async (header, isFromList) => {
  expect((await parseHeaders(header)).isList).toBe(isFromList)
})

test('authentication results are read in their order, the topmost first [D11.6]', async () => {
  const real = 'Authentication-Results: MX.desk.example; spf=pass smtp.mailfrom=kunde.example;\r\n dmarc=FAIL (p=none)'
  const forged = 'Authentication-Results: mx.desk.example 1; dmarc=pass'
  expect((await parseHeaders(real, 'Authentication-Results: other.example; none', forged)).authentications).toEqual([
    { host: 'mx.desk.example', dmarc: 'fail', domains: ['kunde.example'] },
    { host: 'other.example', dmarc: null, domains: [] },
    { host: 'mx.desk.example', dmarc: 'pass', domains: [] },
  ])
  expect((await parseHeaders('ARC-Authentication-Results: i=1; mx.desk.example; dmarc=pass')).authentications).toEqual(
    [],
  )
})

test.each([
  'mx.desk.example; spf=pass (; dmarc=pass) smtp.mailfrom="a; dmarc=pass"; dmarc=fail',
  'mx.desk.example; spf=fail reason="\\"; dmarc=pass"; dmarc=fail',
  'mx.desk.example; x=y (a (; dmarc=pass) ; dmarc=pass); dmarc (c) = (d) fail',
  '(dmarc=pass) mx.desk.example; x-dmarc=pass; dmarc=fail; dmarc=pass',
])('comments and quoted words are no verdict: %s [D11.6]', async (value) => {
  const { authentications } = await parseHeaders(`Authentication-Results: ${value}`)
  expect(authentications).toMatchObject([{ host: 'mx.desk.example', dmarc: 'fail' }])
})

test('a mail has the same key whichever way it arrives, and another mail has another [D11.6]', async () => {
  const lines = ['Message-ID: <1@kunde.example>', 'Date: Tue, 2 Jan 2024 10:00:00 +0100']
  const body = ['--edge', '', 'Hello', '', '--edge', 'Content-Type: text/csv', '', 'a,b', '--edge--', ''].join('\r\n')
  const raw = mailOf([...lines, 'Content-Type: multipart/mixed; boundary=edge'], body)
  const { contentKey } = await parse(raw)
  expect(contentKey).toMatch(/^[0-9a-f]{64}$/)
  const same = [
    `Delivered-To: a@desk.example\r\nReceived: from a by b\r\n${raw}`,
    raw.replaceAll('\r\n', '\n'),
    `${raw}\r\n\r\n`,
    raw.replace(' <kim', '\r\n\t<kim'),
  ]
  for (const each of same) expect((await parse(each)).contentKey).toBe(contentKey)
  const others = [
    raw.replace('<1@', '<2@'),
    raw.replace('kim@', 'eva@'),
    raw.replace('10:00:00', '10:00:01'),
    raw.replace('\r\nHello', '\r\nHallo'),
    raw.replace('text/csv', 'text/xml'),
    raw.replace('\r\nHello\r\n', '\r\nHello\r\n\r\n'),
  ]
  for (const each of others) expect((await parse(each)).contentKey).not.toBe(contentKey)
})

test('a part that sets headers of a mail changes nothing [D11.6]', async () => {
  const { from, subject } = await parse(multipart('mixed', ['From: eve@evil.example\r\nSubject: Evil\r\n\r\nHello']))
  expect([from?.address, subject]).toEqual(['kim@kunde.example', 'Hello'])
})
