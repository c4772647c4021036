import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/database/database.ts'
import type { Storage } from '#server/storage/storage.ts'
import { MailboxConnection, MailGone } from './mailboxConnection.ts'
import { mailboxNameOf } from './mailboxName.ts'
import {
  claimMailbox,
  findMailsToMove,
  LeaseLost,
  noteFailure,
  noteMoved,
  noteSuccess,
  type Reader,
  releaseMailbox,
  startReading,
} from './mailboxStore.ts'
import { addFromMailbox, hasRoomToWait, keepMail, MailTooLarge } from './receivedMails.ts'
import { ReceptionError } from './receptionFailures.ts'

const defaultTimes = {
  /** Between two checks, if the mail server reports no new mail. */
  pollMs: 60_000,
  /** How long another server waits after the last sign of this one. It must be longer than three times `claimMs`. */
  leaseMs: 60_000,
  /** Between two attempts to get the lease, or to extend it. */
  claimMs: 15_000,
  /** How long the mail server may take to respond. */
  stallMs: 90_000,
  /** The pause after the first failure. It doubles with each failure, up to the maximum. */
  firstPauseMs: 1000,
  maxPauseMs: 60_000,
}

const betweenAddresses = /[\s<>(),;:"]+/
/** How many mails are moved at once. */
const moveBatch = 200
/** How long the server waits for a database that does not respond, when it stops. */
const shutdownGraceMs = 3000

type Services = { db: Db; storage: Storage }
type Receiver = {
  /** Of the addresses that a mail names, the one with whose mails it takes turns and shares room. */
  ownerOf: (addresses: string[]) => Promise<string>
  onReceived: () => void
}

/**
 * Stores the mails of a mailbox, and then moves them to `Done`. One server at a time reads it. A mail is stored and
 * committed before it is moved; after a break at any point, the next check does what is left.
 */
export class MailboxReader {
  readonly #reader: Reader
  readonly #stopping = new AbortController()
  #news = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(
    private readonly services: Services,
    private readonly imapUrl: string,
    private readonly log: FastifyBaseLogger,
    private readonly receiver: Receiver,
    private readonly times: typeof defaultTimes = defaultTimes,
  ) {
    this.#reader = { mailbox: mailboxNameOf(imapUrl), id: randomUUID() }
  }

  start() {
    this.#working = this.#run()
  }

  async stop() {
    this.#stopping.abort()
    await Promise.race([this.#working, wait(shutdownGraceMs, undefined, { ref: false })])
  }

  async #run() {
    let failures = 0
    const onSuccess = () => {
      failures = 0
    }
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#readIfFree(onSuccess)
        await this.#pause(this.times.claimMs)
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        await this.#report(error)
        await this.#pause(Math.min(this.times.firstPauseMs * 2 ** failures, this.times.maxPauseMs))
        failures += 1
      }
    }
  }

  /** Reads the mailbox until the connection fails or the server stops. Returns at once if another server reads it. */
  async #readIfFree(onSuccess: () => void) {
    const { db } = this.services
    if (!(await claimMailbox(db, this.#reader, this.times.leaseMs))) return
    const connection = new MailboxConnection(this.imapUrl, this.times.stallMs, () => this.#news.abort())
    const close = () => connection.close()
    this.#stopping.signal.addEventListener('abort', close)
    const extending = setInterval(() => void this.#extendLease(close), this.times.claimMs)
    try {
      await this.#readUntilClosed(connection, onSuccess)
    } finally {
      clearInterval(extending)
      this.#stopping.signal.removeEventListener('abort', close)
      close()
      await releaseMailbox(db, this.#reader)
    }
  }

  /** While the database does not respond, another server may take over: nothing is stored without the lease. */
  async #extendLease(close: () => void) {
    const isOurs = await claimMailbox(this.services.db, this.#reader, this.times.leaseMs).catch(() => true)
    if (!isOurs) close()
  }

  async #readUntilClosed(connection: MailboxConnection, onSuccess: () => void) {
    const { db } = this.services
    let lastUid = await startReading(db, this.#reader, await connection.open())
    while (!this.#stopping.signal.aborted) {
      this.#news = new AbortController()
      for (const uid of await connection.uidsAbove(lastUid)) {
        await this.#store(connection, uid)
        lastUid = uid
      }
      await this.#moveStored(connection)
      await noteSuccess(db, this.#reader)
      onSuccess()
      connection.waitForNews()
      await this.#pause(this.times.pollMs, this.#news.signal)
    }
  }

  async #store(connection: MailboxConnection, uid: number) {
    try {
      const { size, header } = await connection.about(uid)
      const owner = await this.receiver.ownerOf(header.toLowerCase().split(betweenAddresses))
      const hasRoom = await hasRoomToWait(this.services.db, owner, size, 'postponed')
      await (hasRoom ? this.#storeWhole(connection, uid, owner) : this.#storeBeginning(connection, uid, owner))
      this.receiver.onReceived()
    } catch (error) {
      if (!(error instanceof MailGone)) throw error
    }
  }

  async #storeWhole(connection: MailboxConnection, uid: number, owner: string) {
    const { db, storage } = this.services
    try {
      const kept = await keepMail(storage, connection.content(uid))
      await addFromMailbox(db, this.#reader, uid, { ...kept, owner })
    } catch (error) {
      if (!(error instanceof MailTooLarge)) throw error
      await this.#storeBeginning(connection, uid, owner)
    }
  }

  async #storeBeginning(connection: MailboxConnection, uid: number, owner: string) {
    const { bytes, size } = await connection.beginning(uid)
    const { sha256 } = await keepMail(this.services.storage, onlyPiece(bytes))
    // Mail servers may estimate the size (RFC 9051, 2.3.4, allows only the exact one).
    const kept = { sha256, size: Math.max(size, limits.incoming.bytes + 1), owner }
    await addFromMailbox(this.services.db, this.#reader, uid, kept)
  }

  /** Also moves what an earlier connection has stored and not moved. */
  async #moveStored(connection: MailboxConnection) {
    const { db } = this.services
    for (;;) {
      const uids = await findMailsToMove(db, this.#reader, moveBatch)
      if (uids.length === 0) return
      await connection.move(uids)
      await noteMoved(db, this.#reader, uids)
    }
  }

  async #report(reason: unknown) {
    if (reason instanceof LeaseLost) return
    this.log.warn({ err: reason, mailbox: this.#reader.mailbox }, 'the mailbox could not be read and will be retried')
    const failure = reason instanceof ReceptionError ? reason.failure : 'other'
    await noteFailure(this.services.db, this.#reader, failure).catch(() => undefined)
  }

  async #pause(milliseconds: number, wake?: AbortSignal) {
    const signal = AbortSignal.any([this.#stopping.signal, ...(wake ? [wake] : [])])
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function* onlyPiece(bytes: Uint8Array) {
  yield bytes
}
