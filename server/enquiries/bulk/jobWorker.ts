import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/database.ts'
import { measurements } from '#server/measurements.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'
import { type BatchReporters, processBatch } from './jobBatch.ts'
import { type JobRow, lockNextJob, postponeJob } from './jobStore.ts'

/** How often the worker looks for jobs that another server has left unfinished. */
const pollIntervalMs = 5000

/** Processes the jobs of all companies in turn, one batch at a time, until it is stopped. */
export class JobWorker extends PollingLoop {
  readonly #db: Db
  readonly #log: FastifyBaseLogger

  constructor(
    db: Db,
    private readonly reporters: BatchReporters,
    log: FastifyBaseLogger,
    /** Called with the company after each batch. */
    private readonly onChanged: (companyId: string) => void,
  ) {
    super(pollIntervalMs)
    this.#db = db
    this.#log = log
  }

  protected async tryNext() {
    let job: JobRow | undefined
    try {
      await this.#db.begin(async (tx) => {
        job = await lockNextJob(tx)
        if (job) await processBatch(tx, this.reporters, job)
      })
      if (job) this.onChanged(job.companyId)
    } catch (error) {
      this.#log.error({ err: error, job: job?.id }, 'a batch of a job failed; it will be retried')
      measurements.failedBatch.record(undefined)
      if (!job) return false
      await postponeJob(this.#db, job).catch(() => undefined)
    }
    return job !== undefined
  }
}
