import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { PageTitle } from '#web/components/PageTitle.tsx'
import { QueuePane } from '#web/desk/queue/QueuePane.tsx'
import { useQueueKeys } from '#web/desk/queue/useQueueKeys.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppSelector } from '#web/hooks.ts'
import { deskPanes, deskSizes } from '#web/theme/deskSizes.ts'
import { besideSidebar } from '#web/theme/sharedStyles.ts'
import { bannerHeight, headerHeight } from '#web/theme/sizes.ts'
import { useGetDeskSummaryQuery, useGetQueueInfiniteQuery } from './deskApi.ts'
import { DeskHeading } from './DeskHeading.tsx'
import { useDeskQuery } from './deskQuery.ts'
import { NothingOpen } from './NothingOpen.tsx'
import { OpenedAnnouncement } from './OpenedAnnouncement.tsx'
import { OpenOnDesk } from './OpenOnDesk.tsx'
import { Pane } from './Pane.tsx'
import { keyboardHeight, useKeyboardHeight } from './useKeyboardHeight.ts'

const Id = z.uuid()

/** Where hosts reply: the queue, the thread and the details, as many of them beside each other as fit. */
export function DeskPage() {
  const user = useAppSelector(selectUser)
  const { openId, query, change, isShowingDetails, queue, docs, summary, toNext, nextId } = useDesk(user?._id)
  const isPhone = useMediaQuery(deskPanes.one)
  useKeyboardHeight()
  return (
    <Frame>
      <OpenedAnnouncement openId={openId} />
      {!openId && <PageTitle>Desk</PageTitle>}
      <DeskHeading isShown={!isPhone || !openId} />
      <Pane place="queue" isShown={!openId}>
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
          isPhone={isPhone}
          isShowingDetails={isShowingDetails}
          onNext={toNext}
          nextId={nextId}
        />
      ) : (
        !isPhone && (
          <Pane place="rest" isShown>
            <NothingOpen isQueueEmpty={docs?.length === 0} isSearch={query.search !== undefined} />
          </Pane>
        )
      )}
    </Frame>
  )
}

/** The queue and its totals, kept up to date, and the id of the open enquiry. */
function useDesk(userId: string | undefined) {
  const { id } = useParams()
  const { query, change, isShowingDetails } = useDeskQuery()
  const queue = useGetQueueInfiniteQuery({ query, userId }, { refetchOnMountOrArgChange: true })
  const summary = useGetDeskSummaryQuery(undefined, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject }) => ['enquiry', 'thread', 'seen', 'user'].includes(subject), queue)
  useRefetchOn(({ subject }) => subject === 'enquiry' || subject === 'user', summary)
  const docs = queue.data?.pages.flatMap((page) => page.docs)
  const openId = id && Id.safeParse(id).success ? id : undefined
  const { toNext, nextId } = useQueueKeys({ queue, query, summary: summary.data }, openId)
  return { openId, query, change, isShowingDetails, queue, docs, summary, toNext, nextId }
}

interface FrameProps {
  children: ReactNode
}

/** Fills the window above the keyboard of a phone, and is wider than other pages. Each pane scrolls separately. */
function Frame({ children }: FrameProps) {
  const around = `var(${headerHeight}) - var(${bannerHeight}, 0px) - var(${keyboardHeight}, 0px)`
  return (
    <Box
      sx={({ spacing }) => ({
        height: {
          xs: `calc(100dvh - ${spacing(2)} - ${around})`,
          lg: `calc(100dvh - ${spacing(4)} - ${around})`,
        },
        minHeight: deskSizes.minHeight,
        mb: { xs: -7, lg: -5 },
        mx: { xs: -1, lg: -2.5 },
        ...panes,
      })}
    >
      {children}
    </Box>
  )
}

const { queue, details } = deskSizes

const panes = {
  display: 'grid',
  columnGap: `${deskSizes.gap}px`,
  gridTemplate: '"heading" auto "queue" minmax(0, 1fr) / minmax(0, 1fr)',
  [deskPanes.two]: {
    gridTemplate: `"heading thread" auto "queue thread" minmax(0, 1fr) / ${queue.narrow}px minmax(0, 1fr)`,
  },
  ...besideSidebar(deskSizes.threePanes, {
    gridTemplate: `"heading thread details" auto "queue thread details" minmax(0, 1fr) / ${growing(queue)} minmax(0, 1fr) ${growing(details)}`,
  }),
}

/** The width of a pane that takes a quarter of the desk, within these limits. */
function growing({ narrow, wide }: { narrow: number; wide: number }) {
  return `clamp(${narrow}px, 24%, ${wide}px)`
}
