import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { CustomerThread } from '#web/chat/CustomerThread.tsx'
import { Seat } from '#web/chat/seat.ts'
import { useThread } from '#web/chat/thread/useThread.ts'
import type { ConversationProps } from '#web/enquiries/details/enquiryParts.ts'
import { useAppSelector } from '#web/hooks.ts'
import { HostThread } from './HostThread.tsx'

/** The thread on the enquiry screen, from the seat of the person: people who may answer write as the host. */
export function Conversation({ enquiry, others, onTyped }: ConversationProps) {
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const user = useAppSelector(selectUser)
  const thread = useThread(enquiry._id)
  if (!user) return null
  const shown = { enquiryId: enquiry._id, enquiry, isLoading: false, thread, others }
  if (canAnswer) {
    return (
      <Seat value="host">
        <HostThread {...shown} user={user} hasKeys={false} onTyped={onTyped} />
      </Seat>
    )
  }
  return (
    <Box onInput={onTyped} sx={{ flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <CustomerThread {...shown} userId={user._id} />
    </Box>
  )
}
