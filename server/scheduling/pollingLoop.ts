import { setTimeout as wait } from 'node:timers/promises'

/** Works through what waits, one piece after the other. It looks for more after each pause, or when it is woken. */
export abstract class PollingLoop {
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(private readonly pauseMs: number) {}

  /** Processes the next piece. Returns whether there may be more. */
  protected abstract tryNext(): Promise<boolean>

  start() {
    this.#working = this.#run()
  }

  /** Looks for more now rather than after the pause. Call this once it is committed. */
  wake() {
    this.#wake.abort()
  }

  /** Resolves once the piece in progress has been processed. */
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
