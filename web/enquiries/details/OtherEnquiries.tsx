import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink, type To } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { useGetRequesterEnquiriesQuery } from '#web/enquiries/search/lookUpApi.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { fingerHigh } from '#web/theme/sharedStyles.ts'
import { DetailsSection } from './DetailsSection.tsx'

interface OtherEnquiriesProps {
  enquiry: Enquiry
  level: 'h2' | 'h3'
  addressOf: (id: string) => To
}

const maxOthers = 5

/** Other enquiries of the same requester, newest first. */
export function OtherEnquiries({ enquiry, level, addressOf }: OtherEnquiriesProps) {
  const { data } = useGetRequesterEnquiriesQuery(enquiry.user._id, { refetchOnMountOrArgChange: true })
  const others = data?.filter(({ _id }) => _id !== enquiry._id).slice(0, maxOthers) ?? []
  if (others.length === 0) return null
  return (
    <DetailsSection title={`Also from ${enquiry.user.name}`} level={level}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {others.map(({ _id, enquiryId, summery, enquiryType, enquiryStatus }) => (
          <Box key={_id} component="li" sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            <Link
              component={RouterLink}
              to={addressOf(_id)}
              variant="body2"
              dir="auto"
              sx={{ overflowWrap: 'anywhere', ...fingerHigh }}
            >
              {`${enquiryId} · ${summery || enquiryType}`}
            </Link>
            <StatusChip status={enquiryStatus} />
          </Box>
        ))}
      </Box>
    </DetailsSection>
  )
}
