import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import type { CaughtMails } from './caughtMails.ts'
import { failureOf } from './mailFailures.ts'
import {
  dropExpiredMails,
  type Letter,
  type Mail,
  putMailBack,
  queueMail,
  queueUnwritten,
  removeMail,
  takeNextMail,
  type Threaded,
  type Unwritten,
  type WaitingMail,
} from './mailStore.ts'
import { mailTransport } from './mailTransport.ts'
import { messageIdOf } from './messageIds.ts'
import { noteSent } from './sentMails.ts'

/** Mails that other servers queued are found within this time. */
const pollIntervalMs = 5000
/** The pause after the first failure. It doubles with each failure, up to the maximum. */
const firstPauseSeconds = 15
const maxPauseSeconds = 15 * 60
/** Must be longer than any attempt to send. */
const leaseSeconds = 180
const attemptTimeoutMs = 120_000
/** How long a mail in progress may take when the server stops. After the lease, another server sends it. */
const shutdownGraceMs = 3000

/** A letter of a conversation also has what keeps its mails together. */
type WrittenLetter = Letter & { threaded?: Threaded }

/** Writes a mail when it is sent. Returns undefined if there is nothing to send to the address. */
export type WriteLetter = (mail: Pick<WaitingMail, 'id' | 'to' | 'aboutId'>) => Promise<WrittenLetter | undefined>

/** Sends the mails in the outbox, each from one server, and retries until the mail server accepts them. */
export class Mailer extends PollingLoop {
  #transport: Transporter | undefined

  constructor(
    private readonly db: Db,
    private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appName'>,
    private readonly log: FastifyBaseLogger,
    private readonly writers: Record<string, WriteLetter> = {},
    private readonly caught?: CaughtMails,
  ) {
    super(pollIntervalMs)
  }

  /** Whether the server sends mail. */
  get isOn() {
    return this.caught !== undefined || this.config.smtpUrl !== undefined
  }

  queue(tx: Tx, mail: Mail) {
    return queueMail(tx, mail)
  }

  queueUnwritten(db: Queryable, mail: Unwritten) {
    return queueUnwritten(db, mail)
  }

  override start() {
    if (this.isOn) super.start()
  }

  override async stop() {
    await Promise.race([super.stop(), wait(shutdownGraceMs, undefined, { ref: false })])
    this.#transport?.close()
  }

  protected async tryNext() {
    try {
      const dropped = await dropExpiredMails(this.db)
      if (dropped > 0) this.log.error({ dropped }, 'mails expired before they could be sent')
      const mail = await takeNextMail(this.db, leaseSeconds)
      if (!mail) return false
      this.#transport ??= await this.#openTransport()
      await this.#send(this.#transport, mail)
      return true
    } catch (error) {
      this.log.error({ err: error }, 'the mail outbox could not be read and will be retried')
      return false
    }
  }

  /** The library is loaded for the first mail, and not at the start. */
  async #openTransport(): Promise<Transporter> {
    if (!this.caught) return mailTransport(this.config.smtpUrl!)
    const { createTransport } = await import('nodemailer')
    return createTransport(this.caught.transport)
  }

  async #send(transport: Transporter, mail: WaitingMail) {
    const { id, to, attempts } = mail
    let threaded: Threaded | undefined
    try {
      const letter = await this.#letterOf(mail)
      if (!letter) return await removeMail(this.db, mail)
      threaded = letter.threaded
      const { subject, text, html, manageUrl } = letter
      const sending = transport.sendMail({
        ...this.#headersOf(id, threaded),
        to: { name: '', address: to },
        ...(threaded?.answersTo && { replyTo: threaded.answersTo, envelope: { from: threaded.answersTo, to } }),
        subject,
        text,
        html,
        // RFC 2369, 3.2
        list: manageUrl === undefined ? undefined : { unsubscribe: manageUrl },
      })
      await withTimeout(sending, attemptTimeoutMs)
      await threaded?.onSent()
    } catch (error) {
      const pause = Math.min(firstPauseSeconds * 2 ** (attempts - 1), maxPauseSeconds)
      const { failure, isFinal } = failureOf(error)
      if (isFinal) await threaded?.onRefused(failure)
      await putMailBack(this.db, mail, isFinal ? undefined : pause, failure)
      const outcome = isFinal ? 'a mail was permanently rejected' : 'a mail was not accepted and will be retried'
      this.log.warn({ err: error, mail: id, attempts }, outcome)
      return
    }
    await (threaded ? removeMail(this.db, mail) : noteSent(this.db, id))
    this.log.info({ mail: id, attempts }, 'mail sent')
  }

  #headersOf(id: string, threaded: Threaded | undefined) {
    const { appName, mailFrom } = this.config
    const from = { name: threaded?.senderName ?? appName, address: mailFrom }
    // A stable Message-ID lets receivers recognise a mail that arrives twice (RFC 5322, 3.6.4).
    const messageId = threaded?.messageId ?? messageIdOf(id, mailFrom)
    const headers = threaded?.headers ?? { 'auto-submitted': 'auto-generated' }
    return { from, messageId, headers, inReplyTo: threaded?.references.at(-1), references: threaded?.references }
  }

  /** Throws for an unknown purpose, which exists during a rolling upgrade: a newer server then sends the mail. */
  async #letterOf(mail: WaitingMail): Promise<WrittenLetter | undefined> {
    if (mail.purpose === null) return mail
    const write = this.writers[mail.purpose]
    if (!write) throw new Error(`This server cannot write mails with the purpose ${mail.purpose}`)
    return write(mail)
  }
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number) {
  const stop = new AbortController()
  const timeout = wait(timeoutMs, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error(`The mail server took longer than ${timeoutMs / 1000} s`)
  })
  timeout.catch(() => undefined)
  try {
    return await Promise.race([work, timeout])
  } finally {
    stop.abort()
  }
}
