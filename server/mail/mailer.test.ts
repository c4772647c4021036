import { expect, test, vi } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp, type TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const here = await sendingTo(`smtp://127.0.0.1:${port}`)
// This machine by an address that does not count as loopback, with options that must not turn off encryption.
const elsewhere = await sendingTo(
  `smtp://0.0.0.0:${port}/?requireTLS=false&ignoreTLS=true&tls.rejectUnauthorized=false`,
)

function sendingTo(smtpUrl: string) {
  return testApp({ SMTP_URL: smtpUrl, PUBLIC_URL: 'https://desk.test' })
}

async function invite(app: TestApp, email: string) {
  const owner = await confirmedOwner(app)
  await owner.post('/invitations', { email, role: 'agent' })
  return owner
}

/** Invites an address, and waits until its mail has failed and the owner sees why. */
async function failedInvitation(app: TestApp, email: string) {
  const owner = await invite(app, email)
  const failure = async () => (await owner.get('/team')).body.data.invitations[0].mailFailure
  await expect.poll(failure).not.toBeNull()
  return failure
}

test('owners see why a mail was not sent in this server’s words; the log has the mail server’s words', async () => {
  await mailServer(port, { refuses: 'nobody@acme.test' })
  const warned = vi.spyOn(here.app.log, 'warn')
  const failure = await failedInvitation(here, 'nobody@acme.test')
  expect(await failure()).toEqual({
    reason: 'The mail server rejects emails to this address. Pass the link on yourself, or invite another address',
    isFinal: true,
  })
  expect(warned.mock.calls.map(([context]) => (context as { err: { response: string } }).err.response)).toEqual([
    '550 No such mailbox',
  ])
  warned.mockRestore()
})

test('if the mail server cannot be reached, owners see that, and the mail is retried', async () => {
  const failure = await failedInvitation(here, 'late@acme.test')
  expect(await failure()).toEqual({
    reason: 'The mail server cannot be reached. If this continues, contact the operator of this server',
    isFinal: false,
  })
})

test('a mail server’s words that an older version stored stay hidden', async () => {
  const failure = await failedInvitation(here, 'older@acme.test')
  const stored = 'Error: Message failed: 451 queue of mx1.internal is full'
  await here.db`update mail_outbox set last_error = ${stored}, next_attempt_at = 'infinity'`
  expect((await failure()).reason).toBe(
    'The email could not be sent. If this continues, contact the operator of this server',
  )
})

test('nothing is sent to a remote mail server without encryption', async () => {
  const mail = await mailServer(port)
  const failure = await failedInvitation(elsewhere, 'nora@acme.test')
  expect(await failure()).toEqual({
    reason:
      'The connection to the mail server cannot be encrypted, so nothing is sent. Contact the operator of this server',
    isFinal: false,
  })
  expect(mail.to('nora@acme.test')).toEqual([])
})

test('a remote mail server with encryption gets the mail', async () => {
  const mail = await mailServer(port, { encrypts: true })
  await invite(elsewhere, 'noor@acme.test')
  await waitFor(() => expect(mail.to('noor@acme.test')).toHaveLength(1))
})

test('a mail server on localhost needs no encryption', async () => {
  const mail = await mailServer(port)
  await invite(await sendingTo(`smtp://localhost:${port}`), 'nils@acme.test')
  await waitFor(() => expect(mail.to('nils@acme.test')).toHaveLength(1))
})
