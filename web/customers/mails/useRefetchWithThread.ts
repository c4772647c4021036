import { useRefetchOn } from '#web/events/useRefetchOn.ts'

interface SkippableQuery {
  isUninitialized: boolean
  isFetching: boolean
  refetch: () => PromiseLike<{ error?: unknown }>
}

/** Refetches when the thread of an enquiry changes. A query that is skipped stays so. */
export function useRefetchWithThread(enquiryId: string, { isUninitialized, isFetching, refetch }: SkippableQuery) {
  useRefetchOn(({ subject, id }) => subject === 'thread' && id === enquiryId, {
    isFetching,
    refetch: async () => (isUninitialized ? {} : refetch()),
  })
}
