import type { SharedEvent } from './outboxState.ts'

/** `changed`: the messages on this device are not the same as before; `removed` is the id of one that its writer removed. */
export type TabMessage = SharedEvent | { kind: 'changed'; removed?: string }

/** Connects the outboxes that one person has open in several tabs. */
export class TabChannel {
  readonly #name: string
  #channel: BroadcastChannel | undefined

  constructor(userId: string) {
    this.#name = `outbox:${userId}`
  }

  get isOpen() {
    return this.#channel !== undefined
  }

  open(onMessage: (message: TabMessage) => void) {
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data))
  }

  close() {
    this.#channel?.close()
    this.#channel = undefined
  }

  /** Reaches the other tabs, not this one. */
  post(message: TabMessage) {
    this.#channel?.postMessage(message)
  }

  /** Runs the work while no other tab runs any, so that no message overtakes one that another tab is sending. */
  async runAlone(work: () => Promise<void>) {
    // Web Locks exist in secure contexts only. Without them, the ids keep two tabs from storing a message twice.
    if (navigator.locks) await navigator.locks.request(this.#name, work)
    else await work()
  }
}
