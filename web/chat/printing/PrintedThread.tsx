import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Enquiry } from '#contract/enquiries.ts'
import { statusLabels } from '#contract/enquiries/choices.ts'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { fullTime } from '#web/components/DateTime.tsx'

interface PrintedThreadProps {
  enquiry: Enquiry | undefined
  /** Whether there are comments that the page does not have. */
  hasEarlier: boolean
  /** All rows, as list items. */
  children: ReactNode
}

/** What is printed instead of the page: the enquiry and its whole conversation, in normal flow. */
export function PrintedThread({ enquiry, hasEarlier, children }: PrintedThreadProps) {
  const [printedAt] = useState(() => new Date())
  useLayoutEffect(() => {
    document.body.dataset['printsSheet'] = ''
    return () => void delete document.body.dataset['printsSheet']
  }, [])
  return createPortal(
    <div className="printed">
      {enquiry && <PrintedEnquiry enquiry={enquiry} />}
      {/* The headings of days say “Today”. */}
      <Typography variant="body2">Printed on {fullTime(printedAt)}</Typography>
      {hasEarlier && (
        <Typography variant="body2" sx={{ mt: 2 }}>
          Earlier comments are not loaded, and are missing here. To print all, load them first, or press Ctrl/⌘ P on the
          page.
        </Typography>
      )}
      <Box component="ol" aria-label="Printed messages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </div>,
    document.body,
  )
}

interface PrintedEnquiryProps {
  enquiry: Enquiry
}

/** The fields that are not in the question. */
function PrintedEnquiry({ enquiry }: PrintedEnquiryProps) {
  const { enquiryId, enquiryType, enquiryStatus, assignee, comments } = enquiry
  return (
    <>
      <Typography variant="h5" component="p">
        {enquiryId}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {[enquiryType, statusLabels[enquiryStatus], assignee?.name ?? 'Unassigned'].join(' · ')}
      </Typography>
      {comments && (
        <Box sx={{ mt: 1 }}>
          <Typography variant="subtitle2" component="p">
            Comments
          </Typography>
          <MessageText text={comments} />
        </Box>
      )}
    </>
  )
}
