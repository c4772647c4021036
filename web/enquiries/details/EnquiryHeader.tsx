import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import type { PresentPerson } from '#web/events/presence.ts'
import { PresentPeople } from '#web/events/PresentPeople.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { besideSidebar } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { Neighbours } from './Neighbours.tsx'
import type { NeighboursInList } from './useNeighbours.ts'

interface EnquiryHeaderProps {
  /** Undefined until it is loaded. */
  enquiry: Enquiry | undefined
  neighbours: NeighboursInList
  /** Whether the conversation is one of the columns below. */
  hasConversation: boolean
  others?: PresentPerson[]
  /** The status and the assignee. */
  state?: ReactNode
  actions?: ReactNode
}

const title = 'View Enquiry'

/** The heading of an enquiry. From lg it stays below the header of the page. */
export function EnquiryHeader({
  enquiry,
  neighbours,
  hasConversation,
  others = [],
  state,
  actions,
}: EnquiryHeaderProps) {
  const router = useRouter()
  return (
    <Box
      sx={[
        { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'center', py: 1 },
        (theme) => ({ [theme.breakpoints.up('lg')]: staysOnTop }),
        hasConversation && besideSidebar(enquirySizes.threeColumnsFrom, aboveThreeColumns),
      ]}
    >
      <PageTitle>{enquiry ? `${enquiry.enquiryId} · ${title}` : title}</PageTitle>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label="Back" edge="start" onClick={() => router.backOr(paths.home)}>
          <Icon name="arrow-left" />
        </IconButton>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, flexGrow: 1 }}>
          <Typography component="h1" variant="h4">
            {title}
          </Typography>
          <Typography component="p" variant="h6" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {enquiry?.enquiryId}
          </Typography>
        </Box>
        <PresentPeople people={others} />
        <Neighbours {...neighbours} />
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: { xs: 0.5, sm: 1.5 }, minHeight: 44 }}
      >
        {state}
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>{actions}</Box>
      </Box>
    </Box>
  )
}

/** Ends where the columns below it end. */
const staysOnTop = {
  position: 'sticky',
  maxWidth: enquirySizes.conversation + enquirySizes.gap + enquirySizes.details,
  top: sizes.header.desktop,
  zIndex: 2,
  height: enquirySizes.header,
  bgcolor: 'background.default',
} as const

const aboveThreeColumns = { maxWidth: staysOnTop.maxWidth + enquirySizes.gap + enquirySizes.details }
