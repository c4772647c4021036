import Box from '@mui/material/Box'
import type { ListedEnquiry } from '#contract/enquiries.ts'
import { Excerpt } from '#web/enquiries/search/Excerpt.tsx'
import { UnreadBadge } from '#web/enquiries/seen/UnreadBadge.tsx'

interface SummaryProps {
  enquiry: ListedEnquiry
}

/** The summary, after the number of unread messages. */
export function Summary({ enquiry: { unread, summery, match } }: SummaryProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <UnreadBadge count={unread} />
      <Box sx={{ minWidth: 0 }}>
        <Excerpt summery={summery} match={match} />
      </Box>
    </Box>
  )
}
