import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { CustomerThread } from '#contract/customers/thread.ts'
import { bringDraftsBack } from '#web/chat/drafts/draftsPutAway.ts'
import { Outbox } from '#web/chat/outbox/outbox.ts'
import { outgoingMessages } from '#web/chat/outbox/useOutbox.ts'
import { useComment } from '#web/chat/useComment.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { customerDelivery } from '#web/customers/reply/customerDelivery.ts'
import { OutgoingMessages } from '#web/customers/reply/OutgoingMessages.tsx'
import { ReplyBox } from '#web/customers/reply/ReplyBox.tsx'
import { replyRules } from '#web/customers/reply/replyRules.ts'
import { Rating } from '#web/customers/satisfaction/Rating.tsx'
import { useLinkedRating } from '#web/customers/satisfaction/useRating.ts'
import { layers } from '#web/theme/sizes.ts'
import { column } from './CompanyHeader.tsx'
import { CustomerThreadView } from './CustomerThreadView.tsx'
import { asThread } from './mergedThread.ts'
import { NewMessages } from './NewMessages.tsx'
import { PageAlert } from './PageAlert.tsx'
import { useTexts } from './threadTexts.ts'
import type { useCustomerThread } from './useCustomerThread.ts'
import { showEnd, useFollowedEnd } from './useFollowedEnd.ts'
import { useIsInView, useSeenByCustomer } from './useSeenByCustomer.ts'

interface OpenThreadProps {
  token: string
  thread: CustomerThread
  page: ReturnType<typeof useCustomerThread>
}

/** The thread with a box to write in. */
export function OpenThread({ token, thread, page }: OpenThreadProps) {
  const texts = useTexts()
  const { outbox, state, outgoing, comment } = useReply(token, thread)
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useIsInView(end)
  const lastSeq = thread.messages.at(-1)?.seq ?? 0
  useSeenByCustomer(token, lastSeq, isAtEnd)
  const link = useLinkedRating()
  // A customer who comes to rate is led to the question instead.
  const isRating = thread.satisfaction !== null && link.linked !== undefined
  useFollowedEnd(lastSeq > 0 && !isRating, outgoing.length)
  const renew = async (seq: number) => {
    try {
      await page.loadBefore(Math.max(seq, 1) + 1)
      return {}
    } catch (error) {
      return { error }
    }
  }
  const isWaiting = outgoing.some((message) => message.state === 'waiting') && state.problem !== undefined
  return (
    <CustomerThreadView
      thread={thread}
      isLoadingEarlier={page.isLoadingEarlier}
      onEarlier={() => void page.loadEarlier()}
      onRenewed={renew}
      outgoing={
        <OutgoingMessages
          messages={outgoing}
          readFile={outbox.readFile}
          onResent={(id) => void outbox.resend(id)}
          onDiscarded={(id) => void outbox.remove(id)}
        />
      }
      rating={<Rating token={token} thread={thread} page={page} link={link} />}
    >
      <div ref={end} />
      <Box sx={foot}>
        <Box sx={{ ...column, display: 'grid', gap: 1, py: 1.5 }}>
          <NewMessages messages={thread.messages} isAtEnd={isAtEnd} onShown={showEnd} />
          {(page.isLost || isWaiting) && (
            <PageAlert severity="warning" isPolite icon={<Icon name="cloud-off" />}>
              {texts.text('reconnecting')}
            </PageAlert>
          )}
          {thread.canReply ? (
            <ReplyBox comment={comment} canReopen={thread.canReopen} />
          ) : (
            <PageAlert severity="info">{texts.text('blocked', { company: thread.company.companyName })}</PageAlert>
          )}
        </Box>
      </Box>
    </CustomerThreadView>
  )
}

const foot = {
  position: 'sticky',
  bottom: 0,
  zIndex: layers.floating,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  // The home indicator of a phone.
  pb: 'env(safe-area-inset-bottom)',
} as const

/** The part of the thread that this browser keeps: the text in the box, and messages that the server does not have. */
function useReply(token: string, thread: CustomerThread) {
  const { key } = thread
  const texts = useTexts()
  const userId = `contact-${key}`
  const outbox = useMemo(() => new Outbox(userId, customerDelivery(token)), [userId, token])
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState)
  const known = useMemo(() => asThread(thread), [thread])
  const outgoing = useMemo(() => outgoingMessages(state, key, known), [state, key, known])
  const rules = useMemo(() => replyRules(texts), [texts])
  const comment = useComment({ userId, side: 'customer', enquiryId: key, thread: known }, outbox, state, rules)
  useEffect(() => {
    // A sign-out in this browser may have moved the draft.
    bringDraftsBack(userId).catch((error: unknown) => console.error('A draft on this device cannot be read', error))
  }, [userId])
  return { outbox, state, outgoing, comment }
}
