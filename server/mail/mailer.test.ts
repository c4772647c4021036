import { expect, test, vi } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mailServer.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp, type TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const here = await sendingTo(`smtp://127.0.0.1:${port}`)
// An address of this machine that does not look like one, and options that would allow what a URL must not allow.
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

/** Invites an address, and waits until its mail has failed and owners see why. */
async function failedInvitation(app: TestApp, email: string) {
  const owner = await invite(app, email)
  const failure = async () => (await owner.get('/team')).body.data.invitations[0].mailFailure
  await expect.poll(failure).not.toBeNull()
  return failure
}

test('owners see why a mail was not sent in the words of this server, and the log has those of the mail server', async () => {
  await mailServer(port, { refuses: 'nobody@acme.test' })
  const warned = vi.spyOn(here.app.log, 'warn')
  const failure = await failedInvitation(here, 'nobody@acme.test')
  expect(await failure()).toEqual({
    reason: 'The mail server refuses mail to this address. Pass the link on yourself, or invite another address',
    isFinal: true,
  })
  expect(warned.mock.calls.map(([context]) => (context as { err: { response: string } }).err.response)).toEqual([
    '550 No such mailbox',
  ])
  warned.mockRestore()
})

test('a mail server that does not answer is named as the reason, and the mail is tried again', async () => {
  const failure = await failedInvitation(here, 'late@acme.test')
  expect(await failure()).toEqual({
    reason: 'There is no connection to the mail server. If this goes on, tell the operator of this server',
    isFinal: false,
  })
})

test('words of a mail server that an older version has stored stay hidden', async () => {
  const failure = await failedInvitation(here, 'older@acme.test')
  const stored = 'Error: Message failed: 451 queue of mx1.internal is full'
  await here.db`update mail_outbox set last_error = ${stored}, next_attempt_at = 'infinity'`
  expect((await failure()).reason).toBe('The mail could not be sent. If this goes on, tell the operator of this server')
})

test('nothing is sent to a mail server elsewhere that offers no encryption', async () => {
  const mail = await mailServer(port)
  const failure = await failedInvitation(elsewhere, 'nora@acme.test')
  expect(await failure()).toEqual({
    reason: 'There is no encrypted connection to the mail server, so nothing is sent. Tell the operator of this server',
    isFinal: false,
  })
  expect(mail.to('nora@acme.test')).toEqual([])
})

test('a mail server elsewhere that offers encryption gets the mail', async () => {
  const mail = await mailServer(port, { encrypts: true })
  await invite(elsewhere, 'noor@acme.test')
  await waitFor(() => expect(mail.to('noor@acme.test')).toHaveLength(1))
})

test('a mail server on this machine, also by its name, needs no encryption', async () => {
  const mail = await mailServer(port)
  await invite(await sendingTo(`smtp://localhost:${port}`), 'nils@acme.test')
  await waitFor(() => expect(mail.to('nils@acme.test')).toHaveLength(1))
})
