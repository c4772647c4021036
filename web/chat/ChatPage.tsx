import Box from '@mui/material/Box'
import { useParams } from 'react-router'
import { z } from 'zod'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { useThread } from '#web/chat/thread/useThread.ts'
import { NotFound } from '#web/components/notices/NotFound.tsx'
import { RetryAlert } from '#web/components/notices/RetryAlert.tsx'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { useGetEnquiryQuery } from '#web/enquiries/enquiryApi.ts'
import { useIsAboutEnquiry } from '#web/enquiries/enquiryNumber.ts'
import { usePresence } from '#web/events/usePresence.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppSelector } from '#web/hooks.ts'
import { bannerHeight, headerHeight, sizes } from '#web/theme/sizes.ts'
import { CustomerThread } from './CustomerThread.tsx'
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
  const found = useGetEnquiryQuery(enquiryId, { refetchOnMountOrArgChange: true })
  const { data: enquiry, isLoading } = found
  const isAbout = useIsAboutEnquiry(enquiryId)
  useRefetchOn((event) => event.subject === 'enquiry' && isAbout(event), found)
  const thread = useThread(enquiryId)
  const { others, noteTyping } = usePresence(userId, enquiryId, 'thread')
  if (thread.failure?.code === 'not-found') return <NotFound noun="Enquiry" />
  return (
    <Box
      onInput={noteTyping}
      sx={({ spacing }) => ({
        // Fills the rest of the window: the thread scrolls, and the box stays visible.
        height: {
          xs: `calc(100dvh - var(${headerHeight}) - ${spacing(3)} - var(${bannerHeight}, 0px))`,
          lg: `calc(100dvh - var(${headerHeight}) - ${spacing(4)} - var(${bannerHeight}, 0px))`,
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
        isRefreshing={thread.isFetching}
        onRefresh={thread.refresh}
      />
      {found.error && !enquiry && !thread.failure && (
        <RetryAlert message="The enquiry could not be loaded" onRetry={found.refetch} />
      )}
      <CustomerThread {...{ enquiryId, isLoading, userId, thread, others }} enquiry={enquiry ?? undefined} />
    </Box>
  )
}
