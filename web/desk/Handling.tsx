import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { StatusMenu } from '#web/enquiries/StatusMenu.tsx'
import { useQuickChange, type QuickChanges } from '#web/enquiries/useQuickChange.ts'
import { AssigneeMenu } from './AssigneeMenu.tsx'

interface HandlingProps {
  enquiry: Enquiry
  user: User
  /** On a phone it is hidden with the details, and its menu has no place. */
  isShown: boolean
  /** Opens the next enquiry of the queue; undefined if there is none. */
  onNext: (() => void) | undefined
}

/** The status and the assignee of the open enquiry, with their keys. */
export function Handling({ enquiry, user, isShown, onNext }: HandlingProps) {
  const { enquiryStatus, assignee } = enquiry
  const status = useRef<HTMLButtonElement>(null)
  const change = useQuickChange()
  const handle = (changes: QuickChanges) => void change(enquiry, changes)
  const isMine = assignee?._id === user._id
  const takeOver = () => handle({ assignee: user._id })
  const hold = () => {
    handle({ enquiryStatus: 'onHold' })
    onNext?.()
  }
  useShortcut('status', () => status.current?.click(), isShown)
  useShortcut('hold', hold, enquiryStatus !== 'onHold')
  useShortcut('takeOver', takeOver, !isMine)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <StatusMenu
        ref={status}
        enquiry={enquiry}
        keyShortcut={shortcuts.status.key}
        onChosen={(chosen) => handle({ enquiryStatus: chosen })}
      />
      <AssigneeMenu enquiry={enquiry} />
      {!isMine && (
        <Button
          color="inherit"
          size="small"
          startIcon={<Icon name="user-round-check" size="small" />}
          aria-keyshortcuts={shortcuts.takeOver.key}
          onClick={() => {
            // This button disappears.
            status.current?.focus()
            takeOver()
          }}
        >
          Assign to me
        </Button>
      )}
    </Box>
  )
}
