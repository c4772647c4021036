import type { FastifyBaseLogger } from 'fastify'
import { StoppedParser } from '#server/mail/parsing/mailParser.ts'
import { PollingLoop } from '#server/pollingLoop.ts'
import { StorageError } from '#server/storage/storageError.ts'
import { type FilerServices, fileReceived, holdUnread } from './fileReceived.ts'
import { giveBack, type IncomingRow, retryLater, takeNextIncoming } from './incomingStore.ts'
import { UnreadableMail } from './readMail.ts'

/** Mails that other servers received are found within this time. */
const pollIntervalMs = 5000
/** Must be longer than any attempt. */
const leaseSeconds = 180
const maxAttempts = 3
/** After the first failure; after the second, twice as long. */
const pauseSeconds = 10

/** Files the received mails, one at a time, until it is stopped. */
export class MailFiler extends PollingLoop {
  constructor(
    private readonly services: FilerServices,
    private readonly log: FastifyBaseLogger,
    /** Called with the company after each mail that has changed something of it. */
    private readonly onChanged: (companyId: string) => void,
  ) {
    super(pollIntervalMs)
  }

  protected async tryNext() {
    let row: IncomingRow | undefined
    try {
      row = await takeNextIncoming(this.services.db, leaseSeconds)
      if (!row) return false
      // A mail that kills the server never gets as far as its own error.
      if (row.attempts > maxAttempts) await this.#hold(row, row.reason ?? 'The server stopped while it read this email')
      else this.#report(await fileReceived(this.services, row))
    } catch (error) {
      this.log.error({ err: error, mail: row?.id }, 'a received mail could not be filed')
      if (!row) return false
      await this.#noteFailure(row, error).catch(() => undefined)
    }
    return true
  }

  async #noteFailure(row: IncomingRow, error: unknown) {
    // The mail is not at fault, however long the storage is unavailable.
    if (error instanceof StorageError) return giveBack(this.services.db, row.id, pauseSeconds)
    const reason = error instanceof Error ? error.message : String(error)
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
