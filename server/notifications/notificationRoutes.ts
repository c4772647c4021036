import {
  ChangeNotificationChoices,
  ListNotifications,
  MarkNotifications,
  NotificationChoices,
  Notifications,
} from '#contract/notifications.ts'
import { envelope } from '#contract/paging.ts'
import { Unread } from '#contract/seen.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { changeChoices, findChoices } from './choices.ts'
import { markNotifications } from './marking.ts'
import { findUnreadCount, listNotifications, toNotification } from './notificationStore.ts'

const tags = ['notifications']

export function notificationRoutes(app: App, services: { db: Db; urls: FileUrls }) {
  inboxRoutes(app, services)
  choiceRoutes(app, services)
}

function inboxRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }) {
  app.route({
    method: 'GET',
    url: apiPaths.notification,
    config: { access: 'signed-in' },
    schema: {
      summary: 'The caller’s notifications, newest first',
      tags,
      querystring: ListNotifications,
      response: { 200: envelope(Notifications) },
    },
    async handler({ actor, query }) {
      const { rows, next } = await listNotifications(db, actor, query)
      return { message: 'Notifications', data: { docs: rows.map((row) => toNotification(row, urls)), next } }
    },
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.notification,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Mark notifications as read or unread; returns how many are still unread',
      tags,
      body: MarkNotifications,
      response: { 200: envelope(Unread.pick({ notifications: true })) },
    },
    async handler({ actor, body }) {
      await markNotifications(db, actor, body)
      const marked = 'id' in body ? 'Notification' : 'All notifications'
      const message = `${marked} marked as ${body.isRead ? 'read' : 'unread'}`
      return { message, data: await findUnreadCount(db, actor) }
    },
  })
}

function choiceRoutes(app: App, { db }: { db: Db }) {
  app.route({
    method: 'GET',
    url: apiPaths.notificationChoices,
    config: { access: 'signed-in' },
    schema: {
      summary: 'What the caller is notified of, and how',
      tags,
      response: { 200: envelope(NotificationChoices) },
    },
    handler: async ({ actor }) => ({ data: await findChoices(db, actor) }),
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.notificationChoices,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Change what to be notified of, and how; returns all choices',
      tags,
      body: ChangeNotificationChoices,
      response: { 200: envelope(NotificationChoices) },
    },
    async handler({ actor, body }) {
      return { message: 'Notifications saved', data: await changeChoices(db, actor, body) }
    },
  })
}
