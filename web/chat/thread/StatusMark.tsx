import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { DateTime } from '#web/components/DateTime.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'

interface StatusMarkProps {
  name: string
  change: string
  status: EnquiryStatus
  at: string
}

/** A line across the thread that shows a change of status. */
export function StatusMark({ name, change, status, at }: StatusMarkProps) {
  return (
    <Divider
      sx={{
        pt: 2,
        '&::before, &::after': { minWidth: 8 },
        '& .MuiDivider-wrapper': { flexShrink: 0, maxWidth: 'calc(100% - 16px)', whiteSpace: 'normal' },
      }}
    >
      <Typography
        variant="caption"
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: 'text.secondary', textAlign: 'center' }}
      >
        <Icon name={statusLooks[status].icon} size="small" />
        <span>
          <bdi>{name}</bdi> {change} · <DateTime value={at} detail="brief" />
        </span>
      </Typography>
    </Divider>
  )
}
