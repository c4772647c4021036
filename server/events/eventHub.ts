import type { ChangeEvent } from '#contract/events.ts'
import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { measurements } from '#server/measurements.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'
import { findNewestNos, findShownNo, listEvents } from './eventStore.ts'
import { changeFrame, presenceFrames } from './frames.ts'
import { LiveStream } from './liveStream.ts'
import { Presence } from './presence.ts'
import { openServerBus, type ServerBus, type Whereabouts } from './serverBus.ts'

/** A browser that has missed more events than this refetches everything that it shows. */
const maxMissed = 1000
/** Per person. One browser's tabs share a stream; the limit allows for many browsers and stops runaway clients. */
const maxStreams = 10

const defaultTimes = { tickMs: 1000, presenceMs: 20_000 }

/** Returns the actors whose sessions are still valid, with their current roles, by session id. */
type FindLive = (actors: Actor[]) => Promise<Map<string, Actor>>

/** Learns of the events of a company, other than as a stream to one of its people. */
export interface Listener {
  companyId: string
  receive(events: ChangeEvent[]): void
  /** Asks the client to connect again at once. */
  leave(): void
}

/** The streams and listeners of a company on this server, and the number of the last event that was read. */
type Channel = {
  streams: Set<LiveStream>
  listeners: Set<Listener>
  last: number
  reading: Promise<void> | undefined
  isBehind: boolean
}

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

/**
 * Delivers events to the browsers that are connected to this server. The servers notify each other of each change, and
 * each also polls once a second, so that a lost notification only causes a delay.
 */
export async function openEventHub(db: Db, times: Partial<typeof defaultTimes> = {}) {
  const hub = new Hub(db, { ...defaultTimes, ...times })
  await hub.open()
  return hub
}

class Hub {
  readonly #channels = new Map<string, Channel>()
  readonly #opening = new Map<string, Promise<void>>()
  readonly #presence: Presence
  #bus: ServerBus | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #report: (error: unknown) => void = () => {}
  #findLive: FindLive = async (actors) => new Map(actors.map((actor) => [actor.sessionId, actor]))

  constructor(
    private readonly db: Db,
    private readonly times: typeof defaultTimes,
  ) {
    this.#presence = new Presence(times.presenceMs)
  }

  async open() {
    this.#bus = await openServerBus(this.db, {
      onChanged: (companyIds) => companyIds.forEach((id) => this.#read(id)),
      onPresent: (whereabouts) => this.#notePresence(whereabouts),
      onError: (error) => this.#report(error),
    })
    this.#schedule()
  }

  /** `findLive` rechecks the actors of the streams regularly; `report` receives errors. */
  attach(findLive: FindLive, report: (error: unknown) => void) {
    this.#findLive = findLive
    this.#report = report
  }

  /** Call this once a change of the company is committed. */
  changed(companyId: string) {
    this.#read(companyId)
    this.#bus?.publishChange(companyId)
  }

  /** Records where a person is. Without a repeat, it expires after 20 s. */
  bePresent(whereabouts: Whereabouts) {
    this.#notePresence(whereabouts)
    this.#bus?.publishPresence(whereabouts)
  }

  /** Opens a stream to a browser: first the events that it missed since `after`, then new ones. */
  async join(actor: Actor, after: number | undefined): Promise<LiveStream> {
    const stream = new LiveStream(actor)
    const { companyId, userId } = actor
    stream.body.on('close', () => this.#leave(companyId, ({ streams }) => streams.delete(stream)))
    try {
      await this.#enter(companyId, ({ streams }) => {
        streams.add(stream)
        endOldest(streams, userId)
      })
      if (this.#isClosed) stream.leave()
      await this.#catchUp(stream, after)
    } catch (error) {
      stream.end()
      throw error
    }
    for (const enquiry of this.#presence.enquiriesOf(companyId)) {
      await yieldToEventLoop()
      stream.sendPresence(presenceFrames(this.#presence.at(companyId, enquiry)))
    }
    return stream
  }

  /** Gives a listener each new event, until the returned function is called or the server stops. */
  async listen(listener: Listener) {
    const { companyId } = listener
    await this.#enter(companyId, ({ listeners }) => listeners.add(listener))
    if (this.#isClosed) listener.leave()
    return () => this.#leave(companyId, ({ listeners }) => listeners.delete(listener))
  }

  /**
   * Sends the current clients to another server, in the second half of this time: by then a load balancer should know that
   * this server is stopping. One after the other, so that the other servers are not asked by all at once.
   */
  sendAway(withinMs: number) {
    const clients = this.#clients()
    for (const [index, client] of clients.entries()) {
      setTimeout(() => client.leave(), (withinMs / 2) * (1 + index / clients.length)).unref()
    }
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#bus?.close()
    for (const client of this.#clients()) client.leave()
  }

  /** The clients at this moment. `isListening` is whether notifications of other servers arrive; undefined if none can. */
  count() {
    const channels = [...this.#channels.values()]
    return {
      streams: channels.reduce((sum, { streams }) => sum + streams.size, 0),
      listeners: channels.reduce((sum, { listeners }) => sum + listeners.size, 0),
      isListening: this.#bus?.isListening(),
    }
  }

  #clients() {
    return [...this.#channels.values()].flatMap(({ streams, listeners }) => [...streams, ...listeners])
  }

  async #catchUp(stream: LiveStream, after: number | undefined) {
    const { companyId } = stream.actor
    const newest = (await findNewestNos(this.db, [companyId])).get(companyId) ?? 0
    const missed = after === undefined ? [] : await listEvents(this.db, companyId, after, maxMissed + 1)
    const shown = await findShownNo(this.db, stream.actor, newest)
    stream.hello(shown)
    const isComplete = after === undefined || after === newest || missed[0]?.event.no === after + 1
    if (!isComplete || missed.length > maxMissed) {
      stream.reset(shown)
      return stream.begin(newest)
    }
    stream.begin(
      after ?? newest,
      missed.map(({ event }) => changeFrame(event)),
    )
  }

  /** Reads the newest number before the first stream joins the channel, so that no event is skipped. */
  async #enter(companyId: string, join: (channel: Channel) => void) {
    let channel = this.#channels.get(companyId)
    while (!channel) {
      const opening = this.#opening.get(companyId) ?? this.#openChannel(companyId)
      this.#opening.set(companyId, opening)
      await opening.finally(() => this.#opening.delete(companyId))
      channel = this.#channels.get(companyId)
    }
    join(channel)
  }

  async #openChannel(companyId: string) {
    const last = (await findNewestNos(this.db, [companyId])).get(companyId) ?? 0
    this.#channels.set(companyId, {
      streams: new Set(),
      listeners: new Set(),
      last,
      reading: undefined,
      isBehind: false,
    })
  }

  #leave(companyId: string, remove: (channel: Channel) => void) {
    const channel = this.#channels.get(companyId)
    if (!channel) return
    remove(channel)
    if (channel.streams.size + channel.listeners.size === 0) this.#channels.delete(companyId)
  }

  /** Reads a company's new events if it has streams here. A call during a read causes one more read. */
  #read(companyId: string) {
    const channel = this.#channels.get(companyId)
    if (!channel || this.#isClosed) return
    channel.isBehind = true
    channel.reading ??= this.#readNewEvents(companyId, channel)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        channel.reading = undefined
      })
  }

  async #readNewEvents(companyId: string, channel: Channel) {
    while (channel.isBehind) {
      channel.isBehind = false
      const announced = await listEvents(this.db, companyId, channel.last, maxMissed)
      const readAt = performance.now()
      const events = announced.map(({ event }) => event)
      // A person may have been deactivated or have a new role, which must apply to these events already.
      if (events.some(({ subject }) => subject === 'user')) await this.#recheck([...channel.streams])
      const frames = events.map(changeFrame)
      for (const stream of channel.streams) stream.send(frames)
      if (events.length > 0) for (const listener of channel.listeners) listener.receive(events)
      channel.last = events.at(-1)?.no ?? channel.last
      measureLag(announced, performance.now() - readAt)
      if (events.length === maxMissed) channel.isBehind = true
    }
  }

  #notePresence(whereabouts: Whereabouts) {
    for (const enquiry of this.#presence.note(whereabouts)) this.#sendPresence(whereabouts.companyId, enquiry)
  }

  #sendPresence(companyId: string, enquiry: string) {
    const streams = this.#channels.get(companyId)?.streams
    if (!streams) return
    const frames = presenceFrames(this.#presence.at(companyId, enquiry))
    for (const stream of streams) stream.sendPresence(frames)
  }

  #schedule() {
    this.#timer = setTimeout(() => {
      void this.#tick()
        .catch((error: unknown) => this.#report(error))
        .finally(() => !this.#isClosed && this.#schedule())
    }, this.times.tickMs)
  }

  async #tick() {
    for (const { companyId, enquiry } of this.#presence.expire()) {
      await yieldToEventLoop()
      this.#sendPresence(companyId, enquiry)
    }
    if (this.#channels.size === 0) return
    const newest = await findNewestNos(this.db, [...this.#channels.keys()])
    for (const [companyId, { last }] of this.#channels) {
      if ((newest.get(companyId) ?? 0) !== last) this.#read(companyId)
    }
    await this.#recheck([...this.#channels.values()].flatMap(({ streams }) => [...streams]))
  }

  /** Ends the streams of ended sessions, and applies changed roles. */
  async #recheck(streams: LiveStream[]) {
    const live = await this.#findLive(streams.map(({ actor }) => actor))
    for (const stream of streams) {
      const actor = live.get(stream.actor.sessionId)
      if (actor) stream.actor = actor
      else stream.end()
    }
  }
}

/** `sinceReadMs` is how long ago the events were read. */
function measureLag(announced: { ageMs: number }[], sinceReadMs: number) {
  if (!measurements.eventLag.isOn) return
  for (const { ageMs } of announced) measurements.eventLag.record(ageMs + sinceReadMs)
}

function endOldest(streams: Set<LiveStream>, userId: string) {
  const own = [...streams].filter(({ actor }) => actor.userId === userId)
  for (const stream of own.slice(0, -maxStreams)) stream.end()
}
