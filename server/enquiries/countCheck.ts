import type { Db, Tx } from '#server/database/database.ts'

/** Recounts the enquiries of every company and mends kept totals that are wrong; answers the companies that had such. */
export async function checkCounts(db: Db) {
  const wrong = await db<{ companyId: string }[]>`
    with real as (
      select company_id, enquiry_no / 1024 as stretch, status, count(*)::int as count from enquiry group by 1, 2, 3
    ), wrong_stretches as (
      select company_id from real r full join enquiry_stretch_count k using (company_id, stretch, status)
      where coalesce(r.count, 0) <> coalesce(k.count, 0)
    ), wrong_totals as (
      select company_id from (select company_id, status, sum(count) as count from real group by 1, 2) r
      full join enquiry_count k using (company_id, status) where coalesce(r.count, 0) <> coalesce(k.count, 0)
    )
    select company_id from wrong_stretches union select company_id from wrong_totals
    union
    select company_id from (
      select company_id, assignee_id, status, count(*)::int as count from enquiry where assignee_id is not null
      group by 1, 2, 3
    ) r full join assignee_count k using (company_id, assignee_id, status)
    where coalesce(r.count, 0) <> coalesce(k.count, 0)`
  for (const { companyId } of wrong) await db.begin((tx) => recount(tx, companyId))
  return wrong.map(({ companyId }) => companyId)
}

/** Changes under way have their part in the totals before this, or wait for it: either way none is lost. */
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
