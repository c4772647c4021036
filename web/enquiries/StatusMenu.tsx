import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type Ref } from 'react'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { enquiryStatuses, statusLabels } from '#contract/enquiries/choices.ts'
import { StatusChip } from './StatusChip.tsx'

interface StatusMenuProps {
  ref?: Ref<HTMLButtonElement>
  enquiry: Enquiry
  keyShortcut?: string
  onChosen: (status: EnquiryStatus) => void
}

/** The status, which opens a menu of all of them. */
export function StatusMenu({ ref, enquiry: { enquiryStatus }, keyShortcut, onChosen }: StatusMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (status: EnquiryStatus) => {
    setAnchor(null)
    if (status !== enquiryStatus) onChosen(status)
  }
  return (
    <>
      <ButtonBase
        ref={ref}
        aria-keyshortcuts={keyShortcut}
        aria-label={`Status: ${statusLabels[enquiryStatus]}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ font: 'inherit', borderRadius: 0.75, minHeight: { xs: 44, md: 24 } }}
      >
        <StatusChip status={enquiryStatus} hasMenu />
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Status' } }}
      >
        {enquiryStatuses.map((status) => (
          <MenuItem
            key={status}
            role="menuitemradio"
            aria-checked={status === enquiryStatus}
            selected={status === enquiryStatus}
            onClick={() => choose(status)}
          >
            <StatusChip status={status} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
