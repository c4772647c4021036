import type { ListedEnquiry } from '#contract/enquiries.ts'
import { limits } from '#contract/limits.ts'
import {
  ChangeNotificationChoices,
  ListNotifications,
  MarkNotifications,
  Notification,
  NotificationChoices,
  notificationKinds,
  Notifications,
  usualChoices,
} from '#contract/notifications.ts'
import { MarkSeen, Unread } from '#contract/seen.ts'
import { enquiry, uuid } from './people.ts'

/** The schemas of the routes for what is unread. */
export const inboxContract = {
  'GET /unread': { answer: Unread },
  'POST /seen': { body: MarkSeen, answer: Unread },
  'GET /notification': { answer: Notifications },
  'PATCH /notification': { body: MarkNotifications, answer: Unread.pick({ notifications: true }) },
  'GET /notification/choices': { answer: NotificationChoices },
  'PATCH /notification/choices': { body: ChangeNotificationChoices, answer: NotificationChoices },
}

export interface InboxWorld {
  enquiries: ListedEnquiry[]
  /** Newest first. */
  notifications: Notification[]
  choices: NotificationChoices
}

export const emptyInbox = { notifications: [], choices: usualChoices }

export function isInboxRoute(route: string): route is keyof typeof inboxContract {
  return route in inboxContract
}

/** The higher the number, the older. */
export function notification(number: number, changes: Partial<Notification> = {}) {
  const { _id, enquiryId, summery } = enquiry(number)
  return Notification.parse({
    _id: uuid(4000 + number),
    kind: 'mention',
    by: { _id: uuid(6), name: 'Tomas Berg', profilePic: null },
    enquiry: { _id, enquiryId, summery },
    count: 1,
    at: new Date(Date.UTC(2026, 10, 20, 12) - number * 60_000).toISOString(),
    isRead: false,
    ...changes,
  })
}

interface InboxRequest {
  route: keyof typeof inboxContract
  params: Record<string, unknown>
  body: any
}

/** Their responders in the fake server. */
export function usualInbox({ route, params, body }: InboxRequest, world: InboxWorld) {
  switch (route) {
    case 'GET /unread':
      return ok(unreadOf(world))
    case 'POST /seen':
      world.notifications = world.notifications.map((each) => (isSeen(each, body) ? { ...each, isRead: true } : each))
      return ok(unreadOf({ ...world, enquiries: [] }))
    case 'GET /notification':
      return ok(pageOf(params, world.notifications))
    case 'PATCH /notification':
      world.notifications = marked(world.notifications, body)
      return ok(unreadOf(world), 'Marked')
    case 'GET /notification/choices':
      return ok(world.choices)
    case 'PATCH /notification/choices':
      world.choices = changedChoices(world.choices, body)
      return ok(world.choices, 'Notifications saved')
  }
}

function ok(data: unknown, message?: string) {
  return { status: 200, body: { message, data } }
}

/** Every enquiry's last message is as old as its last change. */
function unreadOf({ enquiries, notifications }: InboxWorld): Unread {
  const unread = enquiries.filter((one) => one.unread > 0).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const newest = unread[0] && { _id: unread[0]._id, enquiryId: unread[0].enquiryId, at: unread[0].updatedAt }
  const count = notifications.filter(({ isRead }) => !isRead).length
  return { enquiries: unread.length, newest: newest ?? null, notifications: count }
}

function changedChoices(choices: NotificationChoices, change: ChangeNotificationChoices) {
  return NotificationChoices.parse(
    Object.fromEntries(notificationKinds.map((kind) => [kind, { ...choices[kind], ...change[kind] }])),
  )
}

function pageOf(params: Record<string, unknown>, notifications: Notification[]): Notifications {
  const { isRead: isWanted, ...query } = params
  const asked = ListNotifications.parse({ ...query, isRead: JSON.stringify(isWanted) })
  const found = notifications.filter(
    ({ isRead, at }) => (asked.isRead === undefined || asked.isRead === isRead) && (!asked.before || at < asked.before),
  )
  const docs = found.slice(0, limits.notifications.size)
  return { docs, next: found.length > docs.length ? docs.at(-1)!.at : null }
}

/** Notes and assignments are seen from the host's seat only. */
function isSeen({ kind, enquiry: { _id } }: Notification, { enquiry: seen, side }: MarkSeen) {
  return _id === seen && (kind === 'reply' || side === 'host')
}

function marked(notifications: Notification[], mark: MarkNotifications) {
  const isMeant = ({ _id, at }: Notification) => ('id' in mark ? mark.id === _id : at <= mark.upTo)
  return notifications.map((each) => (isMeant(each) ? { ...each, isRead: mark.isRead } : each))
}
