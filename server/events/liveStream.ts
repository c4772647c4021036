import { PassThrough } from 'node:stream'
import type { ChangeEvent, PresenceEvent, streamEvents } from '#contract/events.ts'
import type { Actor } from '#server/http/actor.ts'

/** Who reads so slowly that more than this waits, in bytes, is cut off and has to come back. */
const longestQueue = 1024 * 1024
/** How long what is under way may take at the end, in milliseconds. */
const lastWords = 1000
/** Proxies and browsers give up on what is silent for long. */
const heartbeatMilliseconds = 15_000

/** The way to one browser, as server-sent events. */
export class LiveStream {
  readonly body = new PassThrough()
  /** The number of the last event that went out. */
  #sent = 0
  /** Events that came before it is known from where on they are wanted. */
  #early: ChangeEvent[] | undefined = []
  readonly #heartbeat: NodeJS.Timeout
  readonly #expiry: NodeJS.Timeout

  constructor(public actor: Actor) {
    this.#heartbeat = setInterval(() => this.#write(': here\n\n'), heartbeatMilliseconds)
    // The browser comes back with a new token.
    this.#expiry = setTimeout(() => this.end(), actor.expiresAt - Date.now())
    // A browser that goes away in the middle is the usual end.
    this.body.on('error', () => this.end())
    this.body.on('close', () => this.#stop())
  }

  /** Begins after `no`: what was missed, then what has come meanwhile. */
  begin(no: number, missed: ChangeEvent[] = []) {
    this.#sent = no
    const early = this.#early ?? []
    this.#early = undefined
    this.tell(missed)
    this.tell(early)
  }

  tell(events: ChangeEvent[]) {
    if (this.#early) {
      this.#early.push(...events)
      return
    }
    for (const event of events) {
      if (event.no <= this.#sent) continue
      this.#sent = event.no
      if (mayHear(this.actor, event)) this.#write(`id: ${event.no}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
    }
  }

  tellPresence(presence: PresenceEvent) {
    this.#say('presence', { ...presence, people: peopleFor(this.actor, presence) })
  }

  hello(no: number) {
    this.#say('hello', { no })
  }

  reset(no: number) {
    this.#say('reset', { no })
  }

  end() {
    this.#stop()
    this.body.end()
    // What nobody reads any more would never come to its end.
    setTimeout(() => this.body.destroy(), lastWords).unref()
  }

  #say(kind: keyof typeof streamEvents, content: object) {
    this.#write(`event: ${kind}\ndata: ${JSON.stringify(content)}\n\n`)
  }

  #write(text: string) {
    if (this.body.writableEnded || this.body.destroyed) return
    this.body.write(text)
    if (this.body.writableLength > longestQueue) this.body.destroy()
  }

  #stop() {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#expiry)
  }
}

/** Who may not read something is not told that there is something new in it. */
function mayHear({ ability }: Actor, { subject }: ChangeEvent) {
  switch (subject) {
    case 'thread':
    case 'seen':
      return ability.can('read', 'acl-page')
    case 'note':
    case 'answers':
      return ability.can('answer', 'enquiry')
    default:
      return true
  }
}

/** Nor who is in one. */
function peopleFor({ ability }: Actor, { people }: PresenceEvent) {
  if (ability.can('read', 'acl-page')) return people
  const here = people.map((person) => ({ ...person, screens: person.screens.filter((screen) => screen === 'enquiry') }))
  return here.filter(({ screens }) => screens.length > 0).map((person) => ({ ...person, isTyping: false }))
}
