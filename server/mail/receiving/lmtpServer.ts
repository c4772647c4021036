import { once } from 'node:events'
import { chmod, lstat, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { StartError } from '#server/startError.ts'
import type { Storage } from '#server/storage/storage.ts'
import { addDelivered, keepMail, MailTooLarge } from './receivedMails.ts'

/** How long a delivery in progress may take when the server stops. The mail server repeats what was not acknowledged. */
const shutdownGraceMs = 2000

type Services = { db: Db; storage: Storage }
type Place = NonNullable<Config['lmtpListen']>
type Receiver = {
  /** Whether mails of this size to this address are accepted. `full`: later. */
  check: (address: string, size: number) => Promise<'known' | 'unknown' | 'full'>
  onReceived: () => void
}

/**
 * Receives mails from a mail server of this machine by LMTP (RFC 2033). Acknowledges a mail once it is stored and
 * committed.
 */
export class LmtpServer {
  readonly #server: SMTPServer

  constructor(
    private readonly services: Services,
    private readonly place: Place,
    private readonly log: FastifyBaseLogger,
    private readonly receiver: Receiver,
  ) {
    this.#server = new SMTPServer({
      lmtp: true,
      // Only programs of this machine can connect.
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      logger: false,
      size: limits.incoming.bytes,
      closeTimeout: shutdownGraceMs,
      onRcptTo: async ({ address }, session, done) => done(await this.#checkRecipient(address, session.envelope)),
      onData: async (stream, { envelope }, done) => done(await this.#receive(stream, envelope)),
    })
    this.#server.on('error', (error) => this.log.warn({ err: error }, 'a delivery by LMTP broke off'))
  }

  /** Throws a StartError if another program listens there. */
  async start() {
    const { path } = this.place
    if (path !== undefined) await removeStaleSocket(path)
    await listen(this.#server, this.place)
    // The mail server runs as another user, but may be in the group of the folder.
    if (path !== undefined) await chmod(path, 0o660)
  }

  async stop() {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  /** Returns a refusal, or undefined. */
  async #checkRecipient(address: string, { mailFrom }: SMTPServerEnvelope) {
    // A mail server that does not announce the size may send a large one.
    const size = mailFrom && mailFrom.args && mailFrom.args.SIZE
    try {
      return refusals[await this.receiver.check(address, Number(size || Infinity))]
    } catch (error) {
      return this.#later(error)
    }
  }

  /** Returns a refusal, or undefined once the mail is committed. */
  async #receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope) {
    try {
      await this.#store(stream, envelope)
    } catch (error) {
      // The mail server sends the rest in any case.
      stream.resume()
      return error instanceof MailTooLarge ? refusal(552, 'The email is too large') : this.#later(error)
    }
  }

  async #store(stream: SMTPServerDataStream, { mailFrom, rcptTo }: SMTPServerEnvelope) {
    const sender = mailFrom ? mailFrom.address : ''
    const mail = await keepMail(this.services.storage, withReturnPath(stream, sender))
    const recipients = rcptTo.map(({ address }) => address.toLowerCase())
    await addDelivered(this.services.db, mail, recipients)
    this.receiver.onReceived()
  }

  #later(error: unknown) {
    this.log.error({ err: error }, 'a mail could not be stored; the mail server will deliver it again')
    return refusal(451, 'The email could not be stored. Try again later')
  }
}

const refusals = {
  known: undefined,
  unknown: refusal(550, 'No such recipient'),
  full: refusal(452, 'Too many large emails to this address wait. Try again later'),
}

function refusal(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode })
}

/** The last server of a delivery adds the sender of the envelope to the header (RFC 5321, 4.4). */
async function* withReturnPath(stream: SMTPServerDataStream, sender: string) {
  yield Buffer.from(`Return-Path: <${sender}>\r\n`)
  yield* stream.iterator({ destroyOnReturn: false })
}

/** A server that was killed leaves its socket behind. */
async function removeStaleSocket(path: string) {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isSocket()) return
  const socket = connect(path)
  const isUsed = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  if (!isUsed) await rm(path)
}

async function listen(server: SMTPServer, place: Place) {
  try {
    await once(server.listen(place), 'listening')
  } catch (error) {
    const name = place.path ?? `port ${place.port}`
    throw new StartError(`LMTP_LISTEN: the server cannot listen at ${name}: ${(error as Error).message}.`)
  }
}
