import { parse, toClientConfig } from 'pg-connection-string'
import type { Connection } from '#server/database/connectionPool.ts'
import { encryptionOf, type EncryptionParameters } from './encryption.ts'

export const poolers = ['none', 'session', 'transaction'] as const
type Pooler = (typeof poolers)[number]

/** `caFile` is the `sslrootcert` unless the URL has one; `systemCaFile` has the certificate authorities of the system. */
type Options = { caFile?: string; systemCaFile?: string; pooler: Pooler }

const encryptionParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/**
 * Parses a DATABASE_URL as libpq does, with the parameters of its encryption, and `host=/folder` for a socket. Throws an
 * Error that says what is wrong with it.
 */
export function connectionFrom(url: string, { caFile, systemCaFile, pooler }: Options): Connection {
  const { rest, encryption } = takeEncryption(url)
  const place = toClientConfig(parse(rest))
  if (pooler !== 'none' && place.options) {
    throw new Error(
      'a pooler does not pass on options. Remove them from the URL, and set them for the role: alter role … set …',
    )
  }
  const isSocket = place.host?.startsWith('/') ?? false
  return {
    ...place,
    ...encryptionOf(withAuthority(encryption, caFile), { isSocket, systemCaFile }),
    ...(pooler !== 'none' && { pooler }),
  }
}

/** The driver's own parser gives the parameters of encryption another meaning than libpq. */
function takeEncryption(url: string) {
  const place = new URL(url)
  const encryption: EncryptionParameters = {}
  for (const name of encryptionParameters) {
    // An empty parameter of libpq counts as missing.
    encryption[name] = place.searchParams.get(name) || undefined
    place.searchParams.delete(name)
  }
  // As in URLs for JDBC (PostgreSQL, chapter 'Connection Strings').
  if (place.searchParams.get('ssl') === 'true') {
    encryption.sslmode ??= 'require'
    place.searchParams.delete('ssl')
  }
  const [unknown] = [...place.searchParams.keys()].filter((name) => name.startsWith('ssl'))
  // Without it the connection could be less safe than its URL asks for.
  if (unknown) throw new Error(`${unknown} is not supported. Remove it, and use ${encryptionParameters.join(', ')}`)
  return { rest: place.href, encryption }
}

/** A person who names an authority by a setting of its own wants it to be checked. */
function withAuthority(encryption: EncryptionParameters, caFile: string | undefined): EncryptionParameters {
  if (caFile === undefined || encryption.sslrootcert !== undefined) return encryption
  return { ...encryption, sslrootcert: caFile, sslmode: encryption.sslmode ?? 'verify-full' }
}
