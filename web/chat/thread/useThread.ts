import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect } from 'react'
import { toFailure } from '#web/api/toFailure.ts'
import { senderChanged, useGetThreadQuery } from '#web/chat/chatApi.ts'
import { onNews } from '#web/events/news.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useAppDispatch } from '#web/hooks.ts'

/** Fetches the thread that is likely to be opened next, and keeps it until then. */
export function useThreadAhead(enquiryId: string | undefined) {
  useGetThreadQuery(enquiryId ?? skipToken, { selectFromResult: nothing })
}

function nothing() {
  return {}
}

/** Fetches a thread and keeps it up to date. */
export function useThread(enquiryId: string) {
  const { data, error, isFetching, refetch } = useGetThreadQuery(enquiryId, { refetchOnMountOrArgChange: true })
  useRefetchOn(({ subject, id }) => (subject === 'thread' || subject === 'seen') && id === enquiryId, {
    isFetching,
    refetch,
  })
  const dispatch = useAppDispatch()
  useEffect(() => {
    return onNews((news) => {
      if (news?.subject === 'user') dispatch(senderChanged(enquiryId, news.id))
    })
  }, [dispatch, enquiryId])
  useEffect(() => {
    if (error) console.error('Failed to fetch messages', error)
  }, [error])
  return { thread: data, failure: error && toFailure(error), isFetching, refresh: () => void refetch() }
}
