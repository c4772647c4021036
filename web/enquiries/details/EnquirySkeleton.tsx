import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { besideSidebar } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { sideBySide, staysInView } from './EnquiryPanes.tsx'

interface EnquirySkeletonProps {
  /** Whether the conversation will be beside the fields in a wide window. */
  hasConversation: boolean
}

/** A placeholder for the conversation, and for the fields, documents and facts of an enquiry. */
export function EnquirySkeleton({ hasConversation }: EnquirySkeletonProps) {
  if (!hasConversation) return <Fields />
  return (
    <Box sx={(theme) => ({ [theme.breakpoints.up('lg')]: sideBySide })}>
      <Box aria-hidden sx={(theme) => ({ ...staysInView, [theme.breakpoints.down('lg')]: { display: 'none' } })}>
        <Card sx={{ flexGrow: 1, p: 3, display: 'grid', gap: 3, alignContent: 'start' }}>
          {['70%', '45%', '60%'].map((width) => (
            <Skeleton key={width} variant="rounded" width={width} height={sizes.documentCard / 2} />
          ))}
        </Card>
      </Box>
      <Box sx={besideSidebar(enquirySizes.threeColumnsFrom, { width: enquirySizes.details })}>
        <Fields />
      </Box>
    </Box>
  )
}

function Fields() {
  return (
    <Card
      component="output"
      aria-label="Loading enquiry"
      sx={{ maxWidth: enquirySizes.detailsAlone, p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Field />
        <Field />
      </Box>
      <Field />
      <Field />
      <Field />
      <Field lines={2} />
      <Box sx={{ display: 'flex', gap: 2, overflow: 'hidden' }}>
        {[1, 2, 3].map((number) => (
          <Skeleton
            key={number}
            variant="rounded"
            width={sizes.documentCard}
            height={sizes.documentCard}
            sx={{ flexShrink: 0 }}
          />
        ))}
      </Box>
      <Skeleton width="60%" />
    </Card>
  )
}

interface FieldProps {
  lines?: number
}

function Field({ lines = 1 }: FieldProps) {
  return <Skeleton variant="rounded" height={sizes.fab * lines} />
}
