import type { Message } from '#contract/chat.ts'
import { readAccessToken, readUserData, watchSession } from '#web/api/session.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { nextToSend, type SharedEvent } from './outboxState.ts'
import { sendMessage } from './sendMessage.ts'
import type { TabChannel } from './tabChannel.ts'
import type { UnsentMessages } from './unsentMessages.ts'

interface SenderOptions {
  userId: string
  channel: TabChannel
  unsent: UnsentMessages
  /** Whether the box that a message was written in still waits for the result. */
  isAwaited: (id: string) => boolean
  publish: (event: SharedEvent) => void
  onSent: (kept: KeptMessage, message: Message) => Promise<void>
  onRefused: (kept: KeptMessage, reason: string, wasAwaited: boolean) => Promise<void>
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
  #stopWatching = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
  }

  start() {
    window.addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.#retryWhenVisible)
    const stopWatchingSession = watchSession(() => void this.send())
    this.#stopWatching = () => {
      stopWatchingSession()
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
    const { channel, userId } = this.#options
    // Once the channel is closed, the page may be gone.
    if (!channel.isOpen || performance.now() < this.#pausedUntil) return false
    return readAccessToken() !== null && readUserData()?._id === userId
  }

  /** Returns whether the message was sent, so that the next one of its thread may follow. */
  async #attempt(kept: KeptMessage) {
    const { unsent, isAwaited, publish, onSent, onRefused } = this.#options
    const { id } = kept
    const wasAwaited = isAwaited(id)
    publish({ kind: 'sending', id })
    const files = await unsent.readFiles(kept).catch(() => 'unreadable' as const)
    const outcome = await sendMessage(kept, files, (uploaded) => publish({ kind: 'sending', id, uploaded }))
    publish({ kind: 'sending', id: undefined })
    switch (outcome.kind) {
      case 'sent':
        this.#failures = 0
        await onSent(kept, outcome.message)
        return true
      case 'refused':
        await onRefused(kept, outcome.reason, wasAwaited)
        return false
      case 'postponed': {
        this.#failures += 1
        const { reason, isServerAway, retryAfterMs = retryDelayMs(this.#failures) } = outcome
        publish({ kind: 'postponed', id, reason, pause: retryAfterMs, isServerAway })
        return false
      }
    }
  }
}

const minDelayMs = 1000
const maxDelayMs = 15_000

/** How long to wait after a number of failures in a row. Partly random, so that browsers do not all return at once. */
function retryDelayMs(failures: number) {
  const longest = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1))
  return longest / 2 + (Math.random() * longest) / 2
}
