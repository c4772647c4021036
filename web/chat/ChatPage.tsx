import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import type { AppAbility } from '#contract/accounts.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { questionOf } from '#web/chat/thread/Question.tsx'
import { ThreadCard } from '#web/chat/thread/ThreadCard.tsx'
import { useStatusMarks } from '#web/chat/thread/useStatusMarks.tsx'
import { useThread } from '#web/chat/thread/useThread.ts'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { usePresence } from '#web/events/usePresence.ts'
import { useAppSelector } from '#web/hooks.ts'
import { bannerHeight, sizes } from '#web/theme/sizes.ts'
import { AgentCommentBox } from './AgentCommentBox.tsx'
import { ThreadHeading } from './ThreadHeading.tsx'

const Id = z.uuid()

export function ChatPage() {
  const { id = '' } = useParams()
  const user = useAppSelector(selectUser)
  if (!Id.safeParse(id).success) return <NotFound noun="Enquiry" />
  return user && <Chat key={id} enquiryId={id} userId={user._id} />
}

interface ChatProps {
  enquiryId: string
  userId: string
}

function Chat({ enquiryId, userId }: ChatProps) {
  const { data: enquiry, isLoading } = useGetEnquiryQuery(enquiryId)
  const { thread, failure, isFetching, refresh } = useThread(enquiryId)
  const marks = useStatusMarks(enquiryId)
  const between = useMemo(() => (enquiry ? [questionOf(enquiry), ...marks] : marks), [enquiry, marks])
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  const { others, noteTyping } = usePresence(userId, enquiryId, 'thread')
  if (failure?.code === 'not-found') return <NotFound noun="Enquiry" />
  return (
    <Box
      onInput={noteTyping}
      sx={({ spacing }) => ({
        // Fills the rest of the window: the thread scrolls, and the box stays visible.
        height: {
          xs: `calc(100dvh - ${sizes.header.mobile}px - ${spacing(3)} - var(${bannerHeight}, 0px))`,
          lg: `calc(100dvh - ${sizes.header.desktop}px - ${spacing(4)} - var(${bannerHeight}, 0px))`,
        },
        minHeight: 'min-content',
        mb: { xs: -6, lg: -5 },
        width: '100%',
        maxWidth: sizes.threadMax,
        mx: 'auto',
        display: 'flex',
        flexDirection: 'column',
      })}
    >
      <PageTitle>{enquiry ? `${enquiry.enquiryId} · Comments` : 'Comments'}</PageTitle>
      <ThreadHeading
        enquiryId={enquiryId}
        enquiry={enquiry ?? undefined}
        others={others}
        isRefreshing={isFetching}
        onRefresh={refresh}
      />
      <ThreadCard
        enquiryId={enquiryId}
        userId={userId}
        // The question comes first, and must not push the messages down later.
        thread={isLoading ? undefined : thread}
        others={others}
        failure={failure}
        onRetry={refresh}
        between={between}
        renderBox={
          canAnswer
            ? (box) => <AgentCommentBox {...box} {...{ userId, enquiryId }} enquiry={enquiry ?? undefined} />
            : undefined
        }
      />
    </Box>
  )
}
