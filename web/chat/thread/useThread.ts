import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { reported } from '#web/api/reporting.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { isThreadRequested, senderChanged, useGetThreadAheadQuery, useGetThreadQuery } from '#web/chat/chatApi.ts'
import { onNews } from '#web/events/news.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { type RootState, useAppDispatch } from '#web/hooks.ts'

/** Fetches a thread and keeps it up to date. */
export function useThread(enquiryId: string) {
  const { data, error, isFetching, refetch } = useGetThreadQuery(enquiryId, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject, id }) => (subject === 'thread' || subject === 'seen') && id === enquiryId, {
    isFetching,
    refetch,
  })
  useRefetchAfterEarlyRequest(enquiryId, { isFetching, refetch })
  const dispatch = useAppDispatch()
  useEffect(() => {
    return onNews((news) => {
      if (news?.subject === 'user') dispatch(senderChanged(enquiryId, news.id))
    })
  }, [dispatch, enquiryId])
  useEffect(() => {
    if (error) console.error('Failed to fetch messages', error)
  }, [error])
  return { thread: data, failure: error && toFailure(error), isFetching, refresh: () => void reported(refetch()) }
}

/**
 * Fetches once more if the first request was under way before the page was rendered: its response may lack events from before the page
 * listened to them.
 */
function useRefetchAfterEarlyRequest(
  enquiryId: string,
  { isFetching, refetch }: { isFetching: boolean; refetch: () => unknown },
) {
  const store = useStore<RootState>()
  const [isEarly] = useState(() => isThreadRequested(store.getState(), enquiryId))
  const isDue = useRef(isEarly)
  const fetchAgain = useEffectEvent(refetch)
  useEffect(() => {
    if (isFetching || !isDue.current) return
    isDue.current = false
    void fetchAgain()
  }, [isFetching])
}

/** Fetches the thread that is likely to be opened next, and keeps it until then. */
export function useThreadAhead(enquiryId: string | undefined) {
  const { isFetching, refetch } = useGetThreadAheadQuery(enquiryId ?? skipToken, { selectFromResult: onlyFetching })
  // Opening it adds new messages, but does not fetch the names and pictures of known ones again.
  useRefetchOn(({ subject }) => subject === 'user', {
    isFetching,
    refetch: async () => (enquiryId === undefined ? {} : refetch()),
  })
}

function onlyFetching({ isFetching }: { isFetching: boolean }) {
  return { isFetching }
}
