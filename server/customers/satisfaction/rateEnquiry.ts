import type { RateEnquiry } from '#contract/customers/satisfaction.ts'
import { changesBetween, record } from '#server/accounts/history.ts'
import type { OpenedLink } from '#server/customers/links/customerLinks.ts'
import { authorOf } from '#server/customers/thread/visitor.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { lockEnquiry } from '#server/enquiries/enquiryStore.ts'
import { announce } from '#server/events/eventStore.ts'
import { conflict } from '#server/http/errors.ts'
import { joinContact } from './question.ts'
import { satisfactionColumns, type SatisfactionRow, toSatisfaction } from './satisfaction.ts'

/**
 * Saves the rating of a customer, and returns whether anything has changed. Throws 409 unless the customer is asked for one,
 * and for an answer that is too old to be changed.
 */
export async function rateEnquiry(tx: Tx, link: OpenedLink, { rating, comment }: RateEnquiry) {
  await lockEnquiry(tx, link, link.enquiryId)
  const row = await findSatisfaction(tx, link)
  if (!toSatisfaction(row)) throw conflict('You can rate this enquiry once it is closed and we have asked you to')
  if (row.isFinal) throw conflict('A rating can be changed for 28 days, and yours is older')
  const before = { rating: row.rating, ratingComment: row.ratingComment }
  const after = { rating, ratingComment: comment }
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return false
  await writeRating(tx, link, after)
  record(tx, authorOf(link), { subject: 'enquiry', subjectId: link.enquiryId }, 'rated', changes)
  announce(tx, authorOf(link), { subject: 'enquiry', id: link.enquiryId })
  return true
}

async function findSatisfaction(db: Queryable, { companyId, enquiryId }: OpenedLink) {
  const [row] = await db<SatisfactionRow[]>`
    select ${satisfactionColumns(db)} from customer_thread t
    join enquiry e on e.company_id = t.company_id and e.id = t.enquiry_id
    ${joinContact(db)}
    where t.company_id = ${companyId} and t.enquiry_id = ${enquiryId}`
  return row!
}

/** Like a message, a rating changes the last change, but not the version: it disturbs nobody who is editing the enquiry. */
async function writeRating(
  tx: Tx,
  { companyId, enquiryId }: OpenedLink,
  { rating, ratingComment }: { rating: number; ratingComment: string },
) {
  await tx`
    update enquiry set rating = ${rating}, updated_at = now() where company_id = ${companyId} and id = ${enquiryId}`
  await tx`
    update customer_thread set rated_at = coalesce(rated_at, now()), rating_comment = ${ratingComment}
    where company_id = ${companyId} and enquiry_id = ${enquiryId}`
}
