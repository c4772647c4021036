import { z } from 'zod'
import { Participant } from './accounts.ts'
import { limits } from './limits.ts'

export const notificationKinds = ['mention', 'assignment', 'reply'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** An entry in a person's inbox. Later replies in the same enquiry join an unread entry instead of adding another. */
export const Notification = z
  .object({
    _id: z.uuid(),
    kind: NotificationKind,
    by: Participant.describe('The last of them.'),
    enquiry: z
      .object({ _id: z.uuid(), enquiryId: z.string(), summery: z.string() })
      .describe('For several enquiries, the first of them.'),
    count: z.number().int().describe('Replies, or enquiries assigned by one bulk change; otherwise 1.'),
    at: z.iso.datetime().describe('The time of the last of them.'),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const ListNotifications = z.object({
  isRead: z.stringbool().optional().describe('Only read ones, or only unread ones.'),
  before: z.string().max(limits.cursor).optional().describe('The `next` of the page before.'),
})
export type ListNotifications = z.infer<typeof ListNotifications>

/** Newest first. */
export const Notifications = z.object({
  docs: z.array(Notification),
  next: z.string().nullable().describe('The `before` of the next page; null at the end.'),
})
export type Notifications = z.infer<typeof Notifications>

/** Marks one notification, or all up to the newest one that the caller has been shown. */
export const MarkNotifications = z
  .union([
    z.object({ id: z.guid(), isRead: z.boolean() }),
    z.object({ upTo: z.iso.datetime(), isRead: z.literal(true) }),
  ])
  .meta({ id: 'MarkNotifications' })
export type MarkNotifications = z.infer<typeof MarkNotifications>

const Ways = z.object({ inbox: z.boolean(), mail: z.boolean().describe('Only where mail is set up.') })

/** For each kind of event, how the person wants to be notified of it. */
export const NotificationChoices = z
  .object({ mention: Ways, assignment: Ways, reply: Ways })
  .meta({ id: 'NotificationChoices' })
export type NotificationChoices = z.infer<typeof NotificationChoices>

/** Only what changes: another device may change other choices at the same time. */
export const ChangeNotificationChoices = z
  .object({ mention: Ways.partial(), assignment: Ways.partial(), reply: Ways.partial() })
  .partial()
  .meta({ id: 'ChangeNotificationChoices' })
export type ChangeNotificationChoices = z.infer<typeof ChangeNotificationChoices>

export const usualChoices: NotificationChoices = {
  mention: { inbox: true, mail: true },
  assignment: { inbox: true, mail: false },
  reply: { inbox: true, mail: false },
}
