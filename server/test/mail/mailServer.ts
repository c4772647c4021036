import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** The settings of a server that sends its mails to a port of this machine. */
export function sendingTo(smtpPort: number) {
  return {
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_URL: 'https://desk.example',
    MAIL_FROM: 'desk@desk.example',
  }
}

/** Runs a mail server until the test ends. It accepts all mail except to the address in `refuses`. */
export async function mailServer(port: number, { refuses, encrypts }: { refuses?: string; encrypts?: boolean } = {}) {
  const received: { to: string; content: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: encrypts ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isRefused = address === refuses
      done(isRefused ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const content = decode(Buffer.concat(chunks).toString())
        for (const { address } of envelope.rcptTo) received.push({ to: address, content })
        done()
      })
    },
  })
  // Clients that disconnect early do not matter to the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  /** The mails received for an address. */
  const to = (address: string) => received.filter((mail) => mail.to === address).map(({ content }) => content)
  return { to }
}

export type ReceivedMails = Awaited<ReturnType<typeof mailServer>>

/** Decodes quoted-printable text (RFC 2045, 6.7). */
function decode(content: string) {
  return content
    .replaceAll('=\r\n', '')
    .replaceAll(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** The value of a header of a mail, unfolded. */
export function header(mail: string, name: string) {
  const lines = mail
    .slice(0, mail.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return lines
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()
}
