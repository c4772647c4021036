import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Queue } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { useGetQueueInfiniteQuery } from '#web/desk/deskApi.ts'
import { deskAddress, type DeskQuery } from '#web/desk/deskQuery.ts'
import { isOpenOnDesk } from '#web/events/presence.ts'
import { useAppSelector } from '#web/hooks.ts'

type QueueQuery = ReturnType<typeof useGetQueueInfiniteQuery>

/**
 * Shortcuts to the next and previous enquiry of the queue. The next one is the next that no colleague has open or is
 * assigned to. At the end of the loaded part, more is fetched. Returns a function that opens the next enquiry, or
 * undefined if there is none.
 */
export function useQueueKeys(queue: QueueQuery, openId: string | undefined, query: DeskQuery) {
  const navigate = useNavigate()
  const ownId = useAppSelector(selectUser)?._id
  const isFree = ({ _id, assignee }: Enquiry) =>
    !isOpenOnDesk(_id, ownId) && (query.assignee !== undefined || !assignee || assignee._id === ownId)
  const docs = docsOf(queue.data)
  const index = docs.findIndex(({ _id }) => _id === openId)
  const place = usePlace(openId, index)
  const open = ({ _id }: Enquiry, state?: object) => void navigate(deskAddress(query, _id), { state })
  const openFetched = useOpenFetched(queue, openId, open)
  const nextIndex = index === place ? place + 1 : place
  const nextOf = (from: Enquiry[]) => from.slice(nextIndex).find(isFree)
  const findNext = () => nextOf(docs) ?? (queue.hasNextPage ? undefined : stillWaiting(docs.filter(isFree), openId))
  const previous = docs[place - 1]
  // Looks again when the person moves on, because colleagues come and go without a render.
  const moveOn = (state?: object) => {
    const next = findNext()
    if (next) open(next, state)
    else if (queue.hasNextPage) void openFetched(nextOf, state)
  }
  const toNext = findNext() || queue.hasNextPage ? moveOn : undefined
  useShortcut('nextInQueue', () => toNext?.(), toNext !== undefined)
  useShortcut('previousInQueue', () => previous && open(previous), previous !== undefined)
  return toNext
}

function docsOf(data: { pages: Queue[] } | undefined): Enquiry[] {
  return data?.pages.flatMap((page) => page.docs) ?? []
}

function stillWaiting(docs: Enquiry[], openId: string | undefined) {
  return docs.find(({ _id, waitingSince }) => _id !== openId && waitingSince !== null)
}

/** Opens the first enquiry of the next page once it is loaded, unless another one has been opened meanwhile. */
function useOpenFetched(
  queue: QueueQuery,
  openId: string | undefined,
  open: (enquiry: Enquiry, state?: object) => void,
) {
  const shown = useRef(openId)
  useEffect(() => {
    shown.current = openId
    return () => void (shown.current = undefined)
  }, [openId])
  return async (nextOf: (docs: Enquiry[]) => Enquiry | undefined, state?: object) => {
    if (queue.isFetchingNextPage) return
    const { data } = await queue.fetchNextPage()
    const found = nextOf(docsOf(data))
    if (found && shown.current === openId) open(found, state)
  }
}

/** The index at which the open enquiry was found. It stays the same when a reply removes the enquiry from there. */
function usePlace(openId: string | undefined, index: number) {
  const [kept, setKept] = useState({ openId, place: index })
  const isMovedUp = index >= 0 && (kept.place < 0 || index < kept.place)
  if (kept.openId === openId && !isMovedUp) return openId === undefined ? -1 : kept.place
  setKept({ openId, place: index })
  return index
}
