import { LRUCache } from 'lru-cache'
import type { ListEnquiries } from '#contract/enquiries.ts'
import type { Queryable } from '#server/database/database.ts'
import { type EnquiryView, withOwnUnread } from '#server/enquiries/enquiryStore.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Listed } from './searchList.ts'

/** A page as of an event of the company, with the unread counts of the person who read it. */
type SharedPage = { lastEvent: number; reader: string; listed: Promise<Listed> }

/** Much longer than the browsers of a company take to request a page after an event. */
const keptMs = 10_000
/** For all companies together. */
const keptCharacters = 8_000_000
/** Of a row's other columns, people and documents. */
const perRow = 1000

/**
 * The first pages of lists, which all browsers of a company request after each event. The first request reads the page, and the
 * others share it until the next event. No response is older than its request: whatever a list shows is changed in the
 * transaction of an event, and the session's check has read the number of the last one.
 */
export class SharedPages {
  readonly #pages = new LRUCache<string, SharedPage>({ maxSize: keptCharacters, ttl: keptMs })

  /** The page, from `read` unless someone else has read it as of the actor's last event. */
  async find(db: Queryable, actor: Actor, query: ListEnquiries, read: () => Promise<Listed>): Promise<Listed> {
    const { lastEvent } = actor
    if (lastEvent === undefined || !isFirstPage(query)) return read()
    const key = JSON.stringify([actor.companyId, query])
    const known = this.#pages.get(key)
    if (!known || known.lastEvent < lastEvent)
      return this.#share(key, { lastEvent, reader: actor.userId, listed: read() })
    const listed = await known.listed
    return known.reader === actor.userId ? listed : { ...listed, rows: await withOwnUnread(db, actor, listed.rows) }
  }

  async #share(key: string, page: SharedPage) {
    this.#pages.set(key, page, { size: sizeOf(key, []) })
    try {
      const listed = await page.listed
      if (this.#pages.peek(key) === page) this.#pages.set(key, page, { size: sizeOf(key, listed.rows) })
      return listed
    } catch (error) {
      if (this.#pages.peek(key) === page) this.#pages.delete(key)
      throw error
    }
  }
}

function isFirstPage({ page, cursor }: ListEnquiries) {
  return page === 1 && cursor === undefined
}

/** About as many characters as the page takes in memory. */
function sizeOf(key: string, rows: EnquiryView[]) {
  const texts = rows.map(({ summery, description, comments }) => summery.length + description.length + comments.length)
  return texts.reduce((sum, length) => sum + length + perRow, key.length + perRow)
}
