import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { OperatorTask, StartTask, TaskKind } from '#contract/operator.ts'
import { FailedCommand, type RunCommand } from '#server/commands/commandRunner.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { requireBackup, requireFolder } from './backupFolder.ts'
import {
  aliveSeconds,
  endInterrupted,
  endTask,
  findRunning,
  findTask,
  insertTask,
  listNewest,
  noteAlive,
  toTask,
} from './taskStore.ts'

/** A database with many faults has a line for each. The newest ones include the reason of a failure. */
const maxLines = 200
const maxLineLength = 1000

const called: Record<TaskKind, string> = {
  backup: 'A backup is being made',
  verify: 'A backup is being verified',
  check: 'The live system is being checked',
}

export type TaskServices = { config: Config; db: Db; guardDb: Db; runCommand: RunCommand; stopping: AbortSignal }

/** The tasks that operators start. One runs at a time, because each reads everything. */
export class OperatorTasks {
  readonly #db: Db
  readonly #running = new Set<Promise<void>>()

  constructor(
    private readonly services: TaskServices,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#db = services.db
  }

  /** Returns the task, which then runs. Throws 404 for an unknown backup, 409 without a folder for backups, and while a task is running on any server. */
  async start(order: StartTask, requestedBy: string): Promise<OperatorTask> {
    const args = await this.#argumentsOf(order)
    await endInterrupted(this.#db)
    const row = await insertTask(this.#db, order, requestedBy)
    if (!row) throw await this.#occupied()
    const run = this.#run(row.id, args).finally(() => this.#running.delete(run))
    this.#running.add(run)
    return toTask(row)
  }

  async find(id: string): Promise<OperatorTask> {
    await endInterrupted(this.#db)
    const row = await findTask(this.#db, id)
    if (!row) throw notFound('Task')
    return toTask(row)
  }

  async newest(): Promise<OperatorTask[]> {
    await endInterrupted(this.#db)
    return (await listNewest(this.#db)).map(toTask)
  }

  /** Resolves once the outcomes of the tasks of this server are stored. Their commands end with the server. */
  async stop() {
    await Promise.all(this.#running)
  }

  async #argumentsOf(order: StartTask) {
    const { config } = this.services
    if (order.kind === 'check') return ['verify']
    if (order.kind === 'backup') return ['backup', '--to', requireFolder(config)]
    return ['verify', join(await requireBackup(config, order.backup), order.backup)]
  }

  async #occupied() {
    const running = await findRunning(this.#db)
    const what = running ? called[running.kind] : 'Another task is running'
    return conflict(`${what}. Wait until it has finished`)
  }

  async #run(id: string, args: string[]) {
    // By the pool that waits for no slow query.
    const beat = setInterval(
      () => void noteAlive(this.services.guardDb, id).catch(() => undefined),
      (aliveSeconds * 1000) / 6,
    )
    try {
      const { outcome, lines } = await this.#outcomeOf(args)
      this.log[outcome === 'failed' ? 'error' : 'info']({ task: args[0], outcome }, 'a task of an operator has ended')
      await endTask(this.#db, id, outcome, shortened(lines))
    } catch (error) {
      // Without a sign of life, the task counts as interrupted.
      this.log.error({ err: error }, 'the outcome of a task could not be stored')
    } finally {
      clearInterval(beat)
    }
  }

  async #outcomeOf(args: string[]): Promise<{ outcome: NonNullable<OperatorTask['outcome']>; lines: string[] }> {
    try {
      return { outcome: 'succeeded', lines: await this.services.runCommand(args) }
    } catch (error) {
      if (this.services.stopping.aborted) return { outcome: 'interrupted', lines: [] }
      const lines = error instanceof FailedCommand ? error.lines : [(error as Error).message]
      return { outcome: 'failed', lines }
    }
  }
}

function shortened(lines: string[]) {
  return lines.slice(-maxLines).map((line) => line.slice(0, maxLineLength))
}
