import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Enquiry } from '#contract/enquiries.ts'
import { ThumbnailRow } from '#web/documents/ThumbnailRow.tsx'
import { useFreshDocuments } from '#web/enquiries/details/useFreshDocuments.ts'
import { Bubble } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'
import { SenderAvatar, SenderLine } from './Sender.tsx'
import type { Between } from './threadItems.ts'

interface QuestionProps {
  enquiry: Enquiry
}

/** The question: summary, description and documents, as the first entry of the thread. */
function Question({ enquiry }: QuestionProps) {
  const { enquiryType, summery, description, documents, user, createdAt } = enquiry
  const renew = useFreshDocuments(enquiry._id)
  const sent = { side: 'customer', sender: user, createdAt } as const
  return (
    <Box sx={{ pt: 2 }}>
      <Bubble side="customer" avatar={<SenderAvatar message={sent} />} heading={<SenderLine message={sent} />}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="subtitle1" component="h3" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {summery || enquiryType}
          </Typography>
          {description && <MessageText text={description} />}
          {documents.length > 0 && <ThumbnailRow documents={documents} onRenewed={renew} />}
        </Box>
      </Bubble>
    </Box>
  )
}

/** The question as the first item of the thread. */
export function questionOf(enquiry: Enquiry): Between {
  return { key: 'question', afterSeq: 0, at: enquiry.createdAt, content: <Question enquiry={enquiry} /> }
}
