import { PassThrough } from 'node:stream'
import type { Actor } from '#server/http/actor.ts'
import { type ChangeFrame, frame, mayHear, presenceFor, type PresenceFrames } from './frames.ts'

/** Who reads so slowly that more than this waits, in bytes, is cut off and has to come back. */
const longestQueue = 1024 * 1024
/** How long what is under way may take at the end, in milliseconds. */
const shutdownGraceMs = 1000
/** Proxies and browsers give up on what is silent for long. */
const heartbeatMilliseconds = 15_000
const heartbeat = Buffer.from(': here\n\n')

/** The way to one browser, as server-sent events. */
export class LiveStream {
  readonly body = new PassThrough()
  /** The number of the last event that went out. */
  #sent = 0
  /** Events that came before it is known from where on they are wanted. */
  #early: ChangeFrame[] | undefined = []
  readonly #heartbeat: NodeJS.Timeout
  readonly #expiry: NodeJS.Timeout

  constructor(public actor: Actor) {
    this.#heartbeat = setInterval(() => this.#write(heartbeat), heartbeatMilliseconds)
    // The browser comes back with a new token.
    this.#expiry = setTimeout(() => this.end(), actor.expiresAt - Date.now())
    // A browser that goes away in the middle is the usual end.
    this.body.on('error', () => this.end())
    this.body.on('close', () => this.#stop())
  }

  /** Begins after `no`: what was missed, then what has come meanwhile. */
  begin(no: number, missed: ChangeFrame[] = []) {
    this.#sent = no
    const early = this.#early ?? []
    this.#early = undefined
    this.tell(missed)
    this.tell(early)
  }

  tell(changes: ChangeFrame[]) {
    if (this.#early) {
      this.#early.push(...changes)
      return
    }
    for (const { event, bytes } of changes) {
      if (event.no <= this.#sent) continue
      this.#sent = event.no
      if (mayHear(this.actor, event)) this.#write(bytes)
    }
  }

  tellPresence(presence: PresenceFrames) {
    this.#write(presenceFor(this.actor, presence))
  }

  hello(no: number) {
    this.#write(frame('hello', { no }))
  }

  reset(no: number) {
    this.#write(frame('reset', { no }))
  }

  end() {
    this.#stop()
    this.body.end()
    // What nobody reads any more would never come to its end.
    setTimeout(() => this.body.destroy(), shutdownGraceMs).unref()
  }

  #write(bytes: Buffer) {
    if (this.body.writableEnded || this.body.destroyed) return
    this.body.write(bytes)
    if (this.body.writableLength > longestQueue) this.body.destroy()
  }

  #stop() {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#expiry)
  }
}
