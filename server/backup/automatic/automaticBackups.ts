import type { FastifyBaseLogger } from 'fastify'
import { anotherIsRunning } from '#server/backup/backup.ts'
import { startOf } from '#server/backup/format/manifest.ts'
import { PollingLoop } from '#server/scheduling/pollingLoop.ts'

const defaultPauses = { pauseMs: 60_000, retryMs: 15 * 60_000 }

/** Whether the newest of these backups, which are sorted, is older than `everyMs`, or there is none. */
export function isTooOld(names: string[], everyMs: number) {
  const newest = names.at(-1)
  return !newest || Date.now() - startOf(newest).getTime() >= everyMs
}

/** Starts a backup when one is due. After a failure, it tries again later. */
export class AutomaticBackups extends PollingLoop {
  #retryAt = 0

  /** `run` makes a backup, and fails if there is none at the end. */
  constructor(
    private readonly isDue: () => Promise<boolean>,
    private readonly run: () => Promise<void>,
    private readonly log: FastifyBaseLogger,
    private readonly pauses = defaultPauses,
  ) {
    super(pauses.pauseMs)
  }

  protected async tryNext() {
    const startedAt = Date.now()
    if (startedAt < this.#retryAt) return false
    try {
      if (!(await this.isDue())) return false
      await this.run()
      this.log.info({ milliseconds: Date.now() - startedAt }, 'a backup was made')
    } catch (error) {
      this.#report(error as Error)
    }
    return false
  }

  #report(error: Error) {
    if (error.message === anotherIsRunning) {
      this.log.info('another server is making a backup')
      return
    }
    this.#retryAt = Date.now() + this.pauses.retryMs
    this.log.error({ err: error }, 'THE AUTOMATIC BACKUP FAILED and will be tried again')
  }
}
