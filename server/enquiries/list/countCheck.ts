import type { Db, Tx } from '#server/database/database.ts'

/**
 * Recounts the enquiries of every company, corrects wrong totals and returns the companies that had one. Each statement
 * covers one company, so that none takes long and an abort takes effect between two companies.
 */
export async function checkCounts(db: Db, signal?: AbortSignal) {
  const companies = await db<{ id: string }[]>`select id from company`
  const wrong: string[] = []
  for (const { id } of companies) {
    signal?.throwIfAborted()
    if (await countsMatch(db, id)) continue
    await db.begin((tx) => recount(tx, id))
    wrong.push(id)
  }
  return wrong
}

async function countsMatch(db: Db, companyId: string) {
  const [checked] = await db<{ isWrong: boolean }[]>`
    with real as materialized (
      select enquiry_no / 1024 as stretch, status, count(*)::int as count from enquiry
      where company_id = ${companyId} group by 1, 2
    ), stretch as (select stretch, status, count from enquiry_stretch_count where company_id = ${companyId}
    ), total as (select status, count from enquiry_count where company_id = ${companyId}
    ), assigned as (select assignee_id, status, count from assignee_count where company_id = ${companyId}
    )
    select exists (
      select from real r full join stretch k using (stretch, status) where coalesce(r.count, 0) <> coalesce(k.count, 0)
    ) or exists (
      select from (select status, sum(count) as count from real group by status) r
      full join total k using (status) where coalesce(r.count, 0) <> coalesce(k.count, 0)
    ) or exists (
      select from (
        select assignee_id, status, count(*)::int as count from enquiry
        where company_id = ${companyId} and assignee_id is not null group by 1, 2
      ) r full join assigned k using (assignee_id, status) where coalesce(r.count, 0) <> coalesce(k.count, 0)
    ) as is_wrong`
  return !checked!.isWrong
}

/** Locks the totals: a concurrent change is either in them already or waits for the recount, so none is lost. */
async function recount(tx: Tx, companyId: string) {
  await tx`select 1 from enquiry_count where company_id = ${companyId} order by status for update`
  await tx`delete from enquiry_stretch_count where company_id = ${companyId}`
  await tx`
    insert into enquiry_stretch_count
    select company_id, enquiry_no / 1024, status, count(*) from enquiry where company_id = ${companyId} group by 1, 2, 3`
  await tx`update enquiry_count set count = 0 where company_id = ${companyId}`
  await tx`
    insert into enquiry_count as c
    select company_id, status, sum(count) from enquiry_stretch_count where company_id = ${companyId} group by 1, 2
    on conflict (company_id, status) do update set count = excluded.count`
  await recountAssigned(tx, companyId)
}

async function recountAssigned(tx: Tx, companyId: string) {
  await tx`select 1 from assignee_count where company_id = ${companyId} order by assignee_id, status for update`
  await tx`update assignee_count set count = 0 where company_id = ${companyId}`
  await tx`
    insert into assignee_count as c
    select company_id, assignee_id, status, count(*) from enquiry
    where company_id = ${companyId} and assignee_id is not null group by 1, 2, 3
    on conflict (company_id, assignee_id, status) do update set count = excluded.count`
}
