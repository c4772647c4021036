import { isIP } from 'node:net'
import { generate } from 'selfsigned'

function altNameOf(host: string) {
  return isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }
}

type Extensions = NonNullable<Parameters<typeof generate>[1]>['extensions']

/** The settings and files of a cluster that accepts encrypted connections, for `startCluster`. */
export function encryptedWith({ cert, key, authority }: Certificates) {
  return {
    settings: ['ssl = on', "ssl_cert_file = 'tls.pem'", "ssl_key_file = 'tls.key'", "ssl_ca_file = 'tls-ca.pem'"],
    files: { 'tls.pem': cert, 'tls.key': key, 'tls-ca.pem': authority },
  }
}

type Certificates = Awaited<ReturnType<typeof certificates>>

const dayMs = 24 * 3600 * 1000

/**
 * A certificate authority, a certificate that it signed for a server with this name, and one for a client. They expire after so
 * many days; with a negative number, they have expired.
 */
export async function certificates(host: string, user = 'desk', days = 365) {
  const ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const signed = (name: string, extensions: Extensions) =>
    generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: ca.private, cert: ca.cert },
      notBeforeDate: new Date(Date.now() - 30 * dayMs),
      // In the middle of a day, so that a slow test counts the same number of days.
      notAfterDate: new Date(Date.now() + (days + 0.5) * dayMs),
      extensions,
    })
  const server = await signed(host, [{ name: 'subjectAltName', altNames: [altNameOf(host)] }])
  const client = await signed(user, [{ name: 'basicConstraints', cA: false }])
  return {
    authority: ca.cert,
    key: server.private,
    cert: server.cert,
    client: { key: client.private, cert: client.cert },
  }
}
