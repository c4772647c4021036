import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { Tx } from '#server/database/database.ts'

/** An enquiry in a status that is assigned to someone or, with `by` -1, unassigned. Unassigned enquiries are not counted. */
export type AssigneeCountChange = { assigneeId: string | null; status: EnquiryStatus; by: 1 | -1 }

/** Adjusts the totals of each assignee. The unassigned total is the rest of the company's total. */
export async function adjustAssigneeCounts(tx: Tx, companyId: string, moves: AssigneeCountChange[]) {
  const kept = moves.filter(({ assigneeId }) => assigneeId !== null)
  if (kept.length === 0) return
  // In a fixed order, so that two transactions cannot deadlock.
  const changes = await tx<{ assigneeId: string; status: EnquiryStatus; more: number }[]>`
    select assignee_id, status, sum(by)::int as more
    from unnest(${kept.map(({ assigneeId }) => assigneeId)}::uuid[], ${kept.map(({ status }) => status)}::text[],
      ${kept.map(({ by }) => by)}::int[]) m(assignee_id, status, by)
    group by 1, 2 having sum(by) <> 0 order by 1, 2`
  for (const { assigneeId, status, more } of changes) {
    await tx`
      insert into assignee_count as c (company_id, assignee_id, status, count)
      values (${companyId}, ${assigneeId}, ${status}, greatest(${more}::int, 0))
      on conflict (company_id, assignee_id, status) do update set count = c.count + ${more}::int`
  }
}
