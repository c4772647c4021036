import type { ImapFlowError } from 'imapflow'

const explanations = {
  connection: 'The mail server cannot be reached. If this continues, contact the operator of this server',
  encryption:
    'The connection to the mail server cannot be encrypted, or its certificate is not valid, so nothing is received. ' +
    'Contact the operator of this server',
  'sign-in': 'The mail server rejects this server’s sign-in. Contact the operator of this server',
  mailbox: 'The mail server has no mailbox with the configured name. Contact the operator of this server',
  move: 'Emails arrive, but the mail server refuses to move them to the mailbox Done. Contact the operator of this server',
  other: 'The mailbox could not be read. If this continues, contact the operator of this server',
}

/** Why a mailbox could not be read, without the mail server's own words. */
export type ReceptionFailure = keyof typeof explanations

/** A sentence that says what to do. Other versions of the server may have stored other values as the failure. */
export function explainFailure(failure: string) {
  return Object.hasOwn(explanations, failure) ? explanations[failure as ReceptionFailure] : explanations.other
}

/** A failure between this server and the mail server. */
export class ReceptionError extends Error {
  constructor(
    readonly failure: ReceptionFailure,
    cause?: unknown,
  ) {
    super(`The mailbox could not be read: ${failure}`, { cause })
  }
}

/** The codes of Node and of OpenSSL for a certificate that is not valid (Node, chapter 'TLS', 'X509 certificate errors'). */
const certificateCodes = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Classifies an error of imapflow. `responseStatus` is there if the mail server has refused a command. */
export function receptionErrorOf(error: ImapFlowError) {
  const { code = '', authenticationFailed, tlsFailed, mailboxMissing, responseStatus } = error
  if (authenticationFailed) return new ReceptionError('sign-in', error)
  if (mailboxMissing) return new ReceptionError('mailbox', error)
  if (tlsFailed || certificateCodes.test(code)) return new ReceptionError('encryption', error)
  return new ReceptionError(responseStatus ? 'other' : 'connection', error)
}
