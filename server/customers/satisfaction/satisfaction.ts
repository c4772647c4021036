import type { Satisfaction } from '#contract/customers/satisfaction.ts'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import type { Queryable } from '#server/database/database.ts'

/** How long a rating can be changed after it was first given. */
const changeableDays = 28

export type SatisfactionRow = {
  status: EnquiryStatus
  rating: number | null
  ratingComment: string
  isAsked: boolean
  isFinal: boolean
  isBlocked: boolean
}

/** The columns of a SatisfactionRow, from the enquiry `e`, its customer's thread `t` and the contact `c`. */
export function satisfactionColumns(db: Queryable) {
  return db`
    e.status, e.rating, t.rating_comment, t.rating_asked_at is not null as is_asked,
    coalesce(t.rated_at < now() - make_interval(days => ${changeableDays}::int), false) as is_final,
    c.blocked_at is not null as is_blocked`
}

/** The question as the customer sees it: while the enquiry is closed, and once there is an answer. */
export function toSatisfaction(row: SatisfactionRow): Satisfaction | null {
  const { status, rating, ratingComment: comment, isAsked, isFinal, isBlocked } = row
  const isShown = isAsked && (status === 'closed' || rating !== null)
  return isShown ? { rating, comment, canRate: !isFinal && !isBlocked } : null
}
