import type { PresenceEvent } from '#contract/events.ts'
import type { Whereabouts } from './serverBus.ts'

type Seen = Whereabouts & { enquiry: string; until: number }
type PresentPerson = PresenceEvent['people'][number]

/** Per person. The oldest is forgotten: people have few tabs, so more of them come from a runaway client. */
const maxTabs = 50

/** Who has which enquiry open, by tab. An entry expires unless the tab repeats it. */
export class Presence {
  /** Of each person, in the order of their last report. */
  readonly #tabs = new Map<string, Map<string, Seen>>()
  /** The same entries by company and enquiry. */
  readonly #companies = new Map<string, Map<string, Set<Seen>>>()

  constructor(
    /** How long an entry lasts without a repeat. */
    private readonly timeoutMs: number,
  ) {}

  /** Records where a tab is. Returns the enquiries whose presence changed. */
  note(whereabouts: Whereabouts, now = Date.now()): string[] {
    const { userId, tab, enquiry } = whereabouts
    const own = this.#tabs.get(userId) ?? new Map<string, Seen>()
    const before = own.get(tab)
    const [oldest] = own.values()
    const gone = before ?? (enquiry && own.size >= maxTabs ? oldest : undefined)
    if (gone) this.#forget(gone)
    if (enquiry) this.#remember({ ...whereabouts, enquiry, until: now + this.timeoutMs })
    if (before && isSame(before, whereabouts)) return []
    return [...new Set([gone?.enquiry, enquiry])].filter((each) => typeof each === 'string')
  }

  /** Removes expired entries, and returns their enquiries. */
  expire(now = Date.now()): { companyId: string; enquiry: string }[] {
    const gone: Seen[] = []
    for (const own of this.#tabs.values()) {
      for (const seen of own.values()) {
        if (seen.until > now) break
        gone.push(seen)
      }
    }
    for (const seen of gone) this.#forget(seen)
    const places = new Map(gone.map(({ companyId, enquiry }) => [`${companyId} ${enquiry}`, { companyId, enquiry }]))
    return [...places.values()]
  }

  enquiriesOf(companyId: string) {
    return [...(this.#companies.get(companyId)?.keys() ?? [])]
  }

  /** Each person once, however many tabs they have. */
  at(companyId: string, enquiry: string): PresenceEvent {
    const people = new Map<string, PresentPerson>()
    for (const seen of this.#companies.get(companyId)?.get(enquiry) ?? []) {
      const { userId: _id, name, profilePic, screen } = seen
      const known = people.get(_id)
      const screens = [...new Set([...(known?.screens ?? []), screen])]
      const isTyping = seen.isTyping || known?.isTyping === true
      const isEditing = seen.isEditing || known?.isEditing === true
      people.set(_id, { _id, name, profilePic, screens, isTyping, isEditing })
    }
    return { enquiry, people: [...people.values()] }
  }

  #remember(seen: Seen) {
    const { userId, tab, companyId, enquiry } = seen
    childOf(this.#tabs, userId, () => new Map<string, Seen>()).set(tab, seen)
    const enquiries = childOf(this.#companies, companyId, () => new Map<string, Set<Seen>>())
    childOf(enquiries, enquiry, () => new Set<Seen>()).add(seen)
  }

  #forget(seen: Seen) {
    const { userId, tab, companyId, enquiry } = seen
    const own = this.#tabs.get(userId)!
    own.delete(tab)
    if (own.size === 0) this.#tabs.delete(userId)
    const enquiries = this.#companies.get(companyId)!
    enquiries.get(enquiry)!.delete(seen)
    if (enquiries.get(enquiry)!.size === 0) enquiries.delete(enquiry)
    if (enquiries.size === 0) this.#companies.delete(companyId)
  }
}

function childOf<Child>(parents: Map<string, Child>, key: string, create: () => Child) {
  const known = parents.get(key)
  if (known) return known
  const created = create()
  parents.set(key, created)
  return created
}

function isSame(before: Seen, now: Whereabouts) {
  const fields = ['enquiry', 'screen', 'isTyping', 'isEditing'] as const
  return fields.every((field) => before[field] === now[field])
}
