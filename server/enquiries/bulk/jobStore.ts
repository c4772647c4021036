import type { Job, JobResult, jobOutcomes } from '#contract/bulk.ts'
import { type EnquiryStatus, toEnquiryId } from '#contract/enquiries.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { pauseAfterBatch, purgeBatch } from '#server/database/purge.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound } from '#server/http/errors.ts'

export type JobRow = {
  companyId: string
  id: string
  kind: 'change' | 'undo'
  field: Job['field']
  status: EnquiryStatus | null
  assigneeId: string | null
  undoes: string | null
  madeBy: string
  total: number
  done: number
  changed: number
  createdAt: Date
  finishedAt: Date | null
  assigneeName: string | null
  isUndone: boolean
}

export type JobItem = {
  position: number
  enquiryNo: number
  outcome: (typeof jobOutcomes)[number]
  statusBefore: EnquiryStatus | null
  assigneeBefore: string | null
  version: number | null
}

export function toJob(row: JobRow): Job {
  const isFinished = row.finishedAt !== null
  return {
    _id: row.id,
    kind: row.kind,
    field: row.field,
    enquiryStatus: row.status,
    assignee: row.assigneeId ? { _id: row.assigneeId, name: row.assigneeName! } : null,
    total: row.total,
    done: row.done,
    changed: row.changed,
    isFinished,
    canUndo: isFinished && row.kind === 'change' && row.changed > 0 && !row.isUndone,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

const jobColumns = (db: Queryable) => db`
  j.company_id, j.id, j.kind, j.field, j.status, j.assignee_id, j.undoes, j.made_by, j.total, j.done, j.changed,
  j.created_at, j.finished_at`
const itemColumns = (db: Queryable) => db`
  i.position, i.enquiry_no, i.outcome, i.status_before, i.assignee_before, i.version`

const view = (db: Queryable) => db`
  select ${jobColumns(db)}, a.name as assignee_name,
    exists (select 1 from job u where u.company_id = j.company_id and u.undoes = j.id) as is_undone
  from job j left join app_user a on a.company_id = j.company_id and a.id = j.assignee_id`

/** Throws 404 unless the job is the actor's own. */
export async function getJob(db: Queryable, { companyId, userId }: Actor, id: string) {
  const [row] = await db<JobRow[]>`
    ${view(db)} where j.company_id = ${companyId} and j.id = ${id} and j.made_by = ${userId}`
  if (!row) throw notFound('Job')
  return row
}

/** Lists the actor's jobs of the last day, and those that can still be undone; the newest first. */
export function listJobs(db: Db, { companyId, userId }: Actor) {
  return db<JobRow[]>`
    ${view(db)}
    where j.company_id = ${companyId} and j.made_by = ${userId} and (j.created_at > now() - interval '1 day' or (
      j.kind = 'change' and j.changed > 0
      and not exists (select 1 from job u where u.company_id = j.company_id and u.undoes = j.id)))
    order by j.created_at desc limit 100`
}

export async function listJobResults(db: Db, { companyId }: Actor, jobId: string, after: number, limit: number) {
  const rows = await db<(JobItem & { enquiryId: string })[]>`
    select ${itemColumns(db)}, e.id as enquiry_id from job_item i
    join enquiry e on e.company_id = i.company_id and e.enquiry_no = i.enquiry_no
    where i.company_id = ${companyId} and i.job_id = ${jobId} and i.position > ${after}
    order by i.position limit ${limit}`
  return rows.map(({ position, enquiryId, enquiryNo, outcome }): JobResult => ({
    position,
    _id: enquiryId,
    enquiryId: toEnquiryId(enquiryNo),
    outcome,
  }))
}

export async function insertJob(
  tx: Tx,
  row: Pick<JobRow, 'companyId' | 'id' | 'kind' | 'field' | 'status' | 'assigneeId' | 'undoes' | 'madeBy'>,
) {
  await tx`insert into job ${tx({ ...row, total: 0 })}`
}

/** Sets the total of a job to the number of its items; a job without items is finished. */
export async function setJobTotal(tx: Tx, { companyId, id }: Pick<JobRow, 'companyId' | 'id'>) {
  await tx`
    update job set total = counted.total, finished_at = case when counted.total = 0 then now() end
    from (select count(*)::int as total from job_item where company_id = ${companyId} and job_id = ${id}) counted
    where company_id = ${companyId} and id = ${id}`
}

/**
 * Locks the unfinished job whose last batch is longest ago, so that a small job does not wait for a large one. Skips jobs
 * that another server is processing.
 */
export async function lockNextJob(tx: Tx) {
  const [job] = await tx<JobRow[]>`
    select ${jobColumns(tx)} from job j where j.finished_at is null and j.not_before <= now()
    order by j.worked_at, j.created_at limit 1 for update skip locked`
  return job
}

/** Stops a job of the actor's after the current batch. */
export async function endJob(db: Db, { companyId, userId }: Actor, id: string) {
  await db`
    update job set finished_at = clock_timestamp()
    where company_id = ${companyId} and id = ${id} and made_by = ${userId} and finished_at is null`
}

export async function postponeJob(db: Db, { companyId, id }: JobRow) {
  await db`update job set not_before = now() + interval '20 seconds' where company_id = ${companyId} and id = ${id}`
}

export function nextJobItems(tx: Tx, { companyId, id, done }: JobRow, limit: number) {
  return tx<JobItem[]>`
    select ${itemColumns(tx)} from job_item i
    where i.company_id = ${companyId} and i.job_id = ${id} and i.position > ${done}
    order by i.position limit ${limit}`
}

/** Stores the outcomes of items, and the progress of the job. */
export async function storeResults(tx: Tx, job: JobRow, items: JobItem[]) {
  await tx`
    update job_item i set
      outcome = r.outcome, status_before = r.status_before, assignee_before = r.assignee_before, version = r.version
    from unnest(${items.map(({ position }) => position)}::int[], ${items.map(({ outcome }) => outcome)}::text[],
      ${items.map(({ statusBefore }) => statusBefore)}::text[],
      ${items.map(({ assigneeBefore }) => assigneeBefore)}::uuid[], ${items.map(({ version }) => version)}::int[])
      as r(position, outcome, status_before, assignee_before, version)
    where i.company_id = ${job.companyId} and i.job_id = ${job.id} and i.position = r.position`
  const changed = items.filter(({ outcome }) => outcome === 'changed').length
  await tx`
    update job set done = done + ${items.length}, changed = changed + ${changed}, worked_at = clock_timestamp(),
      finished_at = case when done + ${items.length} >= total then now() end
    where company_id = ${job.companyId} and id = ${job.id}`
}

/** Deletes jobs that ended more than 7 days ago, their items first. Returns the number of jobs. */
export async function forgetOldJobs(db: Db, signal: AbortSignal) {
  const jobs = await db<Pick<JobRow, 'companyId' | 'id' | 'total'>[]>`
    select company_id, id, total from job where finished_at < now() - interval '7 days' order by finished_at`
  for (const { companyId, id, total } of jobs) {
    for (let from = 0; from < total; from += purgeBatch) {
      await db`
        delete from job_item
        where company_id = ${companyId} and job_id = ${id} and position > ${from} and position <= ${from + purgeBatch}`
      await pauseAfterBatch(signal)
    }
    await db`delete from job where company_id = ${companyId} and id = ${id}`
  }
  return jobs.length
}
