import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import type { BoxProps } from '#web/chat/thread/ThreadCard.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import { isShortcut } from '#web/components/shortcuts/shortcuts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { deskPanes, deskSizes } from '#web/theme/deskSizes.ts'
import { noteColors } from '#web/theme/threadColors.ts'
import { NoFiles } from './NoFiles.tsx'
import { NoteBox } from './NoteBox.tsx'
import { ReplyBox } from './ReplyBox.tsx'

interface DeskBoxProps extends BoxProps {
  enquiryId: string
  enquiry: Enquiry | undefined
  user: User
  /** Whether single keys start a reply or a note. */
  hasKeys: boolean
  onTyped: () => void
  /** Opens the next enquiry of the queue; undefined if there is none. */
  onNext?: () => void
}

type Kind = 'reply' | 'note'

/** The box on the desk, for a reply to the customer or a note to colleagues. */
export function DeskBox({ comment, input, enquiryId, enquiry, user, hasKeys, onTyped, onNext }: DeskBoxProps) {
  const [kind, setKind] = useState<Kind>('reply')
  const { state } = useLocation()
  // Not after Back or a reload, which restore the state too.
  const isNew = useNavigationType() !== NavigationType.Pop
  const shouldFocus = useRef(isNew && Boolean(state?.isReplying))
  const begin = (next: Kind) => {
    shouldFocus.current = true
    if (next === kind) input.current?.focus()
    setKind(next)
  }
  useEffect(() => {
    if (shouldFocus.current) input.current?.focus()
    shouldFocus.current = false
  })
  useShortcut('answer', () => begin('reply'), hasKeys)
  useShortcut('note', () => begin('note'), hasKeys)
  return (
    <Box
      onKeyDown={leaveBoxByKey}
      sx={[
        { display: 'grid', gap: 1, p: { xs: 1.5, sm: 2 }, borderTop: 1, borderColor: 'divider', ...growsOnPhone },
        kind === 'note' && ((theme) => ({ backgroundColor: noteColors(theme).backgroundColor })),
      ]}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={kind}
        aria-label="Kind of message"
        onChange={(_event, chosen: Kind | null) => chosen && begin(chosen)}
      >
        <ToggleButton value="reply" sx={choice}>
          <Icon name="message-circle" size="small" />
          Reply
        </ToggleButton>
        <ToggleButton value="note" sx={choice}>
          <Icon name="sticky-note" size="small" />
          Internal note
        </ToggleButton>
      </ToggleButtonGroup>
      {kind === 'reply' ? (
        <ReplyBox {...{ comment, input, enquiry, user, onTyped, onNext }} />
      ) : (
        <>
          <NoteBox enquiryId={enquiryId} userId={user._id} input={input} />
          <NoFiles />
        </>
      )}
    </Box>
  )
}

/** On a phone the box starts with one row and grows with its text, where the browser can do that. */
const growsOnPhone = {
  [deskPanes.one]: {
    '@supports (field-sizing: content)': {
      // MUI sets the height of its text boxes on the element.
      '& textarea': { fieldSizing: 'content', height: 'auto !important', maxHeight: deskSizes.maxPhoneBox },
    },
  },
} as const

const choice = { gap: 0.75, py: 0.5, textTransform: 'none', color: 'text.primary' } as const

/** Escape moves the focus out of the box, to where single-key shortcuts work. */
function leaveBoxByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.defaultPrevented || !isShortcut('leaveBox', event.nativeEvent)) return
  const log = event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=log]')
  if (log) log.focus()
  else if (event.target instanceof HTMLElement) event.target.blur()
}
