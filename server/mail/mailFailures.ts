const explanations = {
  address: 'The mail server rejects emails to this address. Pass the link on yourself, or invite another address',
  content: 'The mail server rejects this email. Pass the link on yourself',
  connection: 'The mail server cannot be reached. If this continues, contact the operator of this server',
  encryption:
    'The connection to the mail server cannot be encrypted, so nothing is sent. Contact the operator of this server',
  'sign-in': 'The mail server rejects this server’s sign-in. Contact the operator of this server',
  other: 'The email could not be sent. If this continues, contact the operator of this server',
}

/** Why a mail was not sent, without the mail server's own words. */
export type MailFailure = keyof typeof explanations

/** A sentence that says what to do. Other versions of the server may have stored other values as the failure. */
export function explainFailure(failure: string) {
  return Object.hasOwn(explanations, failure) ? explanations[failure as MailFailure] : explanations.other
}

const byCode: Record<string, MailFailure> = {
  ECONNECTION: 'connection',
  EDNS: 'connection',
  ESOCKET: 'connection',
  ETIMEDOUT: 'connection',
  ETLS: 'encryption',
  EAUTH: 'sign-in',
}

/** An error from nodemailer. `responseCode` is the mail server's status code for the command (RFC 5321). */
type TransportError = { code?: string; command?: string; responseCode?: number }

/** Classifies an error of the transport. `isFinal` means that the mail server will never accept this mail. */
export function failureOf(error: unknown): { failure: MailFailure; isFinal: boolean } {
  const { code = '', command = '', responseCode = 0 } = error as TransportError
  const isFinal = responseCode >= 550 && ['RCPT TO', 'DATA'].includes(command)
  if (isFinal) return { failure: command === 'DATA' ? 'content' : 'address', isFinal }
  return { failure: byCode[code] ?? 'other', isFinal }
}
