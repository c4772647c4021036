import MenuItem from '@mui/material/MenuItem'
import { enquiryStatuses } from '#contract/enquiries.ts'
import { StatusChip } from '#web/enquiries/StatusChip.tsx'
import { MenuButton } from './MenuButton.tsx'
import type { WantedChange } from './useChangeMany.ts'

interface StatusButtonProps {
  count: string
  disabled: boolean
  onChosen: (wanted: WantedChange) => void
}

export function StatusButton({ count, disabled, onChosen }: StatusButtonProps) {
  return (
    <MenuButton label="Change status" variant="contained" heading={`${count} become`} disabled={disabled}>
      {(close) =>
        enquiryStatuses.map((enquiryStatus) => (
          <MenuItem key={enquiryStatus} onClick={() => close(() => onChosen({ enquiryStatus }))}>
            <StatusChip status={enquiryStatus} />
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}
