import { BlockList, isIP } from 'node:net'

/** Timeouts of the phases of an SMTP session, in milliseconds. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 20_000 }

/** Mails and the password never cross a network unencrypted: except on loopback, `smtp://` requires STARTTLS (RFC 3207). */
export async function mailTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl)
  // Set in the URL, because nodemailer gives the URL precedence over its other options.
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname)) url.searchParams.set('requireTLS', 'true')
  // `localhost` needs no name server (RFC 6761, 6.3), but nodemailer asks one, and waits for it.
  if (url.hostname === 'localhost') {
    url.hostname = '127.0.0.1'
    url.searchParams.set('tls.servername', 'localhost')
  }
  return createTransport({ url: url.href, ...timeouts })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

export function isLoopback(hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
