const explanations = {
  address: 'The mail server refuses mail to this address. Pass the link on yourself, or invite another address',
  content: 'The mail server refuses this mail. Pass the link on yourself',
  connection: 'There is no connection to the mail server. If this goes on, tell the operator of this server',
  encryption:
    'There is no encrypted connection to the mail server, so nothing is sent. Tell the operator of this server',
  'sign-in': 'The mail server does not let this server sign in. Tell the operator of this server',
  other: 'The mail could not be sent. If this goes on, tell the operator of this server',
}

/** Why a mail was not sent, without a word of the mail server's own. */
export type MailFailure = keyof typeof explanations

/** One of a few sentences that say what to do. Servers of other versions may have stored anything as the failure. */
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

/** An error as nodemailer makes them; `responseCode` is the status of the mail server's reply to the command. */
type TransportError = { code?: string; command?: string; responseCode?: number }

/** Sorts an error of the transport; `isFinal` says that the mail server will never take this mail. */
export function failureOf(error: unknown): { failure: MailFailure; isFinal: boolean } {
  const { code = '', command = '', responseCode = 0 } = error as TransportError
  const isFinal = responseCode >= 550 && ['RCPT TO', 'DATA'].includes(command)
  if (isFinal) return { failure: command === 'DATA' ? 'content' : 'address', isFinal }
  return { failure: byCode[code] ?? 'other', isFinal }
}
