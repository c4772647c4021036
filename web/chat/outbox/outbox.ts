import type { KeptMessage } from '#web/storage/database.ts'
import type { NewFile } from '#web/storage/keptFiles.ts'
import { deliveryBy, type Delivery } from './delivery.ts'
import { OutboxSender } from './outboxSender.ts'
import {
  emptyOutbox,
  reduceOutbox,
  type OutboxEvent,
  type Refusal,
  type SentMessage,
  type SharedEvent,
} from './outboxState.ts'
import { dismissRefusal } from './refusals.ts'
import { TabChannel, type TabMessage } from './tabChannel.ts'
import { UnsentMessages } from './unsentMessages.ts'

/** The result of posting, as far as it is known a few seconds later. `unkept`: neither sent nor on this device. */
export type PostResult =
  | { kind: 'sent'; said?: string }
  | { kind: 'waiting' }
  | { kind: 'refused' | 'unkept'; reason: string; said?: string }

/** How long the writer's box keeps a message for which no response comes. */
const maxBoxWaitMs = 3000

/**
 * One person's messages on their way to the server. Every tab shows the same ones, and one tab at a time sends. The
 * outbox works for as long as it has a subscriber.
 */
export class Outbox {
  readonly #listeners = new Set<() => void>()
  readonly #unsent: UnsentMessages
  readonly #channel: TabChannel
  readonly #sender: OutboxSender
  /** The posts that wait for their result, by the id of the message. */
  readonly #posts = new Map<string, (result: PostResult) => void>()
  /** The ids of the messages whose next attempt the writer has caused here. Only its failure shows a toast. */
  readonly #asked = new Set<string>()
  #state = emptyOutbox

  /** `userId` owns the messages that this device keeps. */
  constructor(
    userId: string,
    private readonly delivery: Delivery = deliveryBy(userId),
  ) {
    this.#unsent = new UnsentMessages(userId)
    this.#channel = new TabChannel(userId)
    this.#sender = new OutboxSender({
      delivery,
      channel: this.#channel,
      unsent: this.#unsent,
      isAwaited: (id) => this.#posts.has(id),
      publish: (event) => this.#publish(event),
      onSent: (sent) => this.#recordSent(sent),
      onRefused: (...refused) => this.#recordRefusal(...refused),
    })
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

  #start() {
    this.#channel.open((message) => this.#receive(message))
    this.#sender.start()
    void this.#load().then(this.retryNow)
  }

  #stop() {
    this.#sender.stop()
    this.#channel.close()
    this.#state = emptyOutbox
  }

  /** Keeps a message and sends it. Resolves when the outcome is known, or after a few seconds. */
  async post(id: string, body: KeptMessage['body'], files: NewFile[]): Promise<PostResult> {
    // Not after storing it: by then a running send may have tried it, and a new pause may have begun.
    this.#sender.endPause()
    this.#asked.add(id)
    const result = new Promise<PostResult>((resolve) => this.#posts.set(id, resolve))
    const isKept = await this.#unsent.add(id, body, files)
    if (isKept) {
      const timer = window.setTimeout(() => this.#settle(id, { kind: 'waiting' }), maxBoxWaitMs)
      // Another post of the same id has a timer of its own.
      void result.then(() => window.clearTimeout(timer))
    }
    await this.#reload()
    void this.#sender.send()
    return result
  }

  /** Sends a refused message again. */
  async resend(id: string) {
    dismissRefusal(id)
    await this.#unsent.clearRefusal(id)
    await this.#reload()
    this.#asked.add(id)
    this.retryNow()
  }

  /** Sends what is waiting, because the writer wants it now. */
  readonly retry = () => {
    for (const { id } of this.#state.messages) this.#asked.add(id)
    this.retryNow()
  }

  /** Removes a message that its writer does not want any more, or wants back: then its files move to this draft. */
  async remove(id: string, draftId?: string) {
    dismissRefusal(id)
    await this.#unsent.remove(id, draftId)
    this.#sender.stopUpload(id)
    await this.#reload(id)
    this.retryNow()
  }

  /** The content of a file of an unsent message; undefined if it is no longer there. */
  readonly readFile = (messageId: string, fileId: string) => this.#unsent.readFile(messageId, fileId)

  /** Sends what is waiting, however long the last failure said to wait. */
  readonly retryNow = () => this.#sender.retryNow()

  async #recordSent({ kept, ...sent }: SentMessage) {
    if (sent.said && !this.#posts.has(kept.id)) this.delivery.showSent(sent.said)
    this.#publish({ kind: 'sent', kept, ...sent })
    await this.#unsent.removeSent(kept.id)
    await this.#reload()
  }

  async #recordRefusal({ kept, ...why }: Refusal, wasAwaited: boolean) {
    await this.#unsent.refuse(kept.id, why.reason)
    const refused = { kind: 'refused', ...why } as const
    this.#settle(kept.id, refused)
    await this.#reload()
    // The other tabs need not know what a box here has waited for.
    if (wasAwaited) this.#apply({ ...refused, kept })
    else this.#publish({ ...refused, kept })
  }

  /** Tells all tabs, including this one. */
  #publish(event: SharedEvent) {
    this.#channel.post(event)
    this.#apply(event)
  }

  #receive(message: TabMessage) {
    if (message.kind !== 'changed') return this.#apply(message)
    if (message.removed) this.#sender.stopUpload(message.removed)
    void this.#load().then(() => this.#sender.send())
  }

  #apply(event: SharedEvent) {
    this.#dispatch(event)
    if (event.kind === 'sent') {
      this.#asked.delete(event.kept.id)
      this.#settle(event.kept.id, { kind: 'sent', said: event.said })
    }
    if (event.kind === 'refused') this.#reportRefusal(event)
    if (event.kind === 'postponed') this.#postpone(event)
  }

  #reportRefusal({ kept, reason, said = reason }: Refusal) {
    if (this.#asked.delete(kept.id)) this.delivery.showFailure(said)
    else void this.delivery.showRefusal(kept, reason)
  }

  #postpone({ id, reason, pause, isServerAway }: Extract<SharedEvent, { kind: 'postponed' }>) {
    this.#sender.postpone(pause, isServerAway)
    const asked = [...(isServerAway ? this.#asked : [id])].filter((each) => this.#asked.delete(each))
    if (asked.length > 0) this.delivery.showFailure(reason)
    for (const postedId of isServerAway ? this.#posts.keys() : [id]) {
      // A message that this device does not keep goes back to the box, which still has its text.
      const isUnkept = this.#unsent.isInMemory(postedId)
      this.#unsent.dropFromMemory(postedId)
      this.#settle(postedId, isUnkept ? { kind: 'unkept', reason } : { kind: 'waiting' })
    }
  }

  #settle(id: string, result: PostResult) {
    this.#posts.get(id)?.(result)
    this.#posts.delete(id)
  }

  async #reload(removed?: string) {
    this.#channel.post({ kind: 'changed', removed })
    await this.#load()
  }

  async #load() {
    const messages = await this.#unsent.list()
    if (!this.#channel.isOpen) return
    this.#dispatch({ kind: 'loaded', messages })
    for (const { id, refusal } of messages) {
      if (refusal !== undefined) this.#settle(id, { kind: 'refused', reason: refusal })
    }
  }

  #dispatch(event: OutboxEvent) {
    if (!this.#channel.isOpen) return
    this.#state = reduceOutbox(this.#state, event)
    for (const listener of this.#listeners) listener()
  }
}

const outboxes = new Map<string, Outbox>()

/** Returns the only outbox that this tab has for a person. */
export function outboxOf(userId: string) {
  const outbox = outboxes.get(userId) ?? new Outbox(userId)
  outboxes.set(userId, outbox)
  return outbox
}
