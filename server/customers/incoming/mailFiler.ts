import type { FastifyBaseLogger } from 'fastify'
import { maxParsed, StoppedParser } from '#server/mail/parsing/mailParser.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import { type FilerServices, fileReceived, holdUnread } from './fileReceived.ts'
import { giveBack, type IncomingRow, retryLater, takeNextIncoming } from './incomingStore.ts'
import { UnreadableMail } from './readMail.ts'
import { isFaultOfSurroundings } from './surroundings.ts'

/** Mails that other servers received are found within this time. */
const pollIntervalMs = 5000
/** Must be longer than any attempt. */
const leaseSeconds = 180
const maxAttempts = 3
/** After the first failure; after the second, twice as long. */
const pauseSeconds = 10
/** The longest pause of a mail that waits for its surroundings, in seconds. */
const maxPauseSeconds = 600
/** The recipients of the last mails, up to this number, have had their turn: others come first. */
const maxServed = 20

/**
 * Files the received mails until it is stopped: those to the same address one after the other, and others
 * beside them, so that nobody waits for the mails of somebody else.
 */
export class MailFiler extends PollingLoop {
  /** The mails that are being filed. */
  readonly #filing = new Map<IncomingRow, Promise<void>>()
  #served: IncomingRow[] = []

  constructor(
    private readonly services: FilerServices,
    private readonly log: FastifyBaseLogger,
    /** Called with the company after each mail that has changed something of it. */
    private readonly onChanged: (companyId: string) => void,
  ) {
    super(pollIntervalMs)
  }

  override async stop() {
    await super.stop()
    await Promise.all(this.#filing.values())
  }

  protected async tryNext() {
    const row = await this.#takeNext().catch((error: unknown) => {
      this.log.error({ err: error }, 'received mails could not be looked for')
    })
    if (!row) return false
    this.#served = [...this.#served, row].slice(-maxServed)
    const filing = this.#file(row).finally(() => {
      this.#filing.delete(row)
      // Another mail to the same address may have waited for this one.
      this.wake()
    })
    this.#filing.set(row, filing)
    if (this.#filing.size >= maxParsed) await Promise.race(this.#filing.values())
    return true
  }

  #takeNext() {
    const [busy, served] = [[...this.#filing.keys()], this.#served].map((rows) =>
      rows.flatMap(({ recipients }) => recipients),
    )
    return takeNextIncoming(this.services.db, leaseSeconds, busy!, served!)
  }

  async #file(row: IncomingRow) {
    try {
      // A mail that kills the server never gets as far as its own error.
      if (row.attempts > maxAttempts) await this.#hold(row, row.reason ?? 'The server stopped while it read this email')
      else this.#report(await fileReceived(this.services, row))
    } catch (error) {
      this.log.error({ err: error, mail: row.id }, 'a received mail could not be filed')
      await this.#noteFailure(row, error).catch(() => undefined)
    }
  }

  async #noteFailure(row: IncomingRow, error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    // The mail is not at fault, however long that takes.
    if (isFaultOfSurroundings(error)) return giveBack(this.services.db, row.id, pauseFor(row), reason)
    const isSlow = error instanceof UnreadableMail && error.cause instanceof StoppedParser
    if (isSlow || row.attempts >= maxAttempts) await this.#hold(row, reason)
    else await retryLater(this.services.db, row.id, pauseSeconds * row.attempts, reason)
  }

  async #hold(row: IncomingRow, reason: string) {
    this.#report(await holdUnread(this.services, row, reason))
  }

  #report(companyId: string | undefined) {
    if (companyId !== undefined) this.onChanged(companyId)
  }
}

/** A quarter of the time that a mail has waited, so that a long fault costs few attempts. */
function pauseFor({ receivedAt }: IncomingRow) {
  const waitedSeconds = (Date.now() - receivedAt.getTime()) / 1000
  return Math.min(maxPauseSeconds, Math.max(pauseSeconds, Math.round(waitedSeconds / 4)))
}
