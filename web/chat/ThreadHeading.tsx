import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useListPlace } from '#web/enquiries/list/listPlace.ts'
import { NotifyButton } from '#web/enquiries/seen/NotifyButton.tsx'
import type { PresentPerson } from '#web/events/presence.ts'
import { PresentPeople } from '#web/events/PresentPeople.tsx'
import { paths } from '#web/navigation/paths.ts'
import { touched } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'

interface ThreadHeadingProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  others: PresentPerson[]
  isRefreshing: boolean
  onRefresh: () => void
}

export function ThreadHeading({ enquiryId, enquiry, others, isRefreshing, onRefresh }: ThreadHeadingProps) {
  const place = useListPlace()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, my: { xs: 1, md: 2 } }}>
      <Tooltip title="View Enquiry">
        <IconButton
          component={RouterLink}
          to={paths.enquiry(enquiryId)}
          state={place}
          edge="start"
          aria-label="View Enquiry"
        >
          <Icon name="arrow-left" />
        </IconButton>
      </Tooltip>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography component="h1" variant="h4">
          Comments
        </Typography>
        {enquiry ? (
          <EnquiryLink enquiry={enquiry} />
        ) : (
          <Typography variant="body2" sx={oneLine}>
            &nbsp;
          </Typography>
        )}
      </Box>
      <PresentPeople people={others} />
      <NotifyButton />
      <Tooltip title="Refresh">
        <IconButton aria-label="Refresh" aria-busy={isRefreshing} onClick={onRefresh} sx={isRefreshing ? turning : {}}>
          <Icon name="refresh-cw" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

const turning = {
  '@media (prefers-reduced-motion: no-preference)': { '& svg': { animation: 'turning 1s linear infinite' } },
  '@keyframes turning': { to: { transform: 'rotate(1turn)' } },
}

interface EnquiryLinkProps {
  enquiry: Enquiry
}

function EnquiryLink({ enquiry: { _id, enquiryId, summery } }: EnquiryLinkProps) {
  const place = useListPlace()
  return (
    <Link component={RouterLink} to={paths.enquiry(_id)} state={place} variant="body2" noWrap sx={oneLine}>
      {summery ? `${enquiryId} · ${summery}` : enquiryId}
    </Link>
  )
}

/** As high as a finger on a phone, with an ellipsis at the end. */
const oneLine = { display: 'block', [touched]: { lineHeight: `${sizes.finger}px` } } as const
