import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { type Peer, type PeerCertificate, readPeerCertificate } from './peerCertificate.ts'

const { ok, warning, problem } = findingsOn('certificates')
const dayMs = 24 * 3600 * 1000
/** Enough to renew one by hand. */
const minDays = 21

/** Looks at the certificates of all servers that the settings name, and at the files in DATABASE_URL. */
export async function checkCertificates(
  config: Config,
  environment: NodeJS.ProcessEnv,
  ms: number,
): Promise<Finding[]> {
  const groups = await Promise.all([
    ...listPeers(config).map((peer) => checkPeer(peer, ms)),
    ...listFiles(environment).map(checkFile),
  ])
  return groups.flat()
}

/** `verifies` is what the product itself refuses. */
type Checked = Peer & { setting: string; verifies: { authority: boolean; name: boolean } }

const everything = { authority: true, name: true }

function listPeers({ publicUrl, bucket, smtpUrl, imapUrl, database, directDatabase }: Config): Checked[] {
  return [
    ...(publicUrl?.startsWith('https:') ? [peerOf('PUBLIC_URL', new URL(publicUrl), 443)] : []),
    ...(bucket?.place.endpoint.protocol === 'https:' ? [peerOf('STORAGE_URL', bucket.place.endpoint, 443)] : []),
    ...(smtpUrl ? [mailPeer('SMTP_URL', new URL(smtpUrl), smtpDefaults)] : []),
    ...(imapUrl ? [mailPeer('IMAP_URL', new URL(imapUrl), imapDefaults)] : []),
    ...databasePeer('DATABASE_URL', database),
    ...databasePeer('DATABASE_DIRECT_URL', directDatabase),
  ]
}

function peerOf(
  setting: string,
  { hostname, port, host }: URL,
  defaultPort: number,
  beginning: Peer['beginning'] = 'tls',
): Checked {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return {
    setting,
    called: `${host} (${setting})`,
    host: bare,
    port: Number(port) || defaultPort,
    beginning,
    verifies: everything,
  }
}

const smtpDefaults = { secure: 'smtps:', port: 465, plain: 'smtp', plainPort: 587 } as const
const imapDefaults = { secure: 'imaps:', port: 993, plain: 'imap', plainPort: 143 } as const
type MailDefaults = typeof smtpDefaults | typeof imapDefaults

function mailPeer(setting: string, url: URL, { secure, port, plain, plainPort }: MailDefaults) {
  return url.protocol === secure ? peerOf(setting, url, port) : peerOf(setting, url, plainPort, plain)
}

function databasePeer(setting: string, database: Config['database']): Checked[] {
  const { ssl, host = 'localhost', port = 5432 } = database ?? {}
  if (typeof ssl !== 'object') return []
  const authority = ssl.rejectUnauthorized ?? true
  const verifies = { authority, name: authority && ssl.checkServerIdentity === undefined }
  return [{ setting, called: `${host}:${port} (${setting})`, host, port, beginning: 'postgres', verifies }]
}

async function checkPeer(peer: Checked, ms: number) {
  try {
    return judge(peer, await readPeerCertificate(peer, ms))
  } catch (error) {
    // The checks of the other subjects say why a server cannot be reached.
    return peer.setting === 'PUBLIC_URL' ? [explainUnreachable(peer, error as Error)] : []
  }
}

/** Some networks do not let a machine reach its own public address. */
function explainUnreachable({ called }: Checked, { message }: Error) {
  const next = 'Open PUBLIC_URL in a browser elsewhere. If that works, ignore this.'
  return warning(`${called} cannot be reached from this machine: ${message}.`, next)
}

/** A connection that does not check the name or the authority works with every certificate. */
function judge({ called, setting, verifies }: Checked, { from, to, wrongName, untrusted }: PeerCertificate) {
  const certificate = `The certificate of ${called}`
  if (wrongName && verifies.name) {
    const next = 'Install a certificate for that name, or use the name of the certificate in the setting.'
    return [problem(`${certificate} is for another name.`, next)]
  }
  const found = judgeDates(certificate, { from, to }, verifies.authority ? problem : warning)
  if (found.level === 'ok' && untrusted && setting === 'PUBLIC_URL') {
    const next =
      'Install a certificate of a known authority with its whole chain, unless browsers have been set up for yours.'
    return [warning(`${certificate} is not trusted by this machine: ${untrusted}.`, next)]
  }
  return [found]
}

function judgeDates(certificate: string, { from, to }: { from: Date; to: Date }, whenInvalid: typeof problem) {
  const days = Math.floor((to.getTime() - Date.now()) / dayMs)
  const next = 'Renew it, and look why it was not renewed automatically.'
  if (days < 0) return whenInvalid(`${certificate} expired on ${dateOf(to)}.`, next)
  if (from.getTime() > Date.now()) {
    const fact = `${certificate} is not valid before ${dateOf(from)}.`
    return whenInvalid(fact, 'Check the clock of this machine, or install a certificate that is valid.')
  }
  if (days < minDays) return warning(`${certificate} expires in ${countDays(days)}, on ${dateOf(to)}.`, next)
  return ok(`${certificate} is valid for ${days} more days.`)
}

function countDays(days: number) {
  if (days === 0) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}

function dateOf(moment: Date) {
  return moment.toISOString().slice(0, 10)
}

type File = { setting: string; path: string }

function listFiles(environment: NodeJS.ProcessEnv): File[] {
  const urls = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((setting) => {
    const url = environment[setting]
    if (!url) return []
    const { searchParams } = new URL(url)
    return ['sslrootcert', 'sslcert'].map((name) => ({
      setting: `${name} of ${setting}`,
      path: searchParams.get(name),
    }))
  })
  const authorities = ['DATABASE_CA', 'NODE_EXTRA_CA_CERTS'].map((setting) => ({ setting, path: environment[setting] }))
  return [...urls, ...authorities].flatMap(({ setting, path }) =>
    path && path !== 'system' ? [{ setting, path }] : [],
  )
}

async function checkFile({ setting, path }: File) {
  const called = `The certificate in ${path} (${setting})`
  try {
    const certificates = parts(await readFile(path, 'latin1')).map((pem) => new X509Certificate(pem))
    // A file of authorities may also have old ones.
    const [last] = certificates.toSorted((one, other) => Date.parse(other.validTo) - Date.parse(one.validTo))
    if (!last) return [problem(`${called} is not in PEM format.`, `Check the path in ${setting}.`)]
    const found = judgeDates(called, { from: new Date(last.validFrom), to: new Date(last.validTo) }, problem)
    // Only the file as a whole matters, which works as long as one of its authorities is valid.
    return certificates.length > 1 && found.level === 'ok' ? [] : [found]
  } catch (error) {
    const { code = 'it is damaged' } = error as NodeJS.ErrnoException
    return [
      warning(
        `${called} cannot be read (${code}), so it is not used.`,
        `Check the path in ${setting}, and who may read the file.`,
      ),
    ]
  }
}

function parts(pem: string) {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
