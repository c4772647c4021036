import type { Db, Tx } from '#server/database/database.ts'
import { between, type Landmark, type LandmarkSort, landmarkSorts, spacing } from './landmarks.ts'

/** A landmark that counts more enquiries than this is split. A company with fewer enquiries needs no landmarks. */
const crowded = 2 * spacing
/** If more than one in this many enquiries has moved, all are recounted: adding up each move would take longer. */
const recountShare = 10

const beginning: Landmark = { value: '', enquiryNo: 0 }

type Counted = Landmark & { next?: Landmark; held: number }

/**
 * Adds pending moves to the landmarks, sets new landmarks where they are missing or count too many, and removes surplus
 * ones. An error of one company is thrown at the end, after all other companies.
 */
export async function countMoves(db: Db, signal?: AbortSignal) {
  const moved = await db<{ companyId: string }[]>`select distinct company_id from enquiry_move`
  const errors: unknown[] = []
  for (const { companyId } of moved) {
    if (signal?.aborted) return
    await inSnapshot(db, (tx) => countCompany(tx, companyId)).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/** Runs one at a time across all servers, on one snapshot of enquiries, moves and landmarks. */
async function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>) {
  return db.beginSnapshot(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local lock_timeout = '60s'`
    // The snapshot is taken by the first statement after the lock, so it includes all that waited for it.
    await tx`lock table enquiry_landmark in share row exclusive mode`
    return work(tx)
  })
}

async function countCompany(tx: Tx, companyId: string) {
  const [found] = await tx<{ total: number; moved: number; isMarked: boolean }[]>`
    select
      (select coalesce(sum(count), 0)::int from enquiry_count where company_id = ${companyId}) as total,
      (select count(*)::int from enquiry_move where company_id = ${companyId}) as moved,
      exists (select from enquiry_landmark where company_id = ${companyId}) as is_marked`
  const { total, moved, isMarked } = found!
  const canAddMoves = isMarked && moved * recountShare < total
  if (canAddMoves) await applyPendingMoves(tx, companyId)
  await tx`delete from enquiry_move where company_id = ${companyId}`
  for (const sort of landmarkSorts) {
    if (canAddMoves) await splitCrowdedLandmarks(tx, companyId, sort, total)
    else if (isMarked || total >= crowded) await setLandmarks(tx, companyId, sort, beginning, undefined)
  }
}

async function applyPendingMoves(tx: Tx, companyId: string) {
  await tx`
    insert into enquiry_landmark as l
    select company_id, sort, value, enquiry_no, status, sum(count) from enquiry_landmark_change
    where company_id = ${companyId} group by company_id, sort, value, enquiry_no, status having sum(count) <> 0
    on conflict (company_id, sort, value, enquiry_no, status) do update set count = l.count + excluded.count`
}

/** Sets all landmarks again if there are far too many: those of old changes lose their enquiries over time. */
async function splitCrowdedLandmarks(tx: Tx, companyId: string, sort: LandmarkSort, total: number) {
  const landmarks = await readLandmarks(tx, companyId, sort)
  if (landmarks.length === 0 || landmarks.length > 8 + (2 * total) / spacing) {
    await setLandmarks(tx, companyId, sort, beginning, undefined)
    return
  }
  for (const landmark of landmarks)
    if (landmark.held > crowded) await setLandmarks(tx, companyId, sort, landmark, landmark.next)
}

async function readLandmarks(tx: Tx, companyId: string, sort: LandmarkSort): Promise<Counted[]> {
  const found = await tx<(Landmark & { held: number })[]>`
    select value, enquiry_no, sum(count)::int as held from enquiry_landmark
    where company_id = ${companyId} and sort = ${sort} group by value, enquiry_no order by value, enquiry_no`
  return found.map((landmark, at) => ({ ...landmark, next: found[at + 1] }))
}

/** Replaces the landmarks from one to another by counting the enquiries there. */
async function setLandmarks(tx: Tx, companyId: string, sort: LandmarkSort, from: Landmark, to: Landmark | undefined) {
  await tx`
    delete from enquiry_landmark where company_id = ${companyId} and sort = ${sort}
      and (value, enquiry_no) >= (${from.value}, ${from.enquiryNo}::bigint)
      ${to ? tx`and (value, enquiry_no) < (${to.value}, ${to.enquiryNo}::bigint)` : tx``}`
  const value = sort === 'updated_at' ? tx`landmark_moment(e.updated_at)` : tx`e.${tx(sort)}`
  await tx`
    with placed as materialized (
      select ${value} as value, e.enquiry_no, e.status,
        row_number() over (order by e.${tx(sort)}, e.enquiry_no) - 1 as place
      from enquiry e where e.company_id = ${companyId} ${between(tx, sort, from, to)}
    ), landmark as (
      select place / ${spacing}::int as part, value, enquiry_no from placed where place > 0 and place % ${spacing}::int = 0
      union all
      select 0, ${from.value}, ${from.enquiryNo}::bigint
    )
    insert into enquiry_landmark
    select ${companyId}, ${sort}, l.value, l.enquiry_no, p.status, p.count
    from landmark l join (
      select place / ${spacing}::int as part, status, count(*) from placed group by 1, 2
    ) p using (part)`
}

/** Recounts every landmark and replaces the landmarks of a company that has a wrong one. Returns those companies. */
export async function checkLandmarks(db: Db, signal?: AbortSignal) {
  const marked = await db<{ companyId: string }[]>`select distinct company_id from enquiry_landmark`
  const wrong: string[] = []
  for (const { companyId } of marked) {
    signal?.throwIfAborted()
    if (await inSnapshot(db, (tx) => repairCounts(tx, companyId))) wrong.push(companyId)
  }
  return wrong
}

async function repairCounts(tx: Tx, companyId: string) {
  await countCompany(tx, companyId)
  let isWrong = false
  for (const sort of landmarkSorts) {
    if (await countsMatch(tx, companyId, sort)) continue
    await setLandmarks(tx, companyId, sort, beginning, undefined)
    isWrong = true
  }
  return isWrong
}

async function countsMatch(tx: Tx, companyId: string, sort: LandmarkSort) {
  for (const landmark of await readLandmarks(tx, companyId, sort)) {
    const [counts] = await tx<{ countsMatch: boolean }[]>`
      select not exists (
        select from (
          select status, count(*) from enquiry e
          where e.company_id = ${companyId} ${between(tx, sort, landmark, landmark.next)} group by status
        ) really
        full join (
          select status, count from enquiry_landmark where company_id = ${companyId} and sort = ${sort}
            and value = ${landmark.value} and enquiry_no = ${landmark.enquiryNo}
        ) kept using (status)
        where coalesce(really.count, 0) <> coalesce(kept.count, 0)
      ) as counts_match`
    if (!counts!.countsMatch) return false
  }
  return true
}
