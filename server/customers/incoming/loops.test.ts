import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { acceptMails, allFiled } from '#server/test/mail/incomingMail.ts'
import { confirmedOwner } from '#server/test/people.ts'
import { testApp, type TestApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const relayPort = await freePort()
const one = await desk('one.example')
const other = await desk('other.example')

/** A company with a desk of its own, which mails through the relay. */
async function desk(domain: string) {
  const lmtpPort = await freePort()
  const app = await testApp({
    SMTP_URL: `smtp://127.0.0.1:${relayPort}`,
    PUBLIC_URL: `https://${domain}`,
    MAIL_FROM: `desk@${domain}`,
    INCOMING_ADDRESS: `support@${domain}`,
    UNVERIFIED_SENDERS: 'accept',
    LMTP_LISTEN: String(lmtpPort),
  })
  const company = (await acceptMails(await confirmedOwner(app))).replace('desk.example', domain)
  return { domain, lmtpPort, app, company }
}

/** Delivers mails to the desk of their recipient, and counts them. With `strips`, it removes the marks of automatic mails. */
async function relay({ strips }: { strips: boolean }) {
  const delivered: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, { envelope }, done) {
      const raw = (await buffer(stream)).toString('latin1')
      const sent = strips ? raw.replace(/^(auto-submitted|x-auto-response-suppress):.*\r\n/gim, '') : raw
      for (const { address } of envelope.rcptTo) {
        delivered.push(address)
        await deliver(sent, envelope.mailFrom ? envelope.mailFrom.address : '', address)
      }
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(relayPort, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return delivered
}

async function deliver(raw: string, from: string, to: string) {
  const { lmtpPort } = [one, other].find(({ domain }) => to.endsWith(`@${domain}`))!
  const transport = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true })
  await transport.sendMail({ raw: Buffer.from(raw, 'latin1'), envelope: { from, to } })
  transport.close()
}

/** Waits until a server has nothing more to file or to send. */
async function quiet({ db }: TestApp) {
  const [left] = await db<{ count: number }[]>`
    select (select count(*) from incoming_mail where state = 'received')::int
      + (select count(*) from mail_outbox)::int as count`
  return left!.count === 0
}

test.each([{ strips: false }, { strips: true }])(
  'two desks that answer each other’s emails stop after two emails, also if the marks of automatic ones are removed: $strips [D11.6]',
  async ({ strips }) => {
    const delivered = await relay({ strips })
    const first = [
      `From: ${other.company}`,
      `To: ${one.company}`,
      `Subject: Hello ${strips}`,
      `Message-ID: <${strips}@other.example>`,
      '',
      'We write to you.',
      '',
    ]
    await deliver(first.join('\r\n'), other.company, one.company)
    await allFiled(one.app)
    await waitFor(() => expect(delivered.length).toBeGreaterThan(0))
    await waitFor(async () => expect([await quiet(one.app), await quiet(other.app)]).toEqual([true, true]))
    expect(delivered.length).toBeLessThanOrEqual(2)
  },
)
