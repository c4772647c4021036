import type { ListedEnquiry } from '#contract/enquiries.ts'
import { RatingSign } from '#web/enquiries/RatingSign.tsx'
import { Excerpt } from '#web/enquiries/search/Excerpt.tsx'
import { UnreadBadge } from '#web/enquiries/seen/UnreadBadge.tsx'

interface SummaryProps {
  enquiry: ListedEnquiry
}

/** The summary, between the number of unread messages and the customer's rating. */
export function Summary({ enquiry: { unread, summery, match, rating } }: SummaryProps) {
  return (
    <div className="summary">
      <UnreadBadge count={unread} />
      <div className="summary-text">
        <Excerpt summery={summery} match={match} />
      </div>
      <RatingSign rating={rating} />
    </div>
  )
}
