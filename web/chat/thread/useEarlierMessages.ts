import type { Thread } from '#contract/chat.ts'
import { toFailure } from '#web/api/toFailure.ts'
import { useGetEarlierMessagesMutation } from '#web/chat/chatApi.ts'

/** Loads the messages before the first known one, one page at a time. */
export function useEarlierMessages(enquiryId: string, thread: Thread | undefined) {
  const [fetchEarlier, { isLoading, error }] = useGetEarlierMessagesMutation()
  const load = async () => {
    const first = thread?.docs[0]
    if (!first || !thread.hasEarlier || isLoading) return
    try {
      await fetchEarlier({ enquiryId, before: first.seq }).unwrap()
    } catch (failure) {
      console.error('Failed to fetch messages', failure)
    }
  }
  return { load, isLoading, failure: error && toFailure(error) }
}
