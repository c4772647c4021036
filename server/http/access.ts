import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Action, Subject } from '#contract/accounts/abilities.ts'
import type { Side } from '#contract/chat.ts'
import type { Actor } from './actor.ts'
import { forbidden, unauthenticated } from './errors.ts'

/** The people who may call a route: anyone, people who are signed in, people with an ability, or the operators of the installation. */
export type Access = 'public' | 'signed-in' | 'operator' | readonly [Action, Subject]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor
  }
}

/** Restricts every route of `app` as its `access` says. Throws at startup for a route without `access`. */
export function guard(
  app: FastifyInstance,
  findActor: (token: string) => Promise<Actor | undefined>,
  isOperator: (actor: Actor) => Promise<boolean>,
) {
  app.decorateRequest('actor')
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} has no access rule`)
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === 'public' || request.is404) return
    request.actor = await authenticate(request, findActor)
    if (access === 'operator' && !(await isOperator(request.actor))) throw forbidden()
    if (Array.isArray(access) && !request.actor.ability.can(access[0], access[1])) throw forbidden()
  })
}

async function authenticate(request: FastifyRequest, findActor: (token: string) => Promise<Actor | undefined>) {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthenticated()
  const actor = await findActor(token)
  if (!actor) throw unauthenticated('Your session has ended. Sign in again')
  return actor
}

/** 403 for the host's seat without permission to reply. */
export function requireSeat({ ability }: Actor, side: Side) {
  if (side === 'host' && !ability.can('answer', 'enquiry'))
    throw forbidden('Only agents and owners can reply as support')
}
