import { z } from 'zod'
import { ChangePassword, Reauthenticate, SessionEntry } from '#contract/accounts.ts'
import { envelope } from '#contract/paging.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { changePassword } from '#server/accounts/passwords/passwordChange.ts'
import { BrowserCookie, originOf } from '#server/accounts/signIn/knownBrowsers.ts'
import { reauthenticate, requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { endOwnSession, listSessions } from './sessions.ts'

const tags = ['sessions']

interface SecurityServices {
  config: Config
  db: Db
}

export function securityRoutes(app: App, services: SecurityServices, mailer: AccountMailer) {
  passwordRoutes(app, services, mailer)
  sessionRoutes(app, services.db)
}

function passwordRoutes(app: App, { config, db }: SecurityServices, mailer: AccountMailer) {
  const browsers = new BrowserCookie(config)

  app.route({
    method: 'POST',
    url: apiPaths.password,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Change your password; ends your other sessions',
      tags,
      body: ChangePassword,
      response: { 200: envelope(z.null()) },
    },
    async handler(request) {
      await changePassword(db, mailer, request.actor, request.body, originOf(request, browsers))
      return { message: 'Password changed. Your other sessions have ended', data: null }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.reauthenticate,
    config: { access: 'signed-in' },
    schema: {
      summary: 'Confirm your password again, which some changes require ten minutes after sign-in',
      tags,
      body: Reauthenticate,
      response: { 200: envelope(z.null()) },
    },
    async handler(request) {
      await reauthenticate(db, mailer, request.actor, request.body, originOf(request, browsers))
      return { message: 'Password confirmed', data: null }
    },
  })
}

function sessionRoutes(app: App, db: Db) {
  app.route({
    method: 'GET',
    url: apiPaths.sessions,
    config: { access: 'signed-in' },
    schema: { summary: 'List your sessions', tags, response: { 200: envelope(z.array(SessionEntry)) } },
    handler: async ({ actor }) => ({ message: 'Your sessions', data: await listSessions(db, actor) }),
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.session,
    config: { access: 'signed-in' },
    schema: {
      summary: 'End one of your sessions',
      tags,
      params: z.object({ id: z.uuid() }),
      response: { 200: envelope(z.null()) },
    },
    async handler({ actor, params }) {
      if (params.id !== actor.sessionId) await requireRecentSignIn(db, actor)
      await endOwnSession(db, actor, params.id)
      return { message: 'Session ended', data: null }
    },
  })
}
