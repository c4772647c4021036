import { BlockList, isIP } from 'node:net'
import { createTransport } from 'nodemailer'

/** How long each part of a conversation with the mail server may take, in milliseconds. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000, dnsTimeout: 20_000 }

/** Nobody between this server and the mail server reads a mail or the password: `smtp://` elsewhere needs STARTTLS. */
export function mailTransport(smtpUrl: string) {
  const url = new URL(smtpUrl)
  // In the URL, because nodemailer prefers what a URL says to its other options.
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname)) url.searchParams.set('requireTLS', 'true')
  return createTransport({ url: url.href, ...timeouts })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isLoopback(hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
