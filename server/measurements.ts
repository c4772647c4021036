/** Passes on what is measured. While nobody listens, it costs a comparison. */
class Measurement<T> {
  readonly #listeners = new Set<(measured: T) => void>()

  get isOn() {
    return this.#listeners.size > 0
  }

  record(measured: T) {
    for (const listener of this.#listeners) listener(measured)
  }

  /** Calls `listener` until the returned function is called. */
  listen(listener: (measured: T) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

export type MeasuredRequest = {
  method: string
  /** The pattern of the route. Undefined for the page, which has any other path, and for unknown paths. */
  route: string | undefined
  status: number
  milliseconds: number
  /** Whether the response was a stream of events, which lasts as long as its client stays. */
  isStream: boolean
}

/** The text has no values. Times are those of `performance.now()`. */
export type MeasuredStatement = { text: string; startedAt: number; endedAt: number; error: Error | undefined }

/** This process measures these where they happen, for `metrics/` and `tracing/`, which are loaded only if they are turned on. */
export const measurements = {
  request: new Measurement<MeasuredRequest>(),
  statement: new Measurement<MeasuredStatement>(),
  /** How long a statement or a transaction waited for a connection of a named pool. */
  poolWait: new Measurement<{ pool: string; milliseconds: number }>(),
  /** How long a company's write waited for its turn, in milliseconds. */
  turnWait: new Measurement<number>(),
  /** From the announcement of an event to its delivery to the streams of this server, in milliseconds. */
  eventLag: new Measurement<number>(),
  /** A batch of a bulk change that failed. */
  failedBatch: new Measurement<undefined>(),
  housekeepingStep: new Measurement<{ step: string; succeeded: boolean }>(),
}
