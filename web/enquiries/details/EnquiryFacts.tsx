import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'

interface EnquiryFactsProps {
  enquiry: Enquiry
}

/** The requester, the dates and the rating of an enquiry. */
export function EnquiryFacts({ enquiry }: EnquiryFactsProps) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0, typography: 'body2' }}>
      <Fact name="Raised by">
        {enquiry.user.kind === 'contact' ? `${enquiry.user.name} (customer)` : enquiry.user.name}
      </Fact>
      {enquiry.rating && <Fact name="Rating">{`${enquiry.rating} of 5`}</Fact>}
      <Fact name="Created">
        <DateTime value={enquiry.createdAt} detail="minute" />
      </Fact>
      <Fact name="Updated">
        <DateTime value={enquiry.updatedAt} detail="minute" />
      </Fact>
    </Box>
  )
}

interface FactProps {
  name: string
  children: ReactNode
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </div>
  )
}
