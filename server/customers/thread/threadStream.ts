import { PassThrough } from 'node:stream'
import type { customerEvents } from '#contract/customers/thread.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { findLink, type OpenedLink } from '#server/customers/links/customerLinks.ts'
import type { Db } from '#server/database/database.ts'
import type { Listener } from '#server/events/eventHub.ts'
import { readMark } from './customerThread.ts'

/** Proxies and browsers close connections that are silent for too long. */
const heartbeatMs = 15_000
/** Every so many heartbeats, the stream checks whether its link has expired. A revoked link ends it at once. */
const beatsPerCheck = 20
/** A client that reads so slowly that more bytes than this are queued is disconnected. */
const maxQueuedBytes = 64 * 1024
/** Changes within this time are looked at together. */
const gatherMs = 100

interface Services {
  db: Db
  report: (error: unknown) => void
}

/**
 * Tells a customer's page that its thread or status changed, without saying what. Other changes of the enquiry, such as
 * assignments and notes, cause nothing that the customer could notice. It ends with the link.
 */
export class ThreadStream implements Listener {
  readonly body = new PassThrough()
  readonly companyId: string
  #mark: string | undefined
  #check: NodeJS.Timeout | undefined
  #beats = 0
  readonly #heartbeat: NodeJS.Timeout

  constructor(
    private readonly services: Services,
    private readonly token: string,
    readonly link: OpenedLink,
  ) {
    this.companyId = link.companyId
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.body.on('error', () => this.end())
    this.body.on('close', () => this.#stop())
  }

  /** Call this once the stream listens, so that it misses no change. */
  async begin() {
    try {
      this.#mark = await readMark(this.services.db, this.link)
    } catch (error) {
      this.end()
      throw error
    }
    this.#send('hello')
  }

  receive(events: ChangeEvent[]) {
    if (!events.some((event) => this.#mayConcern(event))) return
    this.#check ??= setTimeout(() => {
      this.#check = undefined
      this.#compare().catch(this.services.report)
    }, gatherMs)
  }

  leave() {
    this.#send('leave')
    this.end()
  }

  end() {
    this.#stop()
    this.body.end()
    // Without a reader, the stream would never finish.
    setTimeout(() => this.body.destroy(), 1000).unref()
  }

  /** A bulk change names only the first of its enquiries. */
  #mayConcern({ subject, id, numbers }: ChangeEvent) {
    return (subject === 'thread' || subject === 'enquiry') && (id === this.link.enquiryId || numbers !== undefined)
  }

  async #compare() {
    const { db } = this.services
    const link = await findLink(db, this.token)
    if (!link || link.isExpired) return this.end()
    const mark = await readMark(db, link)
    if (mark === this.#mark) return
    this.#mark = mark
    this.#send('change')
  }

  #beat() {
    this.#write(': here\n\n')
    if (++this.#beats % beatsPerCheck === 0) this.#compare().catch(this.services.report)
  }

  #send(kind: (typeof customerEvents)[number]) {
    this.#write(`event: ${kind}\ndata: {}\n\n`)
  }

  #write(text: string) {
    if (!this.body.writable) return
    this.body.write(text)
    if (this.body.writableLength > maxQueuedBytes) this.body.destroy()
  }

  #stop() {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#check)
  }
}
