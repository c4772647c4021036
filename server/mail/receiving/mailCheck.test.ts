import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { acceptMails, receivingOn } from '#server/test/mail/incomingMail.ts'
import { sendingTo } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { checkMail } from './mailCheck.ts'

const smtpPort = await freePort()
const lmtpPort = await freePort()
const settings = {
  ...sendingTo(smtpPort),
  ...receivingOn(lmtpPort),
}
const app = await testApp(settings)
await app.app.ready()
// Otherwise no mail could become an enquiry.
await acceptMails(await confirmedOwner(app))
const times = { arrivalMs: 60_000, pollMs: 20, stallMs: 5000 }

/** Runs the check beside the server, and returns the lines that it prints and, if it fails, why. */
async function check(changes: Record<string, string> = {}, changedTimes: Partial<typeof times> = {}) {
  const { host, port, user, password = '', database } = app.connection
  const login = `user=${user}&password=${encodeURIComponent(password)}`
  const DATABASE_URL = `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&${login}`
  const environment = { ...settings, DATA_DIR: app.config.dataDir, DATABASE_URL, ...changes }
  const lines: string[] = []
  const failure = await checkMail(readConfig(environment), (line) => lines.push(line), {
    ...times,
    ...changedTimes,
  }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { lines, failure }
}

/** A mail server until the test ends. It adds `results` to each mail, and delivers it unless it loses mails. */
async function mailServer({ results = '', loses = false, refuses = false } = {}) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined),
    async onData(stream, { envelope }, done) {
      const raw = results + (await buffer(stream)).toString('latin1')
      if (!loses) await deliver(raw, envelope.rcptTo[0]!.address)
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(smtpPort, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
}

async function deliver(raw: string, to: string) {
  const transport = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true })
  await transport.sendMail({ raw: Buffer.from(raw, 'latin1'), envelope: { from: settings.MAIL_FROM, to } })
  transport.close()
}

test('the check follows an email from the mail server to the desk, and reports what the mail server says of it [D11.6]', async () => {
  await mailServer({ results: 'Authentication-Results: mx.desk.example;\r\n spf=pass; dkim=none; dmarc=fail\r\n' })
  const { lines, failure } = await check()
  expect(failure).toBeUndefined()
  expect(lines).toEqual([
    '✓ LMTP_LISTEN: the server listens there.',
    '✓ SMTP_URL: the mail server accepted an email from desk@desk.example to support@desk.example.',
    '· Waiting for it, for up to 1 minutes.',
    expect.stringMatching(/^✓ The server received it \d s later, and recognised it as its own\.$/),
    '✓ Authentication-Results of mx.desk.example: spf=pass, dkim=none, dmarc=fail.',
    expect.stringContaining('Set MAIL_AUTH_HOST=mx.desk.example'),
  ])
  expect(await app.db`select 1 from enquiry`).toEqual([])
})

test('the check says that forged senders cannot be recognised [D11.6]', async () => {
  await mailServer()
  const { lines } = await check()
  expect(lines.at(-1)).toContain('has no Authentication-Results')
})

test('the check says where an email got stuck [D11.6]', async () => {
  expect((await check()).failure).toMatch(/^SMTP_URL: the mail server did not accept the email: /)
  await mailServer({ loses: true })
  const { failure } = await check({}, { arrivalMs: 100 })
  expect(failure).toMatch(/^The server has not read the email within 0 s\. Look into the log of the mail server/)
})

test('the check says which recipient the mail server refuses [D11.6]', async () => {
  await mailServer({ refuses: true })
  expect((await check()).failure).toContain('No such mailbox')
})

test.each([
  [{ SMTP_URL: '', CATCH_MAILS: 'true' }, 'SMTP_URL is not set'],
  [{ LMTP_LISTEN: '' }, 'INCOMING_ADDRESS and IMAP_URL or LMTP_LISTEN are not set'],
  [{ LMTP_LISTEN: '1' }, 'LMTP_LISTEN: the server does not listen there'],
  [{ IMAP_URL: 'imap://support:secret@127.0.0.1:1' }, 'IMAP_URL: The mail server cannot be reached'],
])('with %o the check says “%s” [D11.6]', async (changes, reason) => {
  const { failure } = await check(changes)
  expect(failure).toContain(reason)
  expect(failure).not.toContain('secret')
})
