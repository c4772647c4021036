import type { MarkSeen, Unread } from '#contract/seen.ts'
import { api } from '#web/api/api.ts'

const seenApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUnread: build.query<Unread, void>({ query: () => ({ url: '/unread', background: true, quiet: true }) }),
    markSeen: build.mutation<Unread, MarkSeen>({
      query: (body) => ({ url: '/seen', method: 'POST', body, background: true, quiet: true }),
    }),
  }),
})

/** Stores the unread count that came with the response to another request. */
export function unreadChanged(unread: Unread) {
  return seenApi.util.upsertQueryData('getUnread', undefined, unread)
}

export const { useGetUnreadQuery, useMarkSeenMutation } = seenApi
