import { useState } from 'react'
import type { MarkNotifications, Notification } from '#contract/notifications.ts'
import { isAboutUnread } from '#web/enquiries/seen/seenApi.ts'
import { useRefetchOn } from '#web/events/useRefetchOn.ts'
import { useListNotificationsInfiniteQuery, useMarkNotificationsMutation, type InboxView } from './notificationApi.ts'

/** The notifications of a view, kept up to date, and ways to mark them. */
export function useInbox(view: InboxView, userId: string) {
  const found = useListNotificationsInfiniteQuery(view, { refetchOnMountOrArgChange: true })
  const [markNotifications] = useMarkNotificationsMutation()
  const [read, setRead] = useState<Notification[]>([])
  useRefetchOn((event) => isAboutUnread(event, userId), found)
  const docs = found.currentData?.pages.flatMap((page) => page.docs)
  const shown = docs && (view === 'all' ? docs : withRead(docs, read))
  const send = (mark: MarkNotifications, quiet?: boolean) => void markNotifications({ mark, quiet })
  const mark = (notification: Notification, isRead: boolean, quiet?: boolean) => {
    const { _id: id } = notification
    const others = read.filter(({ _id }) => _id !== id)
    setRead(isRead ? [...others, { ...notification, isRead }] : others)
    send({ id, isRead }, quiet)
  }
  const markAll = () => {
    setRead([])
    const [newest] = docs ?? []
    if (newest) send({ upTo: newest.at, isRead: true })
  }
  const canMarkAll = docs !== undefined && docs.length > 0
  return { ...found, shown, mark, markAll, canMarkAll, forgetRead: () => setRead([]) }
}

/** The unread ones, and in their places those that were read since the panel opened: a person may want them back. */
function withRead(docs: Notification[], read: Notification[]) {
  const isKept = ({ _id }: Notification) => read.some((each) => each._id === _id)
  const gone = read.filter(({ _id }) => docs.every((each) => each._id !== _id))
  return [...docs.filter((each) => !each.isRead || isKept(each)), ...gone].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  )
}
