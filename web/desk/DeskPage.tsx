import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { QueuePane } from '#web/desk/queue/QueuePane.tsx'
import { useQueueKeys } from '#web/desk/queue/useQueueKeys.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppSelector } from '#web/hooks.ts'
import { deskSizes } from '#web/theme/deskSizes.ts'
import { bannerHeight, sizes } from '#web/theme/sizes.ts'
import { useGetDeskSummaryQuery, useGetQueueInfiniteQuery } from './deskApi.ts'
import { DeskHeading } from './DeskHeading.tsx'
import { useDeskQuery } from './deskQuery.ts'
import { NothingOpen } from './NothingOpen.tsx'
import { OpenOnDesk } from './OpenOnDesk.tsx'
import { Pane } from './Pane.tsx'

const Id = z.uuid()

/** Where hosts reply: the queue, the thread and the details side by side, or one at a time on a narrow screen. */
export function DeskPage() {
  const user = useAppSelector(selectUser)
  const { openId, query, change, isShowingDetails, queue, docs, summary, toNext } = useDesk()
  return (
    <Frame>
      {!openId && <PageTitle>Desk</PageTitle>}
      <DeskHeading isBesideQueue={!openId} />
      <Panes isOpen={openId !== undefined}>
        <Pane isShown={!openId}>
          <QueuePane
            query={query}
            queue={queue}
            docs={docs}
            summary={summary}
            openId={openId}
            userId={user?._id}
            onChanged={change}
          />
        </Pane>
        {openId && user ? (
          <OpenOnDesk
            key={openId}
            enquiryId={openId}
            user={user}
            query={query}
            isShowingDetails={isShowingDetails}
            summary={summary}
            onNext={toNext}
          />
        ) : (
          <Pane isShown={false}>
            <NothingOpen isQueueEmpty={docs?.length === 0} />
          </Pane>
        )}
      </Panes>
    </Frame>
  )
}

/** The queue and its totals, kept up to date, and the id of the open enquiry. */
function useDesk() {
  const { id } = useParams()
  const { query, change, isShowingDetails } = useDeskQuery()
  const queue = useGetQueueInfiniteQuery(query, { refetchOnMountOrArgChange: true })
  const summary = useGetDeskSummaryQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject }) => ['enquiry', 'thread', 'seen', 'user'].includes(subject), queue)
  useRefetchOn(({ subject }) => subject === 'enquiry' || subject === 'user', summary)
  const docs = queue.data?.pages.flatMap((page) => page.docs)
  const openId = id && Id.safeParse(id).success ? id : undefined
  const toNext = useQueueKeys({ queue, query, summary: summary.data }, openId)
  return { openId, query, change, isShowingDetails, queue, docs, summary: summary.data, toNext }
}

interface FrameProps {
  children: ReactNode
}

/** Fills the rest of the window and is wider than other pages. Each pane scrolls separately. */
function Frame({ children }: FrameProps) {
  return (
    <Box
      sx={({ spacing }) => ({
        height: {
          xs: `calc(100dvh - ${sizes.header.mobile}px - ${spacing(3)} - var(${bannerHeight}, 0px))`,
          lg: `calc(100dvh - ${sizes.header.desktop}px - ${spacing(4)} - var(${bannerHeight}, 0px))`,
        },
        minHeight: deskSizes.minHeight,
        mb: { xs: -6, lg: -5 },
        mx: { lg: -2.5 },
        display: 'flex',
        flexDirection: 'column',
      })}
    >
      {children}
    </Box>
  )
}

interface PanesProps {
  isOpen: boolean
  children: ReactNode
}

/** The thread and the details of an open enquiry take the place of one wide pane beside the queue. */
function Panes({ isOpen, children }: PanesProps) {
  return (
    <Box
      sx={{
        flex: '1 1 0',
        minHeight: 0,
        display: 'grid',
        gap: 2,
        gridTemplateRows: 'minmax(0, 1fr)',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: isOpen ? columns(deskSizes.queue.lg, deskSizes.details.lg) : `${deskSizes.queue.lg}px minmax(0, 1fr)`,
          xl: isOpen ? columns(deskSizes.queue.xl, deskSizes.details.xl) : `${deskSizes.queue.xl}px minmax(0, 1fr)`,
        },
      }}
    >
      {children}
    </Box>
  )
}

function columns(queue: number, details: number) {
  return `${queue}px minmax(0, 1fr) ${details}px`
}
