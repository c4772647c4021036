import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '#server/config.ts'
import { NoResponse, within } from '#server/database/timeLimit.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { MailboxConnection } from '#server/mail/receiving/mailboxConnection.ts'
import { ReceptionError, type ReceptionFailure } from '#server/mail/receiving/receptionFailures.ts'

const { ok, problem } = findingsOn('mail')

/** Opens the mailbox without changing it, and asks the running server for its greeting. */
export async function checkReceiving({ imapUrl, lmtpListen }: Config, ms: number): Promise<Finding[]> {
  return Promise.all([
    ...(imapUrl ? [checkMailbox(imapUrl, ms)] : []),
    ...(lmtpListen ? [checkListening(lmtpListen, ms)] : []),
  ])
}

async function checkMailbox(imapUrl: string, ms: number) {
  const { host } = new URL(imapUrl)
  // The limit here ends earlier, and names the mail server.
  const connection = new MailboxConnection(imapUrl, 2 * ms, () => undefined)
  try {
    await within(ms, `The mail server ${host}`, connection.open())
    return ok(`The mailbox at ${host} can be opened.`)
  } catch (error) {
    if (error instanceof NoResponse) return problem(`${error.message}.`, remedies.connection)
    if (!(error instanceof ReceptionError)) throw error
    return problem(`The mail server ${host} ${faults[error.failure]}.`, remedies[error.failure])
  } finally {
    connection.close()
  }
}

const faults: Record<ReceptionFailure, string> = {
  connection: 'cannot be reached',
  encryption: 'offers no encryption with a valid certificate',
  'sign-in': 'rejects the sign-in',
  mailbox: 'has no mailbox of this name',
  move: 'does not move emails to the mailbox Done',
  other: 'does not open the mailbox',
}
const remedies: Record<ReceptionFailure, string> = {
  connection: 'Check host and port in IMAP_URL, and that a firewall lets this machine reach it.',
  encryption: 'Use imaps:, and set NODE_EXTRA_CA_CERTS for a certificate of your own authority.',
  'sign-in': 'Check user and password in IMAP_URL, percent-encoded.',
  mailbox: 'Check the path of IMAP_URL, which names the mailbox.',
  move: 'Give the account of IMAP_URL the right to move emails.',
  other: 'Look in the log of that mail server.',
}

async function checkListening(place: NonNullable<Config['lmtpListen']>, ms: number) {
  const called = place.path ?? `port ${place.port}`
  const next = 'Start the product with the same LMTP_LISTEN, and look at its first lines.'
  const socket = place.path === undefined ? connect(place.port, place.host) : connect(place.path)
  socket.on('error', () => undefined)
  try {
    await within(ms, `LMTP_LISTEN, ${called},`, once(socket, 'data'))
    return ok(`The product accepts emails at ${called} (LMTP).`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const fact = error instanceof NoResponse ? `${message}.` : `Nothing listens at LMTP_LISTEN, ${called} (${code}).`
    return problem(fact, next)
  } finally {
    socket.destroy()
  }
}
