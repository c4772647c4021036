import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { statusLooks } from '#web/enquiries/StatusChip.tsx'
import { sendChoices, type SendChoice } from './sendChoice.ts'

interface SendButtonProps {
  isPosting: boolean
  choice: SendChoice
  /** Whether the queue has another enquiry, which opens after sending. */
  hasNext: boolean
  onSent: (choice: SendChoice) => void
}

const icons: Record<SendChoice, IconName> = {
  next: 'send',
  hold: statusLooks.onHold.icon,
  close: statusLooks.closed.icon,
}

/** Sends as last time, or in another way. */
export function SendButton({ isPosting, choice, hasNext, onSent }: SendButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (chosen: SendChoice) => {
    setAnchor(null)
    onSent(chosen)
  }
  return (
    <>
      <ButtonGroup variant="contained">
        <Button
          startIcon={<Icon name={icons[choice]} />}
          loading={isPosting}
          loadingPosition="start"
          onClick={() => onSent(choice)}
        >
          {labelOf(choice, hasNext)}
        </Button>
        <Button
          aria-label="More ways to send"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          disabled={isPosting}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 0.5 }}
        >
          <Icon name="chevron-down" size="small" />
        </Button>
      </ButtonGroup>
      {/* Not within the group, which would give its last button square corners. */}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // After a choice the focus belongs in the box, not on this button.
        disableRestoreFocus={anchor === null}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Ways to send' } }}
      >
        {sendChoices.map((each) => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={each === choice}
            selected={each === choice}
            onClick={() => choose(each)}
          >
            <ListItemIcon>
              <Icon name={icons[each]} />
            </ListItemIcon>
            {labelOf(each, hasNext)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

function labelOf(choice: SendChoice, hasNext: boolean) {
  if (choice === 'next') return hasNext ? 'Send and next' : 'Send'
  return choice === 'hold' ? 'Send and hold' : 'Send and close'
}
