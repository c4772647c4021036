import type { PresenceEvent } from '#contract/events.ts'
import type { Whereabouts } from './serverBus.ts'

type Seen = Whereabouts & { until: number }
type PresentPerson = PresenceEvent['people'][number]

/** Who has which enquiry open, by tab. An entry expires unless the tab repeats it. */
export class Presence {
  readonly #seen = new Map<string, Seen>()

  constructor(
    /** How long an entry lasts without a repeat. */
    private readonly timeoutMs: number,
  ) {}

  /** Records where a tab is. Returns the enquiries whose presence changed. */
  note(whereabouts: Whereabouts, now = Date.now()): string[] {
    const key = `${whereabouts.userId} ${whereabouts.tab}`
    const before = this.#seen.get(key)
    if (whereabouts.enquiry) this.#seen.set(key, { ...whereabouts, until: now + this.timeoutMs })
    else this.#seen.delete(key)
    if (before && isSame(before, whereabouts)) return []
    return [...new Set([before?.enquiry, whereabouts.enquiry])].filter((enquiry) => typeof enquiry === 'string')
  }

  /** Removes expired entries, and returns their enquiries. */
  expire(now = Date.now()): { companyId: string; enquiry: string }[] {
    const gone = [...this.#seen].filter(([, { until }]) => until <= now)
    for (const [key] of gone) this.#seen.delete(key)
    return gone.map(([, { companyId, enquiry }]) => ({ companyId, enquiry: enquiry! }))
  }

  enquiriesOf(companyId: string) {
    const here = [...this.#seen.values()].filter((seen) => seen.companyId === companyId)
    return [...new Set(here.map(({ enquiry }) => enquiry!))]
  }

  /** Each person once, however many tabs they have. */
  at(companyId: string, enquiry: string): PresenceEvent {
    const people = new Map<string, PresentPerson>()
    for (const seen of this.#seen.values()) {
      if (seen.companyId !== companyId || seen.enquiry !== enquiry) continue
      const { userId: _id, name, profilePic, screen } = seen
      const known = people.get(_id)
      const screens = [...new Set([...(known?.screens ?? []), screen])]
      const isTyping = seen.isTyping || known?.isTyping === true
      const isEditing = seen.isEditing || known?.isEditing === true
      people.set(_id, { _id, name, profilePic, screens, isTyping, isEditing })
    }
    return { enquiry, people: [...people.values()] }
  }
}

function isSame(before: Seen, now: Whereabouts) {
  const fields = ['enquiry', 'screen', 'isTyping', 'isEditing'] as const
  return fields.every((field) => before[field] === now[field])
}
