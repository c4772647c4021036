import Box from '@mui/material/Box'
import { skipToken } from '@reduxjs/toolkit/query'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'

interface OpenedAnnouncementProps {
  openId: string | undefined
}

/** Says which enquiry has been opened. It stays on the page, because screen readers miss a text that comes with its element. */
export function OpenedAnnouncement({ openId }: OpenedAnnouncementProps) {
  const { currentData: enquiry } = useGetEnquiryQuery(openId ?? skipToken)
  return (
    <Box component="output" sx={visuallyHidden}>
      {enquiry && `Opened ${enquiry.enquiryId}: ${enquiry.summery || enquiry.enquiryType}`}
    </Box>
  )
}
