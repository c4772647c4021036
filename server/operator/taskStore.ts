import { v7 as uuidv7 } from 'uuid'
import type { OperatorTask, StartTask, TaskKind } from '#contract/operator.ts'
import type { Db, Queryable } from '#server/database/database.ts'

/** After so many seconds without a sign of life from its server, a task counts as interrupted. */
export const aliveSeconds = 60

type TaskRow = {
  id: string
  kind: TaskKind
  backup: string | null
  requestedBy: string
  startedAt: Date
  finishedAt: Date | null
  outcome: OperatorTask['outcome']
  lines: string[]
}

const columns = (db: Queryable) => db`id, kind, backup, requested_by, started_at, finished_at, outcome, lines`

export function toTask({ id, startedAt, finishedAt, ...row }: TaskRow): OperatorTask {
  return {
    ...row,
    _id: id,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt && finishedAt.toISOString(),
  }
}

/** Adds a task, unless one is running on any server: then it returns undefined. */
export async function insertTask(db: Db, order: StartTask, requestedBy: string) {
  const backup = order.kind === 'verify' ? order.backup : null
  const [row] = await db<TaskRow[]>`
    insert into operator_task (id, kind, backup, requested_by)
    values (${uuidv7()}, ${order.kind}, ${backup}, ${requestedBy})
    on conflict ((finished_at is null)) where finished_at is null do nothing
    returning ${columns(db)}`
  return row
}

/** Ends the task of a server that no longer runs. */
export async function endInterrupted(db: Db) {
  await db`
    update operator_task set finished_at = alive_at, outcome = 'interrupted'
    where finished_at is null and alive_at < clock_timestamp() - make_interval(secs => ${aliveSeconds})`
}

export async function noteAlive(db: Db, id: string) {
  await db`update operator_task set alive_at = clock_timestamp() where id = ${id} and finished_at is null`
}

/** Also if the task counted as interrupted, because the database was away for a while. */
export async function endTask(db: Db, id: string, outcome: NonNullable<OperatorTask['outcome']>, lines: string[]) {
  await db`
    update operator_task set finished_at = clock_timestamp(), outcome = ${outcome}, lines = ${lines}::text[]
    where id = ${id} and outcome is distinct from 'succeeded' and outcome is distinct from 'failed'`
}

export async function findTask(db: Db, id: string) {
  const [row] = await db<TaskRow[]>`select ${columns(db)} from operator_task where id = ${id}`
  return row
}

export async function findRunning(db: Db) {
  const [row] = await db<TaskRow[]>`select ${columns(db)} from operator_task where finished_at is null`
  return row
}

/** The newest task of each kind, newest first. */
export async function listNewest(db: Db) {
  return db<TaskRow[]>`
    select ${columns(db)} from (
      select distinct on (kind) ${columns(db)} from operator_task order by kind, started_at desc) newest
    order by started_at desc`
}

/** The newest finished verification of each of these backups. */
export async function listVerifications(db: Db, backups: string[]) {
  return db<{ backup: string; finishedAt: Date; outcome: NonNullable<OperatorTask['outcome']> }[]>`
    select distinct on (backup) backup, finished_at, outcome from operator_task
    where backup = any(${backups}::text[]) and finished_at is not null
    order by backup, started_at desc`
}
