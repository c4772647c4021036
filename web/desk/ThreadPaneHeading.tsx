import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import type { PresentPerson } from '#web/events/presence.ts'
import { PresentPeople } from '#web/events/PresentPeople.tsx'
import { deskPanes, deskSizes } from '#web/theme/deskSizes.ts'
import { besideSidebar, visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { deskAddress, type DeskQuery } from './deskQuery.ts'
import { Handling } from './Handling.tsx'

interface ThreadPaneHeadingProps {
  enquiry: Enquiry | undefined
  user: User
  others: PresentPerson[]
  query: DeskQuery
  /** On a phone, the heading is one line, and the status and the assignee are with the details. */
  isPhone: boolean
  onNext: ((state?: object) => void) | undefined
}

export function ThreadPaneHeading({ enquiry, user, others, query, isPhone, onNext }: ThreadPaneHeadingProps) {
  return (
    <Box sx={{ mb: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}>
        {isPhone && <PaneLink title="Back to the queue" icon="arrow-left" to={deskAddress(query)} isAtStart />}
        <Heading enquiry={enquiry} />
        <PresentPeople people={others} />
        {enquiry && (
          <Box sx={besideSidebar(deskSizes.threePanes, { display: 'none' })}>
            <PaneLink title="Details" icon="panel-right" to={deskAddress(query, enquiry._id, 'details')} />
          </Box>
        )}
        {onNext && <NextButton onNext={onNext} />}
      </Box>
      {!isPhone && (
        // Keeps its height while the enquiry is loaded, so that the thread stays in its place.
        <Box sx={{ minHeight: handlingHeight }}>{enquiry && <Handling {...{ enquiry, user, onNext }} isShown />}</Box>
      )}
    </Box>
  )
}

const handlingHeight = { xs: sizes.finger, md: 32 }

interface PaneLinkProps {
  title: string
  icon: 'arrow-left' | 'panel-right'
  to: ReturnType<typeof deskAddress>
  isAtStart?: boolean
}

function PaneLink({ title, icon, to, isAtStart }: PaneLinkProps) {
  return (
    <Tooltip title={title}>
      <IconButton component={Link} to={to} edge={isAtStart && 'start'} aria-label={title}>
        <Icon name={icon} />
      </IconButton>
    </Tooltip>
  )
}

interface HeadingProps {
  enquiry: Enquiry | undefined
}

function Heading({ enquiry }: HeadingProps) {
  const text = enquiry?.summery || enquiry?.enquiryType
  return (
    <Typography component="h2" variant="subtitle1" noWrap title={text} sx={{ flexGrow: 1, minWidth: 0 }}>
      {enquiry?.enquiryId ?? '…'}
      <Box component="span" dir="auto" sx={{ ml: 1, fontWeight: 'fontWeightRegular' }}>
        {text}
      </Box>
    </Typography>
  )
}

interface NextButtonProps {
  onNext: (state?: object) => void
}

function NextButton({ onNext }: NextButtonProps) {
  return (
    <Button
      color="inherit"
      variant="outlined"
      size="small"
      aria-keyshortcuts={shortcuts.nextInQueue.key}
      onClick={() => onNext()}
      sx={{ flexShrink: 0, [deskPanes.one]: { minWidth: sizes.finger, minHeight: sizes.finger } }}
    >
      <Box component="span" sx={{ [deskPanes.one]: visuallyHidden }}>
        Next
      </Box>
      <Icon name="chevron-right" size="small" />
    </Button>
  )
}
