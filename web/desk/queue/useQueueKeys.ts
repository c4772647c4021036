import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeskSummary, Queue } from '#contract/desk.ts'
import type { Enquiry } from '#contract/enquiries.ts'
import { selectUser } from '#web/accounts/accountSlice.ts'
import { toastError } from '#web/api/toasts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import type { useGetQueueInfiniteQuery } from '#web/desk/deskApi.ts'
import { deskAddress, type DeskQuery } from '#web/desk/deskQuery.ts'
import { useAllPresent } from '#web/events/presence.ts'
import { useAppSelector } from '#web/hooks.ts'

type QueueQuery = ReturnType<typeof useGetQueueInfiniteQuery>

interface DeskQueue {
  queue: QueueQuery
  query: DeskQuery
  summary: DeskSummary | undefined
}

/**
 * Shortcuts to the next and previous enquiry of the queue. The next one is the next that no colleague has open or is
 * assigned to. At the end of the loaded part, more is fetched. Returns a function that opens the next enquiry, or
 * undefined if there is none, and its id if it is loaded.
 */
export function useQueueKeys({ queue, query, summary }: DeskQueue, openId: string | undefined) {
  const navigate = useNavigate()
  const isFree = useIsFree(query, summary)
  const docs = docsOf(queue.data)
  const index = docs.findIndex(({ _id }) => _id === openId)
  const place = usePlace(openId, index)
  const open = ({ _id }: Enquiry, state?: object) => void navigate(deskAddress(query, _id), { state })
  const openFetched = useOpenFetched(queue, openId, open)
  const nextIndex = index === place ? place + 1 : place
  const findNext = (loaded: Enquiry[], isAll: boolean) =>
    loaded.slice(nextIndex).find(isFree) ?? (isAll ? stillWaiting(loaded.filter(isFree), openId) : undefined)
  const next = findNext(docs, !queue.hasNextPage)
  const previous = docs[place - 1]
  const moveOn = (state?: object) => (next ? open(next, state) : void openFetched(findNext, state))
  const toNext = next || queue.hasNextPage ? moveOn : undefined
  useShortcut('nextInQueue', () => toNext?.(), toNext !== undefined)
  useShortcut('previousInQueue', () => previous && open(previous), previous !== undefined)
  return { toNext, nextId: next?._id }
}

/** Whether no other person who may answer has the enquiry open or, unless the queue is someone's, is assigned to it. */
function useIsFree({ assignee: shown }: DeskQuery, summary: DeskSummary | undefined) {
  const ownId = useAppSelector(selectUser)?._id
  const present = useAllPresent()
  const others = new Set(summary?.assignees.flatMap(({ _id, canAnswer }) => (canAnswer && _id !== ownId ? _id : [])))
  return ({ _id, assignee }: Enquiry) => {
    const isOpen = present.get(_id)?.some((person) => others.has(person._id))
    return !isOpen && (shown !== undefined || !assignee || assignee._id === ownId)
  }
}

function docsOf(data: { pages: Queue[] } | undefined): Enquiry[] {
  return data?.pages.flatMap((page) => page.docs) ?? []
}

function stillWaiting(docs: Enquiry[], openId: string | undefined) {
  return docs.find(({ _id, waitingSince }) => _id !== openId && waitingSince !== null)
}

/** At most this many pages are fetched to find the next enquiry. */
const maxPages = 4

/** Fetches pages until the next enquiry is found, and opens it, unless another one has been opened meanwhile. */
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
  return async (findNext: (loaded: Enquiry[], isAll: boolean) => Enquiry | undefined, state?: object) => {
    if (queue.isFetchingNextPage) return
    for (let page = 1; page <= maxPages; page++) {
      const { data, error } = await queue.fetchNextPage()
      if (error || shown.current !== openId) return
      const isAll = data?.pages.at(-1)?.nextCursor === null
      const found = findNext(docsOf(data), isAll)
      if (found) return open(found, state)
      if (isAll) break
    }
    toastError('Colleagues are working on the next enquiries. Choose one from the queue')
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
