import { LRUCache } from 'lru-cache'
import type { Queryable } from '#server/database/database.ts'
import { type EnquiryView, withOwnUnread } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'

type WithRows = { rows: EnquiryView[] }

/** Rows as of an event of the company, with the unread counts of the person who read them. */
type SharedRead = { lastEvent: number; reader: string; result: Promise<WithRows> }

/** Much longer than the browsers of a company take to request something after an event. */
const keptMs = 10_000
/** For all companies together. */
const keptCharacters = 8_000_000
/** The size of a row without its texts and documents, and the size of one document. */
const perRow = 1000
const perDocument = 500

/**
 * Enquiries that many browsers of a company request at the same moment, because an event makes them all do so. The first request
 * reads them, and the others share them until the next event. No response is older than its request: whatever is shared is
 * changed in the transaction of an event, and the session's check has read the number of the last one. Only totals that the
 * server repairs have no event; nobody sees the wrong ones for longer than rows are kept.
 */
export class SharedRows {
  readonly #kept = new LRUCache<string, SharedRead>({ maxSize: keptCharacters, ttl: keptMs })

  /**
   * The result of `read`, unless someone else in the company has read it as of the actor's last event. The query tells reads
   * apart, so it must determine everything that `read` returns, except what is unread.
   */
  async find<Result extends WithRows>(
    db: Queryable,
    actor: Actor,
    query: object,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const { lastEvent, companyId, userId } = actor
    const key = JSON.stringify([companyId, query])
    const known = this.#kept.get(key)
    if (!known || known.lastEvent < lastEvent) return this.#share(key, { lastEvent, reader: userId, result: read() })
    const result = (await known.result) as Result
    return known.reader === userId ? result : { ...result, rows: await withOwnUnread(db, actor, result.rows) }
  }

  async #share<Result extends WithRows>(key: string, read: SharedRead & { result: Promise<Result> }) {
    this.#kept.set(key, read, { size: sizeOf(key, []) })
    try {
      const result = await read.result
      // The cache counts the size of a new object only.
      if (this.#kept.peek(key) === read) this.#kept.set(key, { ...read }, { size: sizeOf(key, result.rows) })
      return result
    } catch (error) {
      if (this.#kept.peek(key) === read) this.#kept.delete(key)
      throw error
    }
  }
}

/** About as many characters as the rows take in memory. */
function sizeOf(key: string, rows: EnquiryView[]) {
  return rows.reduce((sum, row) => sum + sizeOfRow(row), key.length + perRow)
}

function sizeOfRow({ summery, description, comments, documents }: EnquiryView) {
  return perRow + summery.length + description.length + comments.length + documents.length * perDocument
}
