import type { KeptMessage } from '#web/storage/database.ts'
import type { Delivery } from './delivery.ts'
import { nextToSend, type Refusal, type SentMessage, type SharedEvent } from './outboxState.ts'
import type { TabChannel } from './tabChannel.ts'
import type { UnsentMessages } from './unsentMessages.ts'

interface SenderOptions {
  delivery: Delivery
  channel: TabChannel
  unsent: UnsentMessages
  /** Whether the box that a message was written in still waits for the result. */
  isAwaited: (id: string) => boolean
  publish: (event: SharedEvent) => void
  onSent: (sent: SentMessage) => Promise<void>
  onRefused: (refusal: Refusal, wasAwaited: boolean) => Promise<void>
}

/** Sends unsent messages, oldest first within a thread, and decides when to try again. */
export class OutboxSender {
  readonly #options: SenderOptions
  #failures = 0
  /** No message is sent before this moment of `performance.now()`. */
  #pausedUntil = 0
  #retryTimer: number | undefined
  #isSending = false
  #isSendRequested = false
  /** The files on their way to the server, which cannot have the message before it has all of them. */
  #upload: { id: string; stop: AbortController } | undefined
  #stopWatching = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
  }

  start() {
    window.addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.#retryWhenVisible)
    const stopWatching = this.#options.delivery.watch(() => void this.send())
    this.#stopWatching = () => {
      stopWatching()
      window.removeEventListener('online', this.retryNow)
      document.removeEventListener('visibilitychange', this.#retryWhenVisible)
    }
  }

  stop() {
    this.#stopWatching()
    window.clearTimeout(this.#retryTimer)
  }

  /** Tries again after this time. With the server away, nothing is sent before. */
  postpone(delayMs: number, isServerAway: boolean) {
    window.clearTimeout(this.#retryTimer)
    this.#retryTimer = window.setTimeout(this.retryNow, delayMs)
    if (isServerAway) this.#pausedUntil = performance.now() + delayMs
  }

  endPause() {
    this.#pausedUntil = 0
  }

  /** Stops sending the files of a message that its writer has taken back or discarded. */
  stopUpload(id: string) {
    if (this.#upload?.id === id) this.#upload.stop.abort()
  }

  /** Sends what is waiting, however long the last failure said to wait. */
  readonly retryNow = () => {
    this.endPause()
    void this.send()
  }

  readonly #retryWhenVisible = () => {
    if (document.visibilityState === 'visible') this.retryNow()
  }

  async send() {
    this.#isSendRequested = true
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#isSendRequested) {
        this.#isSendRequested = false
        await this.#options.channel.runAlone(() => this.#sendAll())
      }
    } finally {
      this.#isSending = false
    }
  }

  async #sendAll() {
    const postponedThreads = new Set<string>()
    while (this.#canSend()) {
      const next = nextToSend(await this.#options.unsent.list(), postponedThreads)
      if (!next) break
      if (!(await this.#attempt(next))) postponedThreads.add(next.body.enquiry)
    }
  }

  #canSend() {
    const { channel, delivery } = this.#options
    // Once the channel is closed, the page may be gone.
    if (!channel.isOpen || performance.now() < this.#pausedUntil) return false
    return delivery.isPossible()
  }

  /** Returns whether the next message of the thread may follow. */
  async #attempt(kept: KeptMessage) {
    const { isAwaited, publish, onSent, onRefused } = this.#options
    const { id } = kept
    const wasAwaited = isAwaited(id)
    const outcome = await this.#transmit(kept)
    publish({ kind: 'sending', id: undefined })
    switch (outcome.kind) {
      case 'stopped':
        return true
      case 'sent':
        this.#failures = 0
        await onSent({ kept, message: outcome.message, said: outcome.said })
        return true
      case 'refused':
        await onRefused({ kept, reason: outcome.reason, said: outcome.said }, wasAwaited)
        return false
      case 'postponed': {
        this.#failures += 1
        const { reason, isServerAway, retryAfterMs = retryDelayMs(this.#failures) } = outcome
        publish({ kind: 'postponed', id, reason, pause: retryAfterMs, isServerAway })
        return false
      }
    }
  }

  async #transmit(kept: KeptMessage) {
    const { delivery, unsent, publish } = this.#options
    const { id } = kept
    const showUploaded = (uploaded: number) => {
      if (uploaded === 1) this.#upload = undefined
      publish({ kind: 'sending', id, uploaded })
    }
    const stop = new AbortController()
    if (!kept.files?.length) publish({ kind: 'sending', id })
    else {
      this.#upload = { id, stop }
      showUploaded(0)
    }
    const files = await unsent.readFiles(kept).catch(() => 'unreadable' as const)
    const outcome = await delivery.send(kept, files, showUploaded, stop.signal)
    this.#upload = undefined
    return outcome
  }
}

const minDelayMs = 1000
const maxDelayMs = 15_000

/** How long to wait after a number of failures in a row. Partly random, so that browsers do not all return at once. */
function retryDelayMs(failures: number) {
  const longest = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1))
  return longest / 2 + (Math.random() * longest) / 2
}
