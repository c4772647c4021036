import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import type { PresentPerson } from '#web/events/presence.ts'
import { PresentPeople } from '#web/events/PresentPeople.tsx'
import { deskAddress, type DeskQuery } from './deskQuery.ts'

interface ThreadPaneHeadingProps {
  enquiry: Enquiry | undefined
  others: PresentPerson[]
  query: DeskQuery
  onNext: ((state?: object) => void) | undefined
}

const narrowOnly = { display: { lg: 'none' } }

export function ThreadPaneHeading({ enquiry, others, query, onNext }: ThreadPaneHeadingProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, mt: { xs: 1, lg: 0 } }}>
      <Tooltip title="Back to the queue">
        <IconButton
          component={Link}
          to={deskAddress(query)}
          edge="start"
          aria-label="Back to the queue"
          sx={narrowOnly}
        >
          <Icon name="arrow-left" />
        </IconButton>
      </Tooltip>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography component="h2" variant="subtitle1">
            {enquiry?.enquiryId ?? '…'}
          </Typography>
          {enquiry && <StatusChip status={enquiry.enquiryStatus} />}
        </Box>
        <Typography variant="body2" dir="auto" noWrap sx={{ color: 'text.secondary' }} title={enquiry?.summery}>
          {enquiry?.summery || enquiry?.enquiryType}
        </Typography>
      </Box>
      <PresentPeople people={others} />
      {enquiry && (
        <Tooltip title="Details">
          <IconButton
            component={Link}
            to={deskAddress(query, enquiry._id, 'details')}
            aria-label="Details"
            sx={narrowOnly}
          >
            <Icon name="panel-right" />
          </IconButton>
        </Tooltip>
      )}
      {onNext && (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          endIcon={<Icon name="chevron-right" size="small" />}
          aria-keyshortcuts={shortcuts.nextInQueue.key}
          onClick={() => onNext()}
          sx={{ flexShrink: 0 }}
        >
          Next
        </Button>
      )}
    </Box>
  )
}
