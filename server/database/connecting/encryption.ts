import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { rootCertificates, createSecureContext, type ConnectionOptions } from 'node:tls'

// The rules are those of libpq (PostgreSQL, chapter 'SSL Support').

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

export type EncryptionParameters = { sslmode?: string; sslrootcert?: string; sslcert?: string; sslkey?: string }

/** `sslFallback` is tried if the database cannot be reached with `ssl`. */
export type Encryption = { ssl: ConnectionOptions | false; sslFallback?: ConnectionOptions | false }

type Circumstances = { isSocket: boolean; systemCaFile: string | undefined }

const keyForms = [
  { format: 'pem' },
  { format: 'der', type: 'pkcs8' },
  { format: 'der', type: 'sec1' },
  { format: 'der', type: 'pkcs1' },
] as const

/** Throws an Error if the parameters contradict each other, or a file that encryption needs cannot be used. */
export function encryptionOf(parameters: EncryptionParameters, { isSocket, systemCaFile }: Circumstances): Encryption {
  const mode = modeOf(parameters)
  // Nothing that is sent over a socket leaves the machine.
  if (isSocket || mode === 'disable') return { ssl: false }
  if (mode !== 'allow' && mode !== 'prefer') return { ssl: tlsOptions(mode, parameters, systemCaFile) }
  try {
    const ssl = tlsOptions(mode, parameters, systemCaFile)
    return mode === 'prefer' ? { ssl, sslFallback: false } : { ssl: false, sslFallback: ssl }
  } catch {
    // These modes prefer any connection to none.
    return { ssl: false }
  }
}

function modeOf({ sslmode, sslrootcert }: EncryptionParameters): Mode {
  const isSystem = sslrootcert === 'system'
  const mode = modes.find((each) => each === (sslmode ?? (isSystem ? 'verify-full' : 'prefer')))
  if (!mode) throw new Error(`sslmode must be one of ${modes.join(', ')}`)
  // Anyone can get a certificate from a public authority for a name of their own.
  if (isSystem && mode !== 'verify-full') throw new Error(`sslrootcert=system needs sslmode=verify-full, not ${mode}`)
  return mode
}

function tlsOptions(mode: Mode, parameters: EncryptionParameters, systemCaFile: string | undefined): ConnectionOptions {
  if (mode.startsWith('verify') && parameters.sslrootcert === undefined) {
    throw new Error(`sslmode=${mode} needs sslrootcert: the file of a certificate authority, or system`)
  }
  // Only at the start: a file that disappears later must not turn off the check that it is for.
  const files = existing(mode, parameters)
  let context = readContext(files, systemCaFile)
  const renewed = () => {
    try {
      return readContext(files, systemCaFile)
    } catch {
      // Until all files of a renewal are there, the last ones stay in use.
      return context
    }
  }
  return {
    // Certificates are renewed while the server runs.
    get secureContext() {
      context = renewed()
      return context
    },
    // With the file of an authority, every mode that encrypts checks the certificate.
    rejectUnauthorized: files.sslrootcert !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

/** An authority that does not exist is not needed unless the mode checks it. A certificate that does not exist is not sent. */
function existing(mode: Mode, { sslrootcert = '', sslcert = '', sslkey }: EncryptionParameters) {
  return {
    ...((mode.startsWith('verify') || existsSync(sslrootcert)) && { sslrootcert }),
    ...(existsSync(sslcert) && { sslcert, sslkey }),
  }
}

function readContext({ sslrootcert, sslcert, sslkey }: EncryptionParameters, systemCaFile: string | undefined) {
  const ca = sslrootcert === 'system' ? readSystemAuthorities(systemCaFile) : readAuthority(sslrootcert)
  if (sslcert === undefined) return createSecureContext({ ca })
  const { pem: cert, certificate } = readCertificate('sslcert', sslcert)
  const key = readKey(sslkey)
  if (!certificate.checkPrivateKey(key)) {
    throw new Error(`sslkey ${sslkey} is not the key of the certificate ${sslcert}`)
  }
  return createSecureContext({ ca, cert, key: key.export({ type: 'pkcs8', format: 'pem' }) })
}

/** Where systems keep the authorities they trust: Debian, Fedora, and those that follow OpenSSL. */
const systemCaFiles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

function readSystemAuthorities(systemCaFile: string | undefined) {
  if (systemCaFile !== undefined) return readCertificate('SSL_CERT_FILE', systemCaFile).pem
  const file = systemCaFiles.find((path) => existsSync(path))
  return file === undefined ? [...rootCertificates] : readCertificate('sslrootcert', file).pem
}

function readAuthority(file: string | undefined) {
  return file === undefined ? undefined : readCertificate('sslrootcert', file).pem
}

function readCertificate(parameter: string, file: string) {
  const content = readFile(parameter, file)
  try {
    return { pem: content, certificate: new X509Certificate(content) }
  } catch (error) {
    throw new Error(`${parameter} ${file} is not a certificate in PEM format`, { cause: error })
  }
}

function readKey(file: string | undefined) {
  if (file === undefined) throw new Error('sslcert needs sslkey, the file of its private key')
  const content = readFile('sslkey', file)
  const { uid, mode } = statSync(file)
  const forbidden = uid === 0 ? 0o037 : 0o077
  // Windows has no such permissions.
  if (process.platform !== 'win32' && mode & forbidden) {
    throw new Error(
      `sslkey ${file} is open to others. Give it the permissions 0600, or at most 0640 if it belongs to root`,
    )
  }
  const key = keyForms.map((form) => parseKey(content, form)).find((each) => each !== undefined)
  if (!key) throw new Error(`sslkey ${file} is not a private key in PEM or DER format without a passphrase`)
  return key
}

function parseKey(content: Buffer, form: (typeof keyForms)[number]) {
  try {
    return createPrivateKey({ key: content, ...form })
  } catch {
    return undefined
  }
}

function readFile(parameter: string, file: string) {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Error(`${parameter} ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}
