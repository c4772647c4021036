import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { EnquiryStatus } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'

interface SendButtonProps {
  isPosting: boolean
  onSent: (status?: EnquiryStatus) => void
}

const sendOptions: { status: EnquiryStatus; label: string }[] = [
  { status: 'closed', label: 'Send and close' },
  { status: 'onHold', label: 'Send and put on hold' },
]

export function SendButton({ isPosting, onSent }: SendButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (status: EnquiryStatus) => {
    setAnchor(null)
    onSent(status)
  }
  return (
    <ButtonGroup variant="contained" sx={{ ml: 'auto' }}>
      <Button startIcon={<Icon name="send" />} loading={isPosting} loadingPosition="start" onClick={() => onSent()}>
        Send
      </Button>
      <Button
        aria-label="More ways to send"
        aria-haspopup="menu"
        disabled={isPosting}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ px: 0.5 }}
      >
        <Icon name="chevron-down" size="small" />
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // After a choice the focus belongs in the box, not on this button.
        disableRestoreFocus={anchor === null}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      >
        {sendOptions.map(({ status, label }) => (
          <MenuItem key={status} onClick={() => choose(status)}>
            <ListItemIcon>
              <Icon name={statusLooks[status].icon} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </ButtonGroup>
  )
}
