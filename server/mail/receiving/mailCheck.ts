import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { requireUsable } from '#server/database/connecting/requireUsable.ts'
import { type Db, openDatabase } from '#server/database/database.ts'
import { mailTransport } from '#server/mail/mailTransport.ts'
import { messageIdOf } from '#server/mail/messageIds.ts'
import { StartError } from '#server/startError.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { readHead } from '#server/storage/readHead.ts'
import { MailboxConnection } from './mailboxConnection.ts'
import { explainFailure, ReceptionError } from './receptionFailures.ts'

const defaultTimes = {
  /** Mail servers that have not heard of a sender may delay its first mail by minutes. */
  arrivalMs: 5 * 60_000,
  /** Between two looks whether the server has read the mail. */
  pollMs: 1000,
  /** How long the mailbox may take to respond. */
  stallMs: 30_000,
}
/** Enough for the headers of nearly every mail. */
const headBytes = 64 * 1024

type Print = (line: string) => void
type Times = typeof defaultTimes
type Received = { sha256: string; seconds: number }

/**
 * Sends a mail through the mail server to the mailbox, and follows it until the running server has read it. Prints each step.
 * Throws a StartError that says where it got stuck, and what to look at. The settings are those of the running server, with its
 * database.
 */
export async function checkMail(config: Config, print: Print, times: Times = defaultTimes) {
  const { smtpUrl, mailFrom, incomingAddress, imapUrl, lmtpListen, database } = config
  if (!smtpUrl) throw new StartError('SMTP_URL is not set, so the server sends no email.')
  if (!incomingAddress || (!imapUrl && !lmtpListen)) {
    throw new StartError('INCOMING_ADDRESS and IMAP_URL or LMTP_LISTEN are not set, so the server receives no email.')
  }
  if (imapUrl) await checkMailbox(imapUrl, times, print)
  if (lmtpListen) await checkListening(lmtpListen, print)
  const db = openDatabase(await requireUsable(database!), 1)
  try {
    const messageId = await send(db, { smtpUrl, from: mailFrom, to: incomingAddress }, print)
    print(`· Waiting for it, for up to ${times.arrivalMs / 60_000} minutes.`)
    const received = await arrival(db, messageId, imapUrl, times)
    print(`✓ The server received it ${received.seconds} s later, and recognised it as its own.`)
    await printAuthentication(config, received, print)
  } finally {
    await db.end()
  }
}

async function checkMailbox(imapUrl: string, times: Times, print: Print) {
  await inMailbox(imapUrl, times, async () => undefined)
  print('✓ IMAP_URL: the mailbox can be opened.')
}

async function inMailbox<T>(imapUrl: string, { stallMs }: Times, use: (connection: MailboxConnection) => Promise<T>) {
  const connection = new MailboxConnection(imapUrl, stallMs, () => undefined)
  try {
    await connection.open()
    return await use(connection)
  } catch (error) {
    if (!(error instanceof ReceptionError)) throw error
    throw new StartError(`IMAP_URL: ${explainFailure(error.failure)}.`)
  } finally {
    connection.close()
  }
}

async function checkListening(place: NonNullable<Config['lmtpListen']>, print: Print) {
  const socket = place.path === undefined ? connect(place.port, place.host) : connect(place.path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    const message = `LMTP_LISTEN: the server does not listen there: ${(error as Error).message}.`
    throw new StartError(`${message} Does it run with the same LMTP_LISTEN?`)
  } finally {
    socket.destroy()
  }
  print('✓ LMTP_LISTEN: the server listens there.')
}

/** Returns the Message-ID, without brackets. */
async function send(db: Db, { smtpUrl, from, to }: { smtpUrl: string; from: string; to: string }, print: Print) {
  const transport = await mailTransport(smtpUrl)
  const id = randomUUID()
  // By this, the server recognises it.
  await db`insert into sent_mail ${db({ id, recipient: to })}`
  const messageId = messageIdOf(id, from)
  const text = 'This email checks that the server can send and receive. It is dropped once it has arrived.'
  try {
    await transport.sendMail({ from, to, messageId, subject: 'Check of the mailbox', text })
  } catch (error) {
    throw new StartError(`SMTP_URL: the mail server did not accept the email: ${(error as Error).message}`)
  } finally {
    transport.close()
  }
  print(`✓ SMTP_URL: the mail server accepted an email from ${from} to ${to}.`)
  return messageId.slice(1, -1)
}

async function arrival(db: Db, messageId: string, imapUrl: string | undefined, times: Times): Promise<Received> {
  const startedAt = Date.now()
  const secondsPassed = () => Math.round((Date.now() - startedAt) / 1000)
  while (Date.now() - startedAt < times.arrivalMs) {
    const [mail] = await db<{ sha256: string }[]>`
      select sha256 from incoming_mail where company_id is null and message_id = ${messageId} and state = 'dropped'`
    if (mail) return { ...mail, seconds: secondsPassed() }
    await wait(times.pollMs)
  }
  const late = `The server has not read the email within ${secondsPassed()} s.`
  throw new StartError(`${late} ${await stuckAt(messageId, imapUrl, times)}`)
}

async function stuckAt(messageId: string, imapUrl: string | undefined, times: Times) {
  if (!imapUrl) return 'Look into the log of the mail server, which has to deliver it to LMTP_LISTEN.'
  const isThere = await inMailbox(imapUrl, times, (connection) => connection.has(messageId))
  return isThere
    ? 'It is in the mailbox. Does the server run with the same IMAP_URL? Look into its log.'
    : 'It is not in the mailbox. Look into the log of the mail server, and into the folder for spam.'
}

/** Other mail servers will say of the sender what the receiving one says. */
async function printAuthentication(config: Config, { sha256 }: Received, print: Print) {
  const storage = await openStorage(config)
  const head = (await readHead(storage, sha256, headBytes)).toString('latin1')
  const results = /^Authentication-Results:((?:[^\r\n]|\r?\n[ \t])*)/im.exec(head)?.[1]?.trim()
  if (!results) return print('· It has no Authentication-Results, so forged senders cannot be recognised.')
  const [host = ''] = results.split(/[;\s]/)
  const verdicts = results.match(/\b(?:spf|dkim|dmarc)=\w+/g)?.join(', ') ?? 'no verdicts'
  print(`✓ Authentication-Results of ${host}: ${verdicts}.`)
  if (config.mailAuthHost?.toLowerCase() !== host.toLowerCase()) {
    print(`· Set MAIL_AUTH_HOST=${host} if that is your own mail server, so that forged senders are recognised.`)
  }
}
