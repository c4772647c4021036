import { z } from 'zod'
import { LogIn, Register, SignedIn } from '#contract/accounts.ts'
import { envelope } from '#contract/paging.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { joinCompany, registerCompany } from '#server/accounts/accounts.ts'
import type { AccessTokens } from '#server/accounts/sessions/accessTokens.ts'
import { SessionCookie, type SessionServices } from '#server/accounts/sessions/sessionCookie.ts'
import { endSession, endSessionOf, renewSession } from '#server/accounts/sessions/sessions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { unauthenticated } from '#server/http/errors.ts'
import { BrowserCookie, originOf, rememberBrowser } from './knownBrowsers.ts'
import { registrationLimit, requireJoining } from './registration.ts'
import { logIn } from './signIn.ts'

const tags = ['sessions']

export function authRoutes(app: App, services: SessionServices, mailer: AccountMailer) {
  const cookie = new SessionCookie(services)
  const browsers = new BrowserCookie(services.config)
  signInRoutes(app, services, mailer, { cookie, browsers })
  sessionRoutes(app, services, { cookie, browsers })
}

type Cookies = { cookie: SessionCookie; browsers: BrowserCookie }

function signInRoutes(
  app: App,
  { config, db }: { config: Config; db: Db },
  mailer: AccountMailer,
  { cookie, browsers }: Cookies,
) {
  const limit = registrationLimit(app, config)
  for (const url of [apiPaths.register, apiPaths.jwtRegister]) {
    app.route({
      method: 'POST',
      url,
      config: { access: 'public', rateLimit: { max: 300 } },
      schema: {
        summary: 'Register a company, or join one by invitation',
        tags,
        body: Register,
        response: { 201: envelope(SignedIn) },
      },
      async handler(request, reply) {
        const { body } = request
        if ('invitation' in body) requireJoining(config.registration)
        const origin = originOf(request, browsers)
        const session =
          'invitation' in body
            ? await joinCompany(db, mailer, body, origin)
            : await registerCompany(db, mailer, body, origin, {
                registration: config.registration,
                limit: async () => mailer.isOn && limit(request),
              })
        browsers.set(reply, origin.browser)
        return reply.code(201).send({ message: 'Welcome', data: await cookie.signIn(reply, session) })
      },
    })
  }

  app.route({
    method: 'POST',
    url: apiPaths.login,
    config: { access: 'public' },
    schema: { summary: 'Sign in', tags, body: LogIn, response: { 200: envelope(SignedIn) } },
    async handler(request, reply) {
      const origin = originOf(request, browsers)
      const session = await logIn(db, mailer, request.body, origin)
      browsers.set(reply, origin.browser)
      return { message: 'Signed in', data: await cookie.signIn(reply, session) }
    },
  })
}

function sessionRoutes(app: App, { db, tokens }: { db: Db; tokens: AccessTokens }, { cookie, browsers }: Cookies) {
  app.route({
    method: 'POST',
    url: apiPaths.refresh,
    config: { access: 'public' },
    schema: { summary: 'Renew the session with its cookie', tags, response: { 200: envelope(SignedIn) } },
    async handler(request, reply) {
      const session = await renewSession(db, cookie.read(request))
      if (!session) {
        cookie.clear(reply)
        throw unauthenticated('Your session has ended. Sign in again')
      }
      // Sessions from before the browser cookie existed get one now.
      if (!browsers.isSet(request)) {
        const browser = browsers.read(request)
        await rememberBrowser(db, session, browser)
        browsers.set(reply, browser)
      }
      return { data: await cookie.signIn(reply, session) }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.logout,
    config: { access: 'public' },
    schema: { summary: 'End the session', tags, response: { 200: envelope(z.null()) } },
    async handler(request, reply) {
      const refreshToken = cookie.read(request)
      const holder = await tokens.verify(request.headers.authorization?.split(' ')[1] ?? '')
      if (holder) await endSession(db, holder)
      await endSessionOf(db, refreshToken)
      cookie.clear(reply)
      return { message: 'Signed out', data: null }
    },
  })
}
