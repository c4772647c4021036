import { expect, test } from 'vitest'
import { mailOf, mailReader, multipart } from '#server/test/mail/parsing.ts'

const parse = mailReader()
const daemon = 'From: Mail Delivery System <MAILER-DAEMON@mx.example>'
const returned =
  'Content-Type: message/rfc822\r\n\r\nMessage-ID: <our@desk.example>\r\nSubject: Re: Invoice\r\n\r\nHello'

/** A report of RFC 3464 with these fields for each recipient. */
function report(...recipients: string[]) {
  const groups = ['Reporting-MTA: dns; mx.example', ...recipients].join('\r\n\r\n')
  const status = `Content-Type: message/delivery-status\r\n\r\n${groups}\r\n`
  return multipart(
    'report; report-type=delivery-status',
    ['\r\nSorry.', status, returned],
    [daemon, 'Subject: Failure'],
  )
}

async function bounceOf(raw: string) {
  return (await parse(raw)).bounce
}

test('a report of RFC 3464 says whom a mail did not reach, why, and which mail it was [D11.5]', async () => {
  const failed = 'Final-Recipient: rfc822; Kim@Kunde.example\r\nAction: failed\r\nStatus: 5.1.1'
  const bounce = { isFinal: true, recipient: 'kim@kunde.example', status: '5.1.1', messageIds: ['our@desk.example'] }
  expect(await bounceOf(report(failed))).toEqual(bounce)
  const forwarded = `Original-Recipient: rfc822;kim@kunde.example\r\n${failed.replace('Kim@', 'box@')}`
  expect(await bounceOf(report(forwarded))).toEqual(bounce)
  const vague = failed.replace('5.1.1', '5.0.0\r\nDiagnostic-Code: smtp; 550 5.2.2 Mailbox full')
  expect(await bounceOf(report(vague))).toEqual({ ...bounce, status: '5.2.2' })
})

test('a mail that is only late is not lost, and one that arrived is no bounce [D11.5]', async () => {
  const late = 'Final-Recipient: rfc822; kim@kunde.example\r\nAction: delayed\r\nStatus: 4.4.1'
  const lost = 'Final-Recipient: rfc822; eva@kunde.example\r\nAction: failed\r\nStatus: 4.4.7'
  const arrived = 'Final-Recipient: rfc822; ole@kunde.example\r\nAction: relayed\r\nStatus: 2.0.0'
  expect(await bounceOf(report(late))).toMatchObject({ isFinal: false, status: '4.4.1' })
  expect(await bounceOf(report(arrived, late, lost))).toMatchObject({ isFinal: true, recipient: 'eva@kunde.example' })
  expect(await bounceOf(report(arrived))).toBeNull()
})

const inWords = {
  qmail: [
    'Subject: failure notice',
    'Hi. This is the qmail-send program at mx.example.\r\nI wasn’t able to deliver your message to the following addresses.\r\n' +
      'This is a permanent error; I’ve given up. Sorry it didn’t work out.\r\n\r\n<kim@kunde.example>:\r\n' +
      'Sorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n' +
      'Message-ID: <our@desk.example>\r\nFrom: support@desk.example',
  ],
  Exim: [
    'X-Failed-Recipients: kim@kunde.example',
    'A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  kim@kunde.example\r\n' +
      '    550 5.1.1 unknown user\r\n\r\n------ This is a copy of the message ------\r\n\r\nMessage-Id: <our@desk.example>',
  ],
  Exchange: [
    'Subject: Undeliverable: Re: Invoice',
    'Delivery has failed to these recipients or groups:\r\n\r\nKim Kunde (kim@kunde.example)\r\n' +
      'The email address you entered couldn’t be found.\r\n\r\nRemote Server returned 550 5.1.1 user unknown\r\n\r\n' +
      'Original message headers:\r\n\r\nMessage-ID: <our@desk.example>',
  ],
}

test.each(Object.entries(inWords))('a report in words is recognised: %s [D11.5]', async (_, [header, body]) => {
  expect(await bounceOf(mailOf([daemon, 'Content-Type: text/plain; charset=utf-8', header!], body))).toEqual({
    isFinal: true,
    recipient: 'kim@kunde.example',
    status: '5.1.1',
    messageIds: ['our@desk.example'],
  })
})

const quoted = 'Delivery has failed to these recipients:\r\nkim@kunde.example\r\n550 5.1.1 user unknown'
const ordinary = {
  'an answer that quotes a report': mailOf(
    ['Subject: Re: Undeliverable: Invoice', 'In-Reply-To: <1@mx.example>'],
    `Can you check this?\r\n\r\n> ${quoted.replaceAll('\n', '\n> ')}`,
  ),
  'a report that a person forwards': mailOf(['Subject: Fwd: failure notice'], `See below.\r\n\r\n${quoted}`),
  'a report that a person attaches': multipart('mixed', ['\r\nWhat is this?', returned], ['Subject: Failure notice']),
  'a complaint about a parcel': mailOf(
    ['Subject: Delivery problem: not delivered'],
    'My parcel could not be delivered, because the address was unknown. Write to eva@kunde.example.',
  ),
  'a mail from an administrator': mailOf(
    ['From: Administrator <admin@kunde.example>', 'Subject: Account'],
    'The account of eva@kunde.example is no longer valid and cannot be reached.',
  ),
  'a note of absence': mailOf(
    ['Return-Path: <>', 'Auto-Submitted: auto-replied', 'Subject: Out of office'],
    'I cannot be reached until Monday. Write to eva@kunde.example.',
  ),
  'a receipt that a mail was read': multipart(
    'report; report-type=disposition-notification',
    [
      '\r\nYour message was displayed.',
      'Content-Type: message/disposition-notification\r\n\r\nDisposition: manual; displayed',
    ],
    ['Subject: Read: Invoice'],
  ),
}

test.each(Object.entries(ordinary))('no bounce: %s [D11.5]', async (_, raw) => {
  expect(await bounceOf(raw)).toBeNull()
})
