import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LogIn, Register, SignedIn } from '#contract/accounts.ts'
import { answer } from '#contract/paging.ts'
import { unauthenticated } from '#server/http/errors.ts'
import type { App, Services } from '#server/services.ts'
import { joinCompany, logIn, registerCompany } from './accounts.ts'
import { requireJoining } from './registration.ts'
import { SessionCookie } from './sessionCookie.ts'
import { endSession, endSessionOf, renewSession } from './sessions.ts'

const tags = ['sessions']

export function authRoutes(app: App, services: Services) {
  const cookie = new SessionCookie(services)
  entryRoutes(app, services, cookie)
  sessionRoutes(app, services, cookie)
}

function entryRoutes(app: App, { config, db }: Services, cookie: SessionCookie) {
  for (const url of ['/auth/register', '/jwt/register']) {
    app.route({
      method: 'POST',
      url,
      config: { access: 'public', rateLimit: { max: 300 } },
      schema: {
        summary: 'Register a company, or join one by invitation',
        tags,
        body: Register,
        response: { 201: answer(SignedIn) },
      },
      async handler(request, reply) {
        const { body } = request
        if ('invitation' in body) requireJoining(config.registration)
        const session =
          'invitation' in body
            ? await joinCompany(db, body, originOf(request))
            : await registerCompany(db, body, originOf(request), config.registration)
        return reply.code(201).send({ message: 'Welcome', data: await cookie.signIn(reply, session) })
      },
    })
  }

  app.route({
    method: 'POST',
    url: '/auth/login',
    config: { access: 'public' },
    schema: { summary: 'Sign in', tags, body: LogIn, response: { 200: answer(SignedIn) } },
    async handler(request, reply) {
      const session = await logIn(db, request.body, originOf(request))
      return { message: 'Signed in', data: await cookie.signIn(reply, session) }
    },
  })
}

function sessionRoutes(app: App, { db, tokens }: Services, cookie: SessionCookie) {
  app.route({
    method: 'POST',
    url: '/auth/refresh',
    config: { access: 'public' },
    schema: { summary: 'Renew the session by its cookie', tags, response: { 200: answer(SignedIn) } },
    async handler(request, reply) {
      const session = await renewSession(db, cookie.read(request))
      if (!session) {
        cookie.clear(reply)
        throw unauthenticated('Your session has ended. Sign in again')
      }
      return { data: await cookie.signIn(reply, session) }
    },
  })

  app.route({
    method: 'POST',
    url: '/auth/logout',
    config: { access: 'public' },
    schema: { summary: 'End the session', tags, response: { 200: answer(z.null()) } },
    async handler(request, reply) {
      const holder = await tokens.verify(request.headers.authorization?.split(' ')[1] ?? '')
      if (holder) await endSession(db, holder)
      await endSessionOf(db, cookie.read(request))
      cookie.clear(reply)
      return { message: 'Signed out', data: null }
    },
  })
}

function originOf(request: FastifyRequest) {
  return { device: request.headers['user-agent'] ?? 'Unknown device', address: request.ip }
}
