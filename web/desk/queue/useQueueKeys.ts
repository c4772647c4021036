import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Queue } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { useGetQueueInfiniteQuery } from '#web/desk/deskApi.ts'
import { deskAddress, type DeskQuery } from '#web/desk/deskQuery.ts'

type QueueQuery = ReturnType<typeof useGetQueueInfiniteQuery>

/**
 * Shortcuts to the next and previous enquiry of the queue. At the end of the loaded part, more is fetched. Returns a
 * function that opens the next enquiry, or undefined if there is none.
 */
export function useQueueKeys(queue: QueueQuery, openId: string | undefined, query: DeskQuery) {
  const navigate = useNavigate()
  const docs = docsOf(queue.data)
  const index = docs.findIndex(({ _id }) => _id === openId)
  const place = usePlace(openId, index)
  const open = ({ _id }: Enquiry) => void navigate(deskAddress(query, _id))
  const openFetched = useOpenFetched(queue, openId, open)
  const nextIndex = index === place ? place + 1 : place
  const next = docs[nextIndex] ?? (queue.hasNextPage ? undefined : stillWaiting(docs, openId))
  const previous = docs[place - 1]
  const toNext = next ? () => open(next) : queue.hasNextPage ? () => void openFetched(nextIndex) : undefined
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
function useOpenFetched(queue: QueueQuery, openId: string | undefined, open: (enquiry: Enquiry) => void) {
  const shown = useRef(openId)
  useEffect(() => {
    shown.current = openId
    return () => void (shown.current = undefined)
  }, [openId])
  return async (index: number) => {
    if (queue.isFetchingNextPage) return
    const { data } = await queue.fetchNextPage()
    const found = docsOf(data)[index]
    if (found && shown.current === openId) open(found)
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
