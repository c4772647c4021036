import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
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
  type Unwritten,
  type WaitingMail,
} from './mailStore.ts'
import { mailTransport } from './mailTransport.ts'

/** How soon a mail is noticed that another server has queued, in milliseconds. */
const lookEvery = 5000
/** The pause after the first failure, in seconds; it doubles with each, up to the longest. */
const firstPause = 15
const longestPause = 15 * 60
/** Longer, in seconds, than any attempt to send takes. */
const lease = 180
const longestAttempt = 120_000
/** What is being sent may still be taken when the server stops; else another one sends it after the lease. */
const shutdownGraceMs = 3000

/** Writes a mail in the moment it is sent; undefined where there is nothing to tell the address. */
export type WriteLetter = (mail: Pick<WaitingMail, 'id' | 'to' | 'aboutId'>) => Promise<Letter | undefined>

/** Sends the mails that wait in the outbox, each by one server, and again until the mail server has taken them. */
export class Mailer {
  readonly #transport: Transporter | undefined
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appName'>,
    private readonly log: FastifyBaseLogger,
    private readonly writers: Record<string, WriteLetter> = {},
  ) {
    this.#transport = config.smtpUrl ? mailTransport(config.smtpUrl) : undefined
  }

  /** Whether the server sends mail at all. */
  get isOn() {
    return this.#transport !== undefined
  }

  queue(tx: Tx, mail: Mail) {
    return queueMail(tx, mail)
  }

  queueUnwritten(db: Queryable, mail: Unwritten) {
    return queueUnwritten(db, mail)
  }

  /** Something is queued, and committed. */
  wake() {
    this.#wake.abort()
  }

  start() {
    if (this.#transport) this.#working = this.#workOn(this.#transport)
  }

  async stop() {
    this.#stopping.abort()
    await Promise.race([this.#working, wait(shutdownGraceMs, undefined, { ref: false })])
    this.#transport?.close()
  }

  async #workOn(transport: Transporter) {
    while (!this.#stopping.signal.aborted) {
      if (await this.#trySendNext(transport)) continue
      const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal])
      await wait(lookEvery, undefined, { signal, ref: false }).catch(() => undefined)
      this.#wake = new AbortController()
    }
  }

  /** Answers whether there may be more to do. */
  async #trySendNext(transport: Transporter) {
    try {
      const dropped = await dropExpiredMails(this.db)
      if (dropped > 0) this.log.error({ dropped }, 'mails could not be sent before they were out of date')
      const mail = await takeNextMail(this.db, lease)
      if (!mail) return false
      await this.#send(transport, mail)
      return true
    } catch (error) {
      this.log.error({ err: error }, 'the outbox of mails could not be read; it will be tried again')
      return false
    }
  }

  async #send(transport: Transporter, mail: WaitingMail) {
    const { appName, mailFrom } = this.config
    const { id, to, attempts } = mail
    try {
      const letter = await this.#letterOf(mail)
      if (!letter) return await removeMail(this.db, mail)
      const { subject, text, html } = letter
      const from = { name: appName, address: mailFrom }
      // By its id the receiving side can tell that a mail came twice.
      const messageId = `<${id}@${mailFrom.split('@')[1]}>`
      const headers = { 'auto-submitted': 'auto-generated' }
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers,
      })
      await withinTime(sending, longestAttempt)
    } catch (error) {
      const pause = Math.min(firstPause * 2 ** (attempts - 1), longestPause)
      const { failure, isFinal } = failureOf(error)
      await putMailBack(this.db, mail, isFinal ? undefined : pause, failure)
      const what = isFinal ? 'a mail was refused for good' : 'a mail was not taken; it will be tried again'
      this.log.warn({ err: error, mail: id, attempts }, what)
      return
    }
    await removeMail(this.db, mail)
    this.log.info({ mail: id, attempts }, 'mail sent')
  }

  /** One of a purpose that this server does not know, as while servers are updated, is left to those that do. */
  async #letterOf(mail: WaitingMail) {
    if (mail.purpose === null) return mail
    const write = this.writers[mail.purpose]
    if (!write) throw new Error(`Nothing here writes a mail for ${mail.purpose}`)
    return write(mail)
  }
}

async function withinTime<T>(work: Promise<T>, milliseconds: number) {
  const stop = new AbortController()
  const late = wait(milliseconds, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error(`The mail server took longer than ${milliseconds / 1000} seconds`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
  }
}
