import type { ChangeEvent } from '#contract/events.ts'
import type { MarkSeen, Unread } from '#contract/seen.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'

const seenApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUnread: build.query<Unread, void>({ query: () => ({ url: apiPaths.unread, background: true, quiet: true }) }),
    markSeen: build.mutation<Unread, MarkSeen>({
      query: (body) => ({ url: apiPaths.seen, method: 'POST', body, background: true, quiet: true }),
    }),
  }),
})

/** Stores the unread count that came with the response to another request. */
export function unreadChanged(unread: Unread) {
  return seenApi.util.upsertQueryData('getUnread', undefined, unread)
}

/** Whether the event may change what is unread: mentions come with notes, assignments with changes of enquiries. */
export function isAboutUnread({ subject, by }: ChangeEvent, userId: string) {
  return ['thread', 'enquiry', 'note'].includes(subject) || (subject === 'seen' && by === userId)
}

/** The number of unread notifications, once the page has requested it with the unread count. */
export function useUnreadNotifications() {
  return seenApi.endpoints.getUnread.useQueryState().data?.notifications
}

/** When the server last sent that number. The page's own changes keep this time. */
export function useUnreadFetchedAt() {
  return seenApi.endpoints.getUnread.useQueryState().fulfilledTimeStamp
}

/** Changes the number of unread notifications until the server's number arrives. */
export function unreadNotificationsChanged(change: (count: number) => number) {
  return seenApi.util.updateQueryData('getUnread', undefined, (unread) => {
    unread.notifications = change(unread.notifications)
  })
}

export const { useGetUnreadQuery, useMarkSeenMutation } = seenApi
