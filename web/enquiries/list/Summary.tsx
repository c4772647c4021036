import Box from '@mui/material/Box'
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
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <UnreadBadge count={unread} />
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Excerpt summery={summery} match={match} />
      </Box>
      <RatingSign rating={rating} />
    </Box>
  )
}
