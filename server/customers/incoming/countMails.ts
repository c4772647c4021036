import type { Db } from '#server/database/database.ts'
import { dropReasons } from './incomingStore.ts'

const outcomes = ['filed', 'held', 'waiting', 'ours or about our own', 'repeats', 'deleted'] as const

/**
 * Counts what the received emails have become: a sentence, and one for each fault. Each email has exactly one
 * outcome.
 * Those of the last three stay for seven days.
 */
export async function countMails(db: Db) {
  const { own, bounce, answer, repeat } = dropReasons
  const rows = await db<{ outcome: (typeof outcomes)[number]; count: number; lost: number }[]>`
    select case
        when i.state = 'received' then 'waiting'
        when i.state <> 'dropped' then i.state
        when i.reason = any(${[own, bounce, answer]}::text[]) then 'ours or about our own'
        when i.reason = ${repeat} then 'repeats'
        else 'deleted'
      end as outcome, count(*)::int as count,
      count(*) filter (where i.state = 'filed' and m.seq is null)::int as lost
    from incoming_mail i
    left join message m on m.company_id = i.company_id and m.enquiry_id = i.enquiry_id and m.seq = i.seq
    group by 1`
  const counted = outcomes.flatMap((outcome) => {
    const count = rows.find((row) => row.outcome === outcome)?.count ?? 0
    return count > 0 ? [`${count} ${outcome}`] : []
  })
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const lost = rows.reduce((sum, row) => sum + row.lost, 0)
  return {
    summary: total > 0 ? `${total} received emails: ${counted.join(', ')}.` : undefined,
    faults: lost > 0 ? [`${lost} emails are marked as filed, but their messages are missing`] : [],
  }
}
