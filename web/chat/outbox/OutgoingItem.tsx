import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { OutgoingFiles, type ReadFile } from '#web/chat/files/OutgoingFiles.tsx'
import { Bubble, belowBubble } from '#web/chat/thread/Bubble.tsx'
import { MessageText } from '#web/chat/thread/MessageText.tsx'
import { SenderAvatar, SenderLine } from '#web/chat/thread/Sender.tsx'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'
import { useAppSelector } from '#web/hooks.ts'
import type { OutgoingMessage } from './useOutbox.ts'

/** The writer's actions on a message that the server does not have. */
export interface OutgoingActions {
  onResent: (message: OutgoingMessage) => void
  onTakenBack: (message: OutgoingMessage) => void
  onDiscarded: (message: OutgoingMessage) => void
}

interface OutgoingItemProps extends OutgoingActions {
  message: OutgoingMessage
  readFile: ReadFile
}

const appearance: Record<OutgoingMessage['state'], { icon: IconName; label: string }> = {
  waiting: { icon: 'clock', label: 'Waiting' },
  sending: { icon: 'clock', label: 'Sending' },
  sent: { icon: 'circle-check', label: 'Sent' },
  failed: { icon: 'triangle-alert', label: 'Not sent' },
}

export function OutgoingItem({ message, readFile, ...actions }: OutgoingItemProps) {
  const { icon, label } = appearance[message.state]
  const user = useAppSelector(selectUser)
  const sent = user && message.side === 'customer' && { ...message, sender: user }
  return (
    <Box sx={{ pt: sent ? 2 : 1 }}>
      <Bubble
        side={message.side}
        isPending
        avatar={sent && <SenderAvatar message={sent} />}
        heading={sent && <SenderLine message={sent} />}
        aside={
          <>
            <Icon name={icon} size="small" />
            {label}
          </>
        }
      >
        {message.text && <MessageText text={message.text} />}
        {message.files.length > 0 && (
          <OutgoingFiles messageId={message.id} {...{ readFile }} files={message.files} uploaded={message.uploaded} />
        )}
      </Bubble>
      <Box sx={belowBubble}>
        {message.state === 'failed' && <FailedActions message={message} {...actions} />}
        {message.state === 'waiting' && <Action onClick={() => actions.onTakenBack(message)}>Edit message</Action>}
        {message.uploaded !== undefined && message.uploaded < 1 && (
          <Action onClick={() => actions.onTakenBack(message)}>Stop and edit</Action>
        )}
      </Box>
    </Box>
  )
}

function FailedActions({ message, onResent, onTakenBack, onDiscarded }: Omit<OutgoingItemProps, 'readFile'>) {
  return (
    <>
      <Action onClick={() => onResent(message)}>Try again</Action>
      <Action onClick={() => onTakenBack(message)}>Edit message</Action>
      <Action onClick={() => onDiscarded(message)}>Discard</Action>
    </>
  )
}

interface ActionProps {
  onClick: () => void
  children: ReactNode
}

function Action({ onClick, children }: ActionProps) {
  return (
    <Button size="small" color="inherit" onClick={onClick}>
      {children}
    </Button>
  )
}
