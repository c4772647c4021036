import type { QueryReturnValue } from '@reduxjs/toolkit/query'
import { limits } from '#contract/limits.ts'
import {
  notificationKinds,
  type ChangeNotificationChoices,
  type MarkNotifications,
  type Notification,
  type NotificationChoices,
  type Notifications,
} from '#contract/notifications.ts'
import type { Unread } from '#contract/seen.ts'
import { api } from '#web/api/api.ts'
import { apiPaths } from '#web/api/apiPaths.ts'
import type { Failure } from '#web/api/errors.ts'
import { unreadNotificationsChanged } from '#web/enquiries/seen/seenApi.ts'
import type { AppDispatch, RootState } from '#web/hooks.ts'

export type InboxView = 'unread' | 'all'

const notificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotifications: build.infiniteQuery<Notifications, InboxView, string>({
      query: ({ queryArg, pageParam }) => ({
        url: apiPaths.notification,
        params: { isRead: queryArg === 'unread' ? false : undefined, before: pageParam || undefined },
        background: true,
      }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next ?? undefined },
    }),
    markNotifications: build.mutation<Pick<Unread, 'notifications'>, { mark: MarkNotifications; quiet?: boolean }>({
      query: ({ mark: body, quiet }) => ({
        url: apiPaths.notification,
        method: 'PATCH',
        body,
        background: true,
        quiet,
      }),
      async onQueryStarted({ mark }, { dispatch, queryFulfilled }) {
        const shown = dispatch(markShown(mark))
        await queryFulfilled.then(
          ({ data }) => dispatch(unreadNotificationsChanged(() => data.notifications)),
          () => shown.forEach(({ undo }) => undo()),
        )
      },
    }),
    getNotificationChoices: build.query<NotificationChoices, void>({
      query: () => ({ url: apiPaths.notificationChoices, background: true }),
    }),
    changeNotificationChoices: build.mutation<NotificationChoices, ChangeNotificationChoices>({
      queryFn: (body, _api, _options, request) => {
        const send = () => request({ url: apiPaths.notificationChoices, method: 'PATCH', body, background: true })
        // One after the other, so that the last response has all changes.
        const sent = lastSent.then(send) as Promise<ChoicesResult>
        lastSent = sent
        return sent
      },
      async onQueryStarted(change, { dispatch, queryFulfilled }) {
        countSent += 1
        const number = countSent
        const shown = dispatch(
          notificationApi.util.updateQueryData('getNotificationChoices', undefined, (known) =>
            withChange(known, change),
          ),
        )
        await queryFulfilled.then(
          ({ data }) =>
            number === countSent &&
            dispatch(notificationApi.util.updateQueryData('getNotificationChoices', undefined, () => data)),
          () => shown.undo(),
        )
      },
    }),
  }),
})

type ChoicesResult = QueryReturnValue<NotificationChoices, Failure, object | undefined>

let lastSent: Promise<unknown> = Promise.resolve()
let countSent = 0

function withChange(choices: NotificationChoices, change: ChangeNotificationChoices) {
  for (const kind of notificationKinds) Object.assign(choices[kind], change[kind])
}

/** Marks the loaded notifications, and counts them, until the server responds. Each result can be undone. */
function markShown(mark: MarkNotifications) {
  return (dispatch: AppDispatch, getState: () => RootState) => {
    const views = notificationApi.util.selectCachedArgsForQuery(getState(), 'listNotifications')
    const changed = new Set<string>()
    const patches = views.map((view) =>
      dispatch(
        notificationApi.util.updateQueryData('listNotifications', view, ({ pages }) => {
          for (const each of pages.flatMap(({ docs }) => docs)) {
            if (each.isRead === mark.isRead || !isMarked(mark, each)) continue
            each.isRead = mark.isRead
            changed.add(each._id)
          }
        }),
      ),
    )
    if (changed.size === 0) return patches
    return [...patches, dispatch(unreadNotificationsChanged((count) => countAfter(count, mark, changed.size)))]
  }
}

function isMarked(mark: MarkNotifications, { _id, at }: Notification) {
  return 'id' in mark ? mark.id === _id : at <= mark.upTo
}

/** From `limits.notifications.unread` on, the number is not exact. */
function countAfter(count: number, mark: MarkNotifications, changed: number) {
  if ('upTo' in mark) return 0
  if (count >= limits.notifications.unread) return count
  return Math.max(0, mark.isRead ? count - changed : count + changed)
}

export const {
  useListNotificationsInfiniteQuery,
  useMarkNotificationsMutation,
  useGetNotificationChoicesQuery,
  useChangeNotificationChoicesMutation,
} = notificationApi
