import { setTimeout as wait } from 'node:timers/promises'

/** Calls `tryNext` again and again: at once while it returns true, and otherwise after a pause, or when it is woken. */
export class PollingLoop {
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(
    private readonly tryNext: () => Promise<boolean>,
    private readonly pauseMs: number,
  ) {}

  start() {
    this.#working = this.#run()
  }

  /** Ends the pause. */
  wake() {
    this.#wake.abort()
  }

  /** Resolves once the call in progress has ended. */
  async stop() {
    this.#stopping.abort()
    await this.#working
  }

  async #run() {
    while (!this.#stopping.signal.aborted) {
      if (await this.tryNext()) continue
      const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal])
      await wait(this.pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      this.#wake = new AbortController()
    }
  }
}
