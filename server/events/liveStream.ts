import { PassThrough } from 'node:stream'
import type { Actor } from '#server/http/actor.ts'
import { type ChangeFrame, frame, mayReceive, presenceFor, type PresenceFrames } from './frames.ts'

/** A client that reads so slowly that more bytes than this are queued is disconnected and must reconnect. */
const maxQueuedBytes = 1024 * 1024
/** How long the last bytes may take to be sent. */
const shutdownGraceMs = 1000
/** Proxies and browsers close connections that are silent for too long. */
const heartbeatMs = 15_000
const heartbeat = Buffer.from(': here\n\n')

/** The stream of server-sent events to one browser. */
export class LiveStream {
  readonly body = new PassThrough()
  /** The number of the last event that was sent. */
  #sent = 0
  /** Events that arrived before `begin`. */
  #early: ChangeFrame[] | undefined = []
  readonly #heartbeat: NodeJS.Timeout
  readonly #expiry: NodeJS.Timeout

  constructor(public actor: Actor) {
    this.#heartbeat = setInterval(() => this.#write(heartbeat), heartbeatMs)
    // The browser reconnects with a new token.
    this.#expiry = setTimeout(() => this.end(), actor.expiresAt - Date.now())
    // Streams usually end because the browser disconnects.
    this.body.on('error', () => this.end())
    this.body.on('close', () => this.#stop())
  }

  /** Starts after `no`: first sends the missed events, then those that arrived meanwhile. */
  begin(no: number, missed: ChangeFrame[] = []) {
    this.#sent = no
    const early = this.#early ?? []
    this.#early = undefined
    this.send(missed)
    this.send(early)
  }

  send(changes: ChangeFrame[]) {
    if (this.#early) {
      this.#early.push(...changes)
      return
    }
    for (const { event, bytes } of changes) {
      if (event.no <= this.#sent) continue
      this.#sent = event.no
      if (mayReceive(this.actor, event)) this.#write(bytes)
    }
  }

  sendPresence(presence: PresenceFrames) {
    this.#write(presenceFor(this.actor, presence))
  }

  hello(no: number) {
    this.#write(frame('hello', { no }))
  }

  reset(no: number) {
    this.#write(frame('reset', { no }))
  }

  /** Asks the browser to connect again at once, to another server if there is one. */
  leave() {
    this.#write(frame('leave', {}))
    this.end()
  }

  end() {
    this.#stop()
    this.body.end()
    // Without a reader, the stream would never finish.
    setTimeout(() => this.body.destroy(), shutdownGraceMs).unref()
  }

  #write(bytes: Buffer) {
    if (this.body.writableEnded || this.body.destroyed) return
    this.body.write(bytes)
    if (this.body.writableLength > maxQueuedBytes) this.body.destroy()
  }

  #stop() {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#expiry)
  }
}
