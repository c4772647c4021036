import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailboxNameOf } from '#server/mail/receiving/mailboxName.ts'
import { temporaryFolder } from '#server/test/backups/backups.ts'
import { certificates } from '#server/test/database/certificates.ts'
import { diagnose } from '#server/test/doctor/diagnose.ts'
import { talkingServer } from '#server/test/doctor/servers.ts'
import { dovecotPath, imapUrlOf, startDovecot } from '#server/test/mail/dovecot.ts'
import { receivingOn } from '#server/test/mail/incomingMail.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const smtpPort = await freePort()
const app = await testApp(sendingTo(smtpPort))
const database = { DATABASE_URL: urlOf(app.connection) }

async function diagnoseMail(settings: Record<string, string>) {
  return (await diagnose(settings)).filter((line) => line.startsWith('mail'))
}

/** A mail server that knows one account, until the test is done. It repeats what it refuses. */
async function mailServer({ refusesConnections = false, isEncrypted = false } = {}) {
  const { key, cert } = await certificates('127.0.0.1')
  const received: string[] = []
  const server = new SMTPServer({
    ...(isEncrypted && { secure: true, key, cert }),
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => done(refusesConnections ? new Error('not today') : undefined),
    onAuth: ({ username, password = '' }, _session, done) =>
      done(password === 'right-password' ? null : new Error(`unknown: ${username} ${password}`), { user: username }),
    onMailFrom: ({ address }, _session, done) => (received.push(address), done()),
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (listening.address() as { port: number }).port, received }
}

const sending = { PUBLIC_URL: 'http://localhost:1', MAIL_FROM: 'desk@desk.example' }
const url = (port: number, password: string, scheme = 'smtp') =>
  `${scheme}://${encodeURIComponent('desk@desk.example')}:${password}@127.0.0.1:${port}`

test('a mail server that accepts the sign-in is fine, and gets no email [D13.1]', async () => {
  const { port, received } = await mailServer()
  const lines = await diagnoseMail({ ...sending, SMTP_URL: url(port, 'right-password') })
  expect(lines).toEqual([
    `mail ok: The mail server 127.0.0.1:${port} accepts the connection and the sign-in. npm run mail:check also sends an email.`,
  ])
  expect(received).toEqual([])
})

test('a mail server that rejects the sign-in is a problem, without the words that repeat the password [D13.1]', async () => {
  const { port } = await mailServer()
  const lines = await diagnoseMail({ ...sending, SMTP_URL: url(port, 'wrong-password') })
  expect(lines).toEqual([
    `mail problem: The mail server 127.0.0.1:${port} rejects the sign-in (535). → Check user and password in SMTP_URL, percent-encoded.`,
  ])
})

test('a mail server that is away, refuses, or has a certificate of a stranger is a problem [D13.1]', async () => {
  const away = await diagnoseMail({ ...sending, SMTP_URL: url(await freePort(), 'x') })
  expect(away).toEqual([
    expect.stringMatching(/^mail problem: .* cannot be reached: .*ECONNREFUSED.* → Check SMTP_URL/),
  ])
  const refusing = await diagnoseMail({
    ...sending,
    SMTP_URL: url((await mailServer({ refusesConnections: true })).port, 'x'),
  })
  expect(refusing).toEqual([expect.stringMatching(/^mail problem: .* does not respond like one \(554\)\. → /)])
  const { port } = await mailServer({ isEncrypted: true })
  const strange = await diagnoseMail({ ...sending, SMTP_URL: url(port, 'x', 'smtps') })
  expect(strange).toEqual([expect.stringMatching(/^mail problem: .*certificate.* → /)])
})

test('without SMTP_URL nothing is sent, which is a warning [D13.1]', async () => {
  expect(await diagnoseMail({})).toEqual([expect.stringMatching(/^mail warning: No email is sent, .* → Set SMTP_URL/)])
})

test('a sender of another domain than the account is a warning, one of a subdomain is not [D13.1]', async () => {
  const SMTP_URL = url((await mailServer()).port, 'right-password')
  const other = /^mail warning: Emails come from desk@acme\.example, .* belongs to desk\.example\. → Set MAIL_FROM/
  expect(await diagnoseMail({ ...sending, MAIL_FROM: 'desk@acme.example', SMTP_URL })).toContainEqual(
    expect.stringMatching(other),
  )
  expect(await diagnoseMail({ ...sending, MAIL_FROM: 'desk@mail.desk.example', SMTP_URL })).toHaveLength(1)
})

test('emails that wait for too long or were refused are found in the outbox [D13.1]', async () => {
  const settings = { ...database, ...sending, SMTP_URL: url((await mailServer()).port, 'right-password') }
  expect(await diagnoseMail(settings)).toContain('mail ok: Emails that wait to be sent: 0; refused for good: 0.')
  const owner = await confirmedOwner(app)
  for (let each = 0; each < 11; each += 1) {
    await owner.post('/invitations', { email: `${randomUUID()}@acme.test`, role: 'agent' })
  }
  // An attempt to send one of them may end after the change.
  await waitFor(async () => {
    await app.db`
      update mail_outbox set attempts = 1, created_at = now() - interval '3 hours', next_attempt_at = now() + interval '1 hour'`
    expect(await diagnoseMail(settings)).toContainEqual(
      expect.stringMatching(
        /^mail problem: 1\d emails wait to be sent, the oldest one for 3 hours\. → Check that a server runs/,
      ),
    )
  })
  await app.db`update mail_outbox set next_attempt_at = 'infinity'`
  expect(await diagnoseMail(settings)).toContainEqual(
    expect.stringMatching(/^mail warning: The mail server has refused 1\d emails for good\. → .*SPF/),
  )
})

test.skipIf(!dovecotPath)('a mailbox that can be opened is fine, and one that cannot says why [D13.1]', async () => {
  const { port } = await startDovecot(dovecotPath!)
  const receiving = {
    ...sending,
    SMTP_URL: url((await mailServer()).port, 'right-password'),
    INCOMING_ADDRESS: 'support@desk.example',
  }
  const open = (imapUrl: string) => diagnoseMail({ ...receiving, IMAP_URL: imapUrl })
  expect(await open(imapUrlOf(port))).toContain(`mail ok: The mailbox at 127.0.0.1:${port} can be opened.`)
  expect(await open(imapUrlOf(port).replace('correct-horse', 'wrong'))).toContain(
    `mail problem: The mail server 127.0.0.1:${port} rejects the sign-in. → Check user and password in IMAP_URL, percent-encoded.`,
  )
  expect(await open(imapUrlOf(port, 'Nowhere'))).toContainEqual(
    expect.stringMatching(/^mail problem: .* has no mailbox of this name\. → Check the path of IMAP_URL/),
  )
  expect(await open(imapUrlOf(await freePort()))).toContainEqual(
    expect.stringMatching(/^mail problem: .* cannot be reached\. → Check host and port in IMAP_URL/),
  )
})

test('a mailbox that no server has read, and received emails that are not filed, are named [D13.1]', async () => {
  const IMAP_URL = imapUrlOf(await freePort())
  const settings = {
    ...database,
    ...sending,
    SMTP_URL: url((await mailServer()).port, 'right-password'),
    INCOMING_ADDRESS: 'support@desk.example',
    IMAP_URL,
  }
  expect(await diagnoseMail(settings)).not.toContainEqual(expect.stringMatching(/has not been read|are not filed/))
  await app.db`
    insert into mailbox (name, started_at, succeeded_at) values (${mailboxNameOf(IMAP_URL)}, now(), now() - interval '1 hour')`
  await app.db`
    insert into incoming_mail (id, recipients, sha256, size, is_in_inbox, received_at)
    values (gen_random_uuid(), '{}', ${'a'.repeat(64)}, 1, false, now() - interval '2 hours')`
  const lines = await diagnoseMail(settings)
  expect(lines).toContainEqual(
    expect.stringMatching(/^mail problem: The mailbox of customers has not been read for 60 minutes\. → .*mail:check/),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^mail warning: 1 received email is not filed, the oldest one for 2 hours\. → Look for “could not be filed” in the log/,
    ),
  )
})

test('a product that accepts emails is fine, and a place where nothing listens is a problem [D13.1]', async () => {
  const port = await talkingServer('220 desk LMTP\r\n')
  const settings = { ...sending, SMTP_URL: url((await mailServer()).port, 'right-password'), ...receivingOn(port) }
  expect(await diagnoseMail(settings)).toContain(`mail ok: The product accepts emails at port ${port} (LMTP).`)
  const LMTP_LISTEN = join(await temporaryFolder(), 'lmtp')
  expect(await diagnoseMail({ ...settings, LMTP_LISTEN })).toContain(
    `mail problem: Nothing listens at LMTP_LISTEN, ${LMTP_LISTEN} (ENOENT). → Start the product with the same LMTP_LISTEN, and look at its first lines.`,
  )
})
