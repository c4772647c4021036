import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { latePart } from '#web/components/lazy/latePart.tsx'
import { lazy } from '#web/components/lazy/lazy.ts'
import { LoadFailed } from '#web/components/notices/LoadFailed.tsx'
import { DocumentList } from '#web/documents/DocumentList.tsx'
import { DetailsSection } from '#web/enquiries/details/DetailsSection.tsx'
import { EnquiryFacts } from '#web/enquiries/details/EnquiryFacts.tsx'
import { OtherEnquiries } from '#web/enquiries/details/OtherEnquiries.tsx'
import { useFreshDocuments } from '#web/enquiries/details/useFreshDocuments.ts'
import { paths } from '#web/navigation/paths.ts'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { besideSidebar, visuallyHidden } from '#web/theme/sharedStyles.ts'
import { deskAddress, type DeskQuery } from './deskQuery.ts'
import { Handling } from './Handling.tsx'

const History = lazy(async () => ({ default: (await import('#web/enquiries/history/History.tsx')).History }))

const CustomerSections = latePart(async () => (await import('#web/customers/CustomerSections.tsx')).CustomerSections)

const ThreadFiles = latePart(async () => (await import('#web/chat/files/ThreadFiles.tsx')).ThreadFiles)

interface DetailsPaneProps {
  enquiry: Enquiry | undefined
  failure: unknown
  user: User
  query: DeskQuery
  isPhone: boolean
  isShowingDetails: boolean
  onNext: ((state?: object) => void) | undefined
  onRetry: () => void
}

export function DetailsPane({ enquiry, failure, onRetry, ...rest }: DetailsPaneProps) {
  return (
    <Card
      component="section"
      aria-label="Details"
      data-details
      tabIndex={-1}
      sx={{ flexGrow: 1, position: 'relative', display: 'flex', flexDirection: 'column' }}
    >
      <Box component="h2" sx={visuallyHidden}>
        Details
      </Box>
      <Box
        sx={{ flex: '1 1 0', minHeight: 0, overflowY: 'auto', p: 2, display: 'grid', gap: 2.5, alignContent: 'start' }}
      >
        {enquiry && (
          <Button
            component={Link}
            to={deskAddress(rest.query, enquiry._id)}
            color="inherit"
            startIcon={<Icon name="arrow-left" />}
            sx={{ justifySelf: 'start', ...besideSidebar(deskSizes.threePanes, { display: 'none' }) }}
          >
            Back to the thread
          </Button>
        )}
        {!enquiry &&
          (failure ? <LoadFailed what="The enquiry" failure={failure} onRetry={onRetry} /> : <DetailsSkeleton />)}
        {enquiry && <Details enquiry={enquiry} {...rest} />}
      </Box>
    </Card>
  )
}

type DetailsProps = Omit<DetailsPaneProps, 'enquiry' | 'failure' | 'onRetry'> & { enquiry: Enquiry }

function Details({ enquiry, user, query, isPhone, isShowingDetails, onNext }: DetailsProps) {
  const renew = useFreshDocuments(enquiry._id)
  return (
    <>
      {isPhone && <Handling {...{ enquiry, user, onNext }} isShown={isShowingDetails} />}
      <DetailsSection title={enquiry.enquiryType}>
        <EnquiryFacts enquiry={enquiry} />
      </DetailsSection>
      <CustomerSections enquiry={enquiry} level="h3" />
      {enquiry.comments && (
        <DetailsSection title="Comments">
          <Text>{enquiry.comments}</Text>
        </DetailsSection>
      )}
      <Button component={Link} to={paths.enquiry(enquiry._id)} color="inherit" variant="outlined" size="small">
        Open the enquiry
      </Button>
      {enquiry.documents.length > 0 && (
        <DetailsSection title="Documents">
          <DocumentList documents={enquiry.documents} onRenewed={renew} />
        </DetailsSection>
      )}
      <ThreadFiles enquiryId={enquiry._id} level="h3" />
      <OtherEnquiries enquiry={enquiry} level="h3" addressOf={(id) => deskAddress(query, id)} />
      <Suspense>
        <History enquiryId={enquiry._id} level="h3" />
      </Suspense>
    </>
  )
}

interface TextProps {
  children: string
}

function Text({ children }: TextProps) {
  return (
    <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  )
}

function DetailsSkeleton() {
  return (
    <Box component="output" aria-label="Loading details" sx={{ display: 'grid', gap: 1 }}>
      <Skeleton variant="rounded" height={40} />
      <Skeleton variant="rounded" height={40} />
      <Skeleton variant="text" />
      <Skeleton variant="text" width="60%" />
    </Box>
  )
}
