import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#contract/accounts/roles.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses } from '#contract/enquiries/choices.ts'
import type { Db } from '#server/database/database.ts'
import type { StoredDocument } from '#server/documents/documents.ts'
import { stretchOf } from '#server/enquiries/list/stretches.ts'
import { indexedWords } from '#server/enquiries/search/words.ts'
import { textOf } from '#server/enquiries/search/wordStore.ts'
import type { Rows } from './copying.ts'
import { type Language, randomNumbers } from './language.ts'

/** One company of the given size, two much smaller ones, and 17 small ones. */
export function companySizes(largest: number) {
  const fraction = (divisor: number) => Math.max(20, Math.round(largest / divisor))
  return [largest, fraction(20), fraction(200), ...Array.from({ length: 17 }, (_, index) => fraction(2000) + index * 7)]
}

const types = 'Delivery Invoice Maintenance Order IT Returns Guests Supplies Safety Contract Staff Other'.split(' ')
const days = 5 * 365
const dayMs = 86_400_000

type Person = { id: string; email: string; role: Role }

/** Generates a company in batches of enquiries with their messages, documents, history and search words. */
export class Company {
  readonly id = uuidv7()
  readonly people: Person[]
  messages = 0
  readonly #random: () => number
  readonly #counts = new Map<string, number>()
  readonly #typeCounts = new Map<string, number>()
  readonly #assigned = new Map<EnquiryStatus, number>()
  #last = 0

  constructor(
    readonly index: number,
    readonly size: number,
    readonly threadLength: number,
    readonly pictures: StoredDocument[],
    readonly language: Language,
  ) {
    this.#random = randomNumbers(index + 1)
    const roles: Role[] = ['owner', 'agent', 'agent', 'member', 'member', 'member', 'viewer']
    const crowd = Array.from({ length: Math.min(40, Math.ceil(size / 5000)) }, (): Role => 'member')
    this.people = [...roles, ...crowd].map((role, number) => ({
      id: uuidv7(),
      role,
      email: `${role}${number}@company${index}.test`,
    }))
  }

  get left() {
    return this.size - this.#last
  }

  async insertPeople(db: Db, passwordHash: string) {
    await db`insert into company ${db({ id: this.id, name: `Company ${this.index}` })}`
    const rows = this.people.map(({ id, email, role }) => ({
      companyId: this.id,
      id,
      name: this.language.sentence(2, 3),
      email,
      passwordHash,
      role,
    }))
    await db`insert into app_user ${db(rows)}`
    const files = this.pictures.map(({ sha256, size }) => ({ companyId: this.id, sha256, size }))
    await db`insert into file ${db(files)}`
  }

  next(count: number): Rows {
    const rows: Rows = { enquiry: [], message: [], document: [], activity: [], enquiry_words: [] }
    for (let left = Math.min(count, this.left); left > 0; left--) this.#add(rows)
    return rows
  }

  #add(rows: Rows) {
    const no = ++this.#last
    const createdAt = new Date(Date.now() - (1 - no / (this.size + 1)) * days * dayMs)
    const id = uuidv7({ msecs: createdAt.getTime() })
    const status = this.#status()
    const requester = this.#pick(this.people).id
    const type = types[Math.floor(this.#random() ** 2 * types.length)]!
    const [summery, description, comments] = [
      this.language.sentence(4, 10),
      this.language.text(15, 70),
      this.#comments(),
    ]
    const thread = this.#thread(rows, { id, no, createdAt })
    const documents = this.#documents(rows, id)
    const updatedAt = new Date(Math.min(Date.now(), thread.lastAt.getTime() + this.#random() * 4 * dayMs))
    const version = status === 'open' ? 1 : 2
    rows.enquiry.push([this.id, id, no, type, summery, description, comments])
    rows.enquiry.at(-1)!.push(status, version, thread.length, requester)
    rows.enquiry
      .at(-1)!
      .push(createdAt, updatedAt, documents, thread.awaitsAnswer, thread.awaitsAnswer ? thread.lastAt : null)
    rows.enquiry.at(-1)!.push(this.#assignee(no, status))
    rows.activity.push([this.id, uuidv7(), 'enquiry', id, requester, 'created', '{}', createdAt])
    const searched = textOf({ enquiryNo: no, enquiryType: type, summery, description, comments })
    rows.enquiry_words.push([this.id, no, 0, indexedWords(this.id, no, searched)])
    this.#count(`${stretchOf(no)} ${status}`)
    this.#typeCounts.set(type, (this.#typeCounts.get(type) ?? 0) + 1)
  }

  #thread(rows: Rows, { id, no, createdAt }: { id: string; no: number; createdAt: Date }) {
    const length = Math.floor(-Math.log(1 - this.#random()) * (this.threadLength + 0.45))
    let lastAt = createdAt
    let isHost = false
    for (let seq = 1; seq <= length; seq++) {
      isHost = this.#random() < 0.5
      lastAt = new Date(Math.min(Date.now(), lastAt.getTime() + this.#random() * dayMs))
      const messageId = uuidv7({ msecs: lastAt.getTime() })
      const text = this.language.text(4, 36)
      const sender = isHost ? this.people[1]! : this.#pick(this.people)
      const side = isHost ? 'host' : 'customer'
      rows.message.push([this.id, id, seq, messageId, messageId, side, sender.id, text, lastAt])
      rows.enquiry_words.push([this.id, no, seq, indexedWords(this.id, no, text)])
    }
    this.messages += length
    return { length, lastAt, awaitsAnswer: !isHost }
  }

  #documents(rows: Rows, enquiryId: string) {
    const count = this.#random() < 0.2 ? 1 + Math.floor(this.#random() * 3) : 0
    for (let position = 0; position < count; position++) {
      const { name, type, size, width, height, sha256 } = this.#pick(this.pictures)
      rows.document.push([this.id, uuidv7(), enquiryId, position, name, type, size, width, height, sha256])
    }
    return count
  }

  async insertCounts(db: Db) {
    const stretches = [...this.#counts].map(([key, count]) => {
      const [stretch, status] = key.split(' ')
      return { companyId: this.id, stretch: Number(stretch), status: status!, count }
    })
    for (let from = 0; from < stretches.length; from += 5000)
      await db`insert into enquiry_stretch_count ${db(stretches.slice(from, from + 5000))}`
    await db`
      insert into enquiry_count select company_id, status, sum(count) from enquiry_stretch_count
      where company_id = ${this.id} group by 1, 2`
    const assigned = [...this.#assigned].map(([status, count]) => {
      return { companyId: this.id, assigneeId: this.people[1]!.id, status, count }
    })
    await db`insert into assignee_count ${db(assigned)}`
    const used = [...this.#typeCounts].map(([name, count]) => ({ companyId: this.id, name, used: count }))
    await db`insert into enquiry_type ${db(used)}`
    await db`update company set last_enquiry_no = ${this.size} where id = ${this.id}`
  }

  /** The older enquiries are assigned, so that the unassigned ones are at the end of the queue. */
  #assignee(no: number, status: EnquiryStatus) {
    if (no > this.size * 0.75) return null
    this.#assigned.set(status, (this.#assigned.get(status) ?? 0) + 1)
    return this.people[1]!.id
  }

  #status(): EnquiryStatus {
    const [open, inProgress, inReview, onHold, closed] = enquiryStatuses
    const share = this.#random()
    if (share < 0.78) return closed
    if (share < 0.86) return open
    return share < 0.92 ? inProgress : share < 0.96 ? inReview : onHold
  }

  #comments() {
    return this.#random() < 0.3 ? this.language.sentence(4, 14) : ''
  }

  #count(key: string) {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  #pick<T>(from: T[]) {
    return from[Math.floor(this.#random() ** 1.5 * from.length)]!
  }
}
