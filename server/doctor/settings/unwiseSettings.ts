import { BlockList, isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { isLoopback } from '#server/mail/mailTransport.ts'
import { commandLine } from '#server/projectRoot.ts'

const { warning, problem } = findingsOn('settings')

/** Settings that a server accepts, and that are a risk or only half of something. */
export function findUnwise(config: Config, environment: NodeJS.ProcessEnv): Finding[] {
  return [...findUnsafe(config, environment), ...findExposed(config), ...findIncomplete(config)]
}

function findUnsafe({ publicUrl, host, bucket, catchesMails }: Config, environment: NodeJS.ProcessEnv) {
  const findings: Finding[] = []
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    const next = 'Remove it. For certificates of your own authority, set NODE_EXTRA_CA_CERTS to its file.'
    findings.push(problem('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of every certificate.', next))
  }
  if (publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    const next = 'Put a proxy with a certificate in front of the server, and begin PUBLIC_URL with https:.'
    findings.push(warning(`PUBLIC_URL is ${new URL(publicUrl).origin}: passwords cross the network unencrypted.`, next))
  }
  if (!publicUrl && !isLoopback(host)) {
    const next = 'Set HOST=127.0.0.1, put a proxy with a certificate in front of it, and set PUBLIC_URL to its address.'
    findings.push(
      warning(`HOST is ${host} and PUBLIC_URL is not set: browsers reach the server without encryption.`, next),
    )
  }
  if (bucket?.place.endpoint.protocol === 'http:' && !isPrivate(bucket.place.endpoint.hostname)) {
    const next = 'Use an endpoint that begins with https:.'
    findings.push(warning(`Files travel unencrypted to the object storage at ${bucket.place.endpoint.host}.`, next))
  }
  if (catchesMails) {
    const next = 'Unless this is a demo, remove CATCH_MAILS and set SMTP_URL.'
    findings.push(warning('With CATCH_MAILS, emails are shown at /dev/mails and not sent.', next))
  }
  return findings
}

function findExposed({ metrics, host, publicUrl, trustedProxies }: Config) {
  const findings: Finding[] = []
  if (metrics && !isPrivate(metrics.host)) {
    const next = 'Set METRICS_HOST to 127.0.0.1 or to an address in a private network.'
    findings.push(warning(`METRICS_HOST is ${metrics.host}: others may read the metrics, without a password.`, next))
  }
  if (publicUrl && !isLoopback(host) && trustedProxies.join() === 'loopback') {
    const next = 'Set TRUSTED_PROXIES to the address of the proxy, or HOST to 127.0.0.1 if it is on this machine.'
    const fact = 'The server is open to other machines, but trusts only proxies of this machine'
    findings.push(warning(`${fact}: people behind a proxy elsewhere share one limit of requests.`, next))
  }
  return findings
}

function findIncomplete(config: Config) {
  const findings: Finding[] = []
  if (config.database?.pooler?.startsWith('transaction') && !config.directDatabase) {
    const fact = 'Behind a pooler in transaction mode, changes of other servers arrive late, and a restore is refused.'
    findings.push(warning(fact, 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'))
  }
  const { ssl, host = '' } = config.database ?? {}
  const isChecked = typeof ssl === 'object' && ssl.rejectUnauthorized
  if (config.database && !isChecked && !host.startsWith('/') && !isPrivate(host)) {
    const fact = `The connection to ${host} does not check the certificate of PostgreSQL.`
    findings.push(warning(fact, 'Add sslmode=verify-full and sslrootcert to DATABASE_URL, or set DATABASE_CA.'))
  }
  if ((config.imapUrl || config.lmtpListen) && !config.mailAuthHost) {
    const next = `Set MAIL_AUTH_HOST: ${commandLine('mail:check')} prints its value.`
    findings.push(warning('Without MAIL_AUTH_HOST, no sender of a received email is verified.', next))
  }
  return findings
}

/** Addresses that are not routed in the internet (RFC 1918, RFC 6598, RFC 4193, RFC 4291), and this machine. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateAddresses.addSubnet(network, prefix)
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/** The internet has no names without a dot. They are of a local network, for example of containers. */
function isPrivate(hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return isLoopback(host) || !host.includes('.')
  return isLoopback(host) || privateAddresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
