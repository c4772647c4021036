import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/database.ts'
import { processBatch } from './jobBatch.ts'
import { type JobRow, lockNextJob, setJobBack } from './jobStore.ts'

/** How soon a job is taken up that another server left behind. */
const lookEvery = 5000

/** Works off the jobs of all companies, batch by batch in turns, until it is stopped. */
export class JobWorker {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(
    db: Db,
    log: FastifyBaseLogger,
    /** Called with the company after each batch. */
    private readonly onChanged: (companyId: string) => void,
  ) {
    this.#db = db
    this.#log = log
  }

  start() {
    this.#working = this.#workOn()
  }

  /** There is something to do: not to be waited for until the next look. */
  wake() {
    this.#wake.abort()
  }

  async stop() {
    this.#stopping.abort()
    await this.#working
  }

  async #workOn() {
    while (!this.#stopping.signal.aborted) {
      if (await this.#tryBatch()) continue
      const signal = AbortSignal.any([this.#stopping.signal, this.#wake.signal])
      await wait(lookEvery, undefined, { signal, ref: false }).catch(() => undefined)
      this.#wake = new AbortController()
    }
  }

  async #tryBatch() {
    let job: JobRow | undefined
    try {
      await this.#db.begin(async (tx) => {
        job = await lockNextJob(tx)
        if (job) await processBatch(tx, job)
      })
      if (job) this.onChanged(job.companyId)
    } catch (error) {
      this.#log.error({ err: error, job: job?.id }, 'a batch of a job failed; it will be tried again')
      if (!job) return false
      await setJobBack(this.#db, job).catch(() => undefined)
    }
    return job !== undefined
  }
}
