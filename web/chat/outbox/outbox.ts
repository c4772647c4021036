import type { Message, SendMessage } from '#contract/chat.ts'
import { readAccessToken, readUserData, watchSession } from '#web/api/session.ts'
import { dismissToast } from '#web/api/toasts.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { forgetMessage, keepMessage, listKeptMessages, noteRefusal } from '#web/storage/keptMessages.ts'
import { attempt, nextToSend, pauseAfter, tellOfRefusal } from './outboxSending.ts'
import { refusalToast } from './refusalToast.ts'

export interface OutboxState {
  /** Whether what this device keeps has been read. */
  isReady: boolean
  /** What the server does not have yet, of all threads, in the order of writing. */
  messages: KeptMessage[]
  /** The id of the one on its way. */
  sending?: string
  /** What the server has taken since, to be shown until its thread has it. */
  sent: { kept: KeptMessage; message: Message }[]
  /** Why nothing is sent at the moment. */
  trouble?: string
}

/** What is known of a message shortly after it was written. `unkept`: not sent, and not on this device either. */
export type Posted = { kind: 'sent' | 'waiting' } | { kind: 'refused' | 'unkept'; reason: string }

type News =
  | { kind: 'changed' }
  | { kind: 'sending'; id: string | undefined }
  | { kind: 'sent'; kept: KeptMessage; message: Message }
  | { kind: 'refused'; kept: KeptMessage; reason: string }
  | { kind: 'postponed'; id: string; reason: string; pause: number; isServerAway: boolean }

const nothing: OutboxState = { isReady: false, messages: [], sent: [] }

/** How long the writer's box holds a message whose answer does not come, in milliseconds. */
const holdFor = 3000
const mostSentShown = 100

/**
 * One person's messages on their way to the server. Every tab shows the same ones; one tab at a time sends, strictly
 * in order within a thread. It is at work for as long as somebody subscribes.
 */
export class Outbox {
  readonly #userId: string
  readonly #listeners = new Set<() => void>()
  #state = nothing
  /** What this browser would not keep: gone with this tab. */
  #unkept: KeptMessage[] = []
  readonly #asked = new Map<string, (posted: Posted) => void>()
  readonly #attempted = new Set<string>()
  /** The server has them; should they not be forgotten here, they are not sent for ever. */
  readonly #done = new Set<string>()
  #failures = 0
  #notBefore = 0
  #timer: number | undefined
  #isSending = false
  #isAskedAgain = false
  #channel: BroadcastChannel | undefined
  #stopWatching = () => {}

  constructor(userId: string) {
    this.#userId = userId
  }

  readonly getState = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** Keeps a message and sends it. Answers once the outcome is known, or is taking long. */
  async post(id: string, body: SendMessage): Promise<Posted> {
    this.#done.delete(id)
    this.#notBefore = 0
    const message = { id, userId: this.#userId, body, writtenAt: Date.now() }
    const posted = new Promise<Posted>((resolve) => this.#asked.set(id, resolve))
    try {
      await keepMessage(message)
      // Posted again under the same id, it is another wait.
      const timer = window.setTimeout(() => this.#answer(id, { kind: 'waiting' }), holdFor)
      void posted.then(() => window.clearTimeout(timer))
    } catch (error) {
      console.error('This browser keeps nothing', error)
      this.#unkept.push(message)
    }
    await this.#changed()
    void this.#sendInTurn()
    return posted
  }

  /** Lets a refused message be sent again. */
  async resend(id: string) {
    dismissToast(refusalToast(id))
    await noteRefusal(id, undefined).catch((error) => console.error('A refusal could not be taken back', error))
    await this.#changed()
    this.retryNow()
  }

  /** Takes a message out: its writer wants it back, or gone. */
  async remove(id: string) {
    dismissToast(refusalToast(id))
    await this.#forget(id)
    await this.#changed()
    this.retryNow()
  }

  /** Sends what waits, however long the last failure said to wait. */
  readonly retryNow = () => {
    this.#notBefore = 0
    void this.#sendInTurn()
  }

  #start() {
    this.#channel = new BroadcastChannel(`outbox:${this.#userId}`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data))
    window.addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.#retryWhenShown)
    const stopWatching = watchSession(() => void this.#sendInTurn())
    this.#stopWatching = () => {
      stopWatching()
      window.removeEventListener('online', this.retryNow)
      document.removeEventListener('visibilitychange', this.#retryWhenShown)
    }
    void this.#load().then(this.retryNow)
  }

  #stop() {
    this.#stopWatching()
    this.#channel?.close()
    this.#channel = undefined
    window.clearTimeout(this.#timer)
    this.#state = nothing
  }

  readonly #retryWhenShown = () => {
    if (document.visibilityState === 'visible') this.retryNow()
  }

  /** One tab at a time: a message is not to overtake another that a second tab is sending. */
  async #sendInTurn() {
    this.#isAskedAgain = true
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false
        // Locks exist on secure origins only; without them the ids keep two tabs from storing a message twice.
        if (navigator.locks) await navigator.locks.request(`outbox:${this.#userId}`, () => this.#sendAll())
        else await this.#sendAll()
      }
    } finally {
      this.#isSending = false
    }
  }

  async #sendAll() {
    const postponed = new Set<string>()
    while (this.#mayTry()) {
      const next = nextToSend(await this.#list(), postponed)
      if (!next) break
      if (await this.#send(next)) continue
      postponed.add(next.body.enquiry)
    }
  }

  #mayTry() {
    // Stopped, it asks for nothing any more: the page may be gone.
    if (this.#channel === undefined || performance.now() < this.#notBefore) return false
    return readAccessToken() !== null && readUserData()?._id === this.#userId
  }

  /** Whether the next one of its thread may follow. */
  async #send(next: KeptMessage) {
    this.#spread({ kind: 'sending', id: next.id })
    const isAwaited = this.#asked.has(next.id)
    // Of what its box does not wait for, only a refusal is told, and that with more than the reason.
    const outcome = await attempt(next, !isAwaited || this.#attempted.has(next.id))
    this.#attempted.add(next.id)
    this.#spread({ kind: 'sending', id: undefined })
    switch (outcome.kind) {
      case 'sent':
        this.#failures = 0
        this.#done.add(next.id)
        this.#spread({ kind: 'sent', kept: next, message: outcome.message })
        await this.#forget(next.id)
        await this.#changed()
        return true
      case 'refused':
        await this.#refuse(next, outcome.reason)
        if (!isAwaited) this.#spread({ kind: 'refused', kept: next, reason: outcome.reason })
        return false
      case 'postponed': {
        this.#failures += 1
        this.#spread({ ...outcome, id: next.id, pause: outcome.pause ?? pauseAfter(this.#failures) })
        return false
      }
    }
  }

  async #refuse({ id }: KeptMessage, reason: string) {
    const isUnkept = this.#unkept.some((message) => message.id === id)
    if (isUnkept) await this.#forget(id)
    else await noteRefusal(id, reason).catch((error) => console.error('A refusal could not be noted', error))
    await this.#changed()
    this.#answer(id, { kind: 'refused', reason })
  }

  #answer(id: string, posted: Posted) {
    this.#asked.get(id)?.(posted)
    this.#asked.delete(id)
  }

  async #list() {
    const kept = await listKeptMessages(this.#userId).catch(() => [])
    return [...kept, ...this.#unkept].filter(({ id }) => !this.#done.has(id))
  }

  async #forget(id: string) {
    this.#unkept = this.#unkept.filter((message) => message.id !== id)
    // Where nothing is kept there is nothing to forget.
    await forgetMessage(id).catch(() => {})
  }

  async #changed() {
    this.#channel?.postMessage({ kind: 'changed' } satisfies News)
    await this.#load()
  }

  async #load() {
    const messages = await this.#list()
    if (!this.#channel) return
    this.#show({ isReady: true, messages, ...(messages.length === 0 && { trouble: undefined }) })
    for (const { id, refusal } of messages) {
      if (refusal !== undefined) this.#answer(id, { kind: 'refused', reason: refusal })
    }
  }

  /** Tells the other tabs, and takes notice itself. */
  #spread(news: News) {
    this.#channel?.postMessage(news)
    this.#note(news)
  }

  #hear(news: News) {
    if (news.kind === 'changed') void this.#load().then(() => this.#sendInTurn())
    else this.#note(news)
  }

  #note(news: News) {
    switch (news.kind) {
      case 'changed':
        return
      case 'sending':
        return this.#show({ sending: news.id })
      case 'sent':
        this.#answer(news.kept.id, { kind: 'sent' })
        return this.#show({ sent: [...this.#state.sent, news].slice(-mostSentShown), trouble: undefined })
      case 'refused':
        return void tellOfRefusal(news.kept, news.reason)
      case 'postponed':
        return this.#postpone(news)
    }
  }

  #postpone({ id, reason, pause, isServerAway }: Extract<News, { kind: 'postponed' }>) {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(this.retryNow, pause)
    if (isServerAway) this.#notBefore = performance.now() + pause
    this.#show({ trouble: reason })
    for (const asked of isServerAway ? this.#asked.keys() : [id]) {
      // What this browser does not keep goes back to the box, which still holds it.
      const isUnkept = this.#unkept.some((message) => message.id === asked)
      this.#unkept = this.#unkept.filter((message) => message.id !== asked)
      this.#answer(asked, isUnkept ? { kind: 'unkept', reason } : { kind: 'waiting' })
    }
  }

  #show(changes: Partial<OutboxState>) {
    if (!this.#channel) return
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

const outboxes = new Map<string, Outbox>()

/** The outbox of a user in this tab; there is one. */
export function outboxOf(userId: string) {
  const outbox = outboxes.get(userId) ?? new Outbox(userId)
  outboxes.set(userId, outbox)
  return outbox
}
