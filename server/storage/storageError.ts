/**
 * The object storage did not do what it was asked to. `code` is its own, such as `NoSuchBucket`, that of Node for a
 * network error, or one of these: `Stalled`, `CutOff`, `NotS3`.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    readonly code: string,
    message: string,
    readonly details: {
      status?: number
      /** Whether the store gave a reason of its own, and not something else at its address. */
      isExplained?: boolean
      /** The region that the store names as the right one. */
      region?: string
      /** How far the clock of the store is ahead of this server's, in seconds. */
      clockSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(`The object storage failed (${code}): ${message}`, { cause: details.cause })
  }
}

/** Whether the same request may succeed a moment later: after a network error, an overload or a fault of the store. */
export function isTemporary({ code, details: { status } }: StorageError) {
  if (status === undefined) return code !== 'NotS3' && !isCertificateFault(code)
  return status >= 500 || status === 429
}

/** The codes of Node and OpenSSL for a certificate that is not valid (Node, 'TLS', 'X509 certificate errors'). */
export function isCertificateFault(code: string) {
  return /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/.test(code)
}

/** The codes of a response without a body, as one to a HEAD is. */
const codes: Record<number, string> = {
  301: 'PermanentRedirect',
  307: 'PermanentRedirect',
  403: 'AccessDenied',
  404: 'NoSuchKey',
}

export function codeOf(status: number) {
  return codes[status] ?? `HTTP ${status}`
}

export function toStorageError(error: NodeJS.ErrnoException) {
  if (error instanceof StorageError) return error
  const code = error.message === 'aborted' ? 'CutOff' : (error.code ?? 'CutOff')
  return new StorageError(code, error.message, { cause: error })
}
