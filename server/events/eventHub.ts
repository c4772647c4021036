import type { Db } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { findNewestNos, listEvents } from './eventStore.ts'
import { changeFrame, presenceFrames } from './frames.ts'
import { LiveStream } from './liveStream.ts'
import { Presence } from './presence.ts'
import { openServerBus, type ServerBus, type Whereabouts } from './serverBus.ts'

/** A browser that has missed more than this loads what it shows anew. */
const mostMissed = 1000
/** One person's tabs share a stream; this is for many browsers, and for what runs wild. */
const mostStreams = 20

const defaultTimes = { tick: 1000, presenceMs: 20_000 }

/** Who of them is still signed in, as what: by session. */
type FindLive = (actors: Actor[]) => Promise<Map<string, Actor>>

/** A company that is heard here, and how far its events have been read. */
type Channel = { streams: Set<LiveStream>; last: number; reading: Promise<void> | undefined; isBehind: boolean }

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

/**
 * Brings events to the browsers that hear this server. After each change the servers tell each other; and once a
 * second each looks for itself, so that nothing hangs on what they tell.
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

  /** Has whoever listens looked up by `findLive` from time to time, and troubles told to `report`. */
  attach(findLive: FindLive, report: (error: unknown) => void) {
    this.#findLive = findLive
    this.#report = report
  }

  /** Something of the company has changed, and is committed. */
  changed(companyId: string) {
    this.#read(companyId)
    this.#bus?.tellChanged(companyId)
  }

  /** Somebody is somewhere; they are forgotten when they do not say so again. */
  bePresent(whereabouts: Whereabouts) {
    this.#notePresence(whereabouts)
    this.#bus?.tellPresent(whereabouts)
  }

  /** Opens the way to a browser: what it missed after the number it knows, and from then on what happens. */
  async join(actor: Actor, after: number | undefined): Promise<LiveStream> {
    const stream = new LiveStream(actor)
    stream.body.on('close', () => this.#leave(stream))
    try {
      await this.#enter(stream)
      await this.#catchUp(stream, after)
    } catch (error) {
      stream.end()
      throw error
    }
    for (const enquiry of this.#presence.enquiriesOf(actor.companyId)) {
      stream.tellPresence(presenceFrames(this.#presence.at(actor.companyId, enquiry)))
    }
    return stream
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#bus?.close()
    for (const { streams } of this.#channels.values()) for (const stream of streams) stream.end()
  }

  async #catchUp(stream: LiveStream, after: number | undefined) {
    const { companyId } = stream.actor
    const newest = (await findNewestNos(this.db, [companyId])).get(companyId) ?? 0
    const missed = after === undefined ? [] : await listEvents(this.db, companyId, after, mostMissed + 1)
    stream.hello(newest)
    const isWhole = after === undefined || after === newest || missed[0]?.no === after + 1
    if (!isWhole || missed.length > mostMissed) {
      stream.reset(newest)
      return stream.begin(newest)
    }
    stream.begin(after ?? newest, missed.map(changeFrame))
  }

  /** How far a channel has read is known before anybody is in it: nothing can fall between. */
  async #enter(stream: LiveStream) {
    const { companyId, userId } = stream.actor
    let channel = this.#channels.get(companyId)
    while (!channel) {
      const opening = this.#opening.get(companyId) ?? this.#openChannel(companyId)
      this.#opening.set(companyId, opening)
      await opening.finally(() => this.#opening.delete(companyId))
      channel = this.#channels.get(companyId)
    }
    channel.streams.add(stream)
    this.#endOldest(channel, userId)
    if (this.#isClosed) stream.end()
  }

  async #openChannel(companyId: string) {
    const last = (await findNewestNos(this.db, [companyId])).get(companyId) ?? 0
    this.#channels.set(companyId, { streams: new Set(), last, reading: undefined, isBehind: false })
  }

  #leave(stream: LiveStream) {
    const { companyId } = stream.actor
    const channel = this.#channels.get(companyId)
    if (channel?.streams.delete(stream) && channel.streams.size === 0) this.#channels.delete(companyId)
  }

  #endOldest({ streams }: Channel, userId: string) {
    const own = [...streams].filter(({ actor }) => actor.userId === userId)
    for (const stream of own.slice(0, -mostStreams)) stream.end()
  }

  /** Reads what is new of a company, if anybody here hears it; asked for meanwhile, once more. */
  #read(companyId: string) {
    const channel = this.#channels.get(companyId)
    if (!channel || this.#isClosed) return
    channel.isBehind = true
    channel.reading ??= this.#readOn(companyId, channel)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        channel.reading = undefined
      })
  }

  async #readOn(companyId: string, channel: Channel) {
    while (channel.isBehind) {
      channel.isBehind = false
      const events = await listEvents(this.db, companyId, channel.last, mostMissed)
      // Who was deactivated, or may do other things now, is told by what they may now.
      if (events.some(({ subject }) => subject === 'user')) await this.#recheck([...channel.streams])
      const frames = events.map(changeFrame)
      for (const stream of channel.streams) stream.tell(frames)
      channel.last = events.at(-1)?.no ?? channel.last
      if (events.length === mostMissed) channel.isBehind = true
    }
  }

  #notePresence(whereabouts: Whereabouts) {
    for (const enquiry of this.#presence.note(whereabouts)) this.#tellPresence(whereabouts.companyId, enquiry)
  }

  #tellPresence(companyId: string, enquiry: string) {
    const streams = this.#channels.get(companyId)?.streams
    if (!streams) return
    const frames = presenceFrames(this.#presence.at(companyId, enquiry))
    for (const stream of streams) stream.tellPresence(frames)
  }

  #schedule() {
    this.#timer = setTimeout(() => {
      void this.#tick()
        .catch((error: unknown) => this.#report(error))
        .finally(() => !this.#isClosed && this.#schedule())
    }, this.times.tick)
  }

  async #tick() {
    for (const { companyId, enquiry } of this.#presence.expire()) this.#tellPresence(companyId, enquiry)
    if (this.#channels.size === 0) return
    const newest = await findNewestNos(this.db, [...this.#channels.keys()])
    for (const [companyId, { last }] of this.#channels) {
      if ((newest.get(companyId) ?? 0) !== last) this.#read(companyId)
    }
    await this.#recheck([...this.#channels.values()].flatMap(({ streams }) => [...streams]))
  }

  /** A session that has ended hears nothing more, and a role that has changed counts. */
  async #recheck(streams: LiveStream[]) {
    const live = await this.#findLive(streams.map(({ actor }) => actor))
    for (const stream of streams) {
      const actor = live.get(stream.actor.sessionId)
      if (actor) stream.actor = actor
      else stream.end()
    }
  }
}
