import { v7 as uuidv7 } from 'uuid'
import type { ChangeMany } from '#contract/bulk.ts'
import type { EnquiryFilter } from '#contract/enquiries.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { violates } from '#server/database/databaseErrors.ts'
import { requireAnswerer, requireMayAssign } from '#server/enquiries/assignment.ts'
import { conditions } from '#server/enquiries/list/filters.ts'
import { withMergedContacts } from '#server/enquiries/requesters.ts'
import { findAll, readSearch } from '#server/enquiries/search/search.ts'
import type { Actor } from '#server/http/actor.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { getJob, insertJob, type JobRow, setJobTotal, toJob } from './jobStore.ts'

/** The matches of a search are written in steps of this many. */
const matchesAtOnce = 5000
/** The items of one statement: a million would exceed the statement timeout. */
const itemsAtOnce = 50_000

/** Creates a job that changes many enquiries: those named by id, or all that match the filter now. */
export async function changeMany(tx: Tx, searchDb: Db, actor: Actor, order: ChangeMany) {
  const { ids, filter, enquiryStatus: status = null, assignee: assigneeId = null } = order
  const { companyId, userId } = actor
  requireMayAssign(actor, order)
  if (assigneeId) await requireAnswerer(tx, actor, assigneeId)
  const id = uuidv7()
  const field = status ? 'status' : 'assignee'
  await insertJob(tx, { companyId, id, kind: 'change', field, status, assigneeId, undoes: null, madeBy: userId })
  if (ids) await addIds(tx, actor, id, ids)
  else await addMatches(tx, searchDb, actor, id, await withMergedContacts(tx, actor, filter!))
  return startJob(tx, actor, id)
}

/** Creates a job that undoes another one, except where an enquiry has changed since. Throws 409 the second time. */
export async function undoJob(tx: Tx, actor: Actor, jobId: string) {
  const { companyId, userId } = actor
  const job = await getJob(tx, actor, jobId)
  const { field } = job
  if (field === 'assignee') requireMayAssign(actor, { assignee: null })
  if (!toJob(job).canUndo)
    throw conflict('This change cannot be undone: it is still running, or it has already been undone')
  const id = uuidv7()
  const order = {
    companyId,
    id,
    kind: 'undo' as const,
    field,
    status: null,
    assigneeId: null,
    undoes: jobId,
    madeBy: userId,
  }
  await insertJob(tx, order).catch(refuseSecond)
  await addChanged(tx, job, id)
  return startJob(tx, actor, id)
}

async function addChanged(tx: Tx, { companyId, id: jobId, total }: JobRow, id: string) {
  for (let added = 0, from = 0; from < total; from += itemsAtOnce) {
    const { count } = await tx`
      insert into job_item (company_id, job_id, position, enquiry_no, status_before, assignee_before, version)
      select company_id, ${id}, ${added}::int + row_number() over (order by position), enquiry_no, status_before,
        assignee_before, version
      from job_item where company_id = ${companyId} and job_id = ${jobId} and outcome = 'changed'
        and position > ${from} and position <= ${from + itemsAtOnce}`
    added += count
  }
}

function refuseSecond(error: unknown): never {
  throw violates(error, 'job_undoes') ? conflict('This change has already been undone') : error
}

async function startJob(tx: Tx, actor: Actor, id: string) {
  await setJobTotal(tx, { companyId: actor.companyId, id })
  return toJob(await getJob(tx, actor, id))
}

/** Throws 404 if one of the enquiries does not exist; no job is created then. */
async function addIds(tx: Tx, { companyId }: Actor, jobId: string, given: string[]) {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const { count } = await tx`
    insert into job_item (company_id, job_id, position, enquiry_no)
    select ${companyId}, ${jobId}, row_number() over (order by enquiry_no), enquiry_no from enquiry
    where company_id = ${companyId} and id = any(${ids}::uuid[])`
  if (count < ids.length) throw notFound('Enquiry')
}

async function addMatches(tx: Tx, searchDb: Db, actor: Actor, jobId: string, filter: EnquiryFilter) {
  const { companyId } = actor
  const search = readSearch(filter)
  if (!search) return addFiltered(tx, actor, jobId, filter)
  let added = 0
  for await (const { numbers } of findAll(searchDb, actor, search, filter, { wanted: matchesAtOnce })) {
    await tx`
      insert into job_item (company_id, job_id, position, enquiry_no)
      select ${companyId}, ${jobId}, ${added}::int + place, enquiry_no
      from unnest(${numbers}::bigint[]) with ordinality as found(enquiry_no, place)`
    added += numbers.length
  }
}

async function addFiltered(tx: Tx, actor: Actor, jobId: string, filter: EnquiryFilter) {
  const { companyId } = actor
  for (let added = 0, from: number | null = 0; from !== null;) {
    const [batch]: { count: number; last: number }[] = await tx`
      with next as materialized (
        select e.enquiry_no from enquiry e where ${conditions(tx, actor, filter)} and e.enquiry_no > ${from}::bigint
        order by e.enquiry_no limit ${itemsAtOnce}::int
      ), added as (
        insert into job_item (company_id, job_id, position, enquiry_no)
        select ${companyId}, ${jobId}, ${added}::int + row_number() over (order by enquiry_no), enquiry_no from next
      )
      select count(*)::int as count, max(enquiry_no) as last from next`
    added += batch!.count
    from = batch!.count < itemsAtOnce ? null : batch!.last
  }
}

/** Creates a job that unassigns the open enquiries of someone who may no longer answer. */
export async function handBack(tx: Tx, actor: Actor, userId: string) {
  const { companyId } = actor
  const id = uuidv7()
  const order = { kind: 'change' as const, field: 'assignee' as const, status: null, assigneeId: null, undoes: null }
  await insertJob(tx, { ...order, companyId, id, madeBy: actor.userId })
  const { count } = await tx`
    insert into job_item (company_id, job_id, position, enquiry_no)
    select ${companyId}, ${id}, row_number() over (order by enquiry_no), enquiry_no from enquiry
    where company_id = ${companyId} and assignee_id = ${userId} and status <> 'closed'`
  if (count > 0) await setJobTotal(tx, { companyId, id })
  else await tx`delete from job where company_id = ${companyId} and id = ${id}`
}
