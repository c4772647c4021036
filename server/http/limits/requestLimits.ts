import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app.ts'
import { tooManyRequests } from '#server/http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An export, an import or a bulk change: so expensive that it is counted by company as well as by person. */
    isBulk?: boolean
  }
}

const message = 'Too many requests. Wait a minute and try again'
const bulkMessage = 'Your company has started too many exports, imports or bulk changes. Wait a minute and try again'

/**
 * Limits the requests per minute and address, far above what people and their browsers send. Register it before the guard,
 * so that requests without a valid session count too, and `countCallers` after the guard.
 */
export async function countAddresses(api: App, { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>) {
  await api.register(rateLimit, {
    // The plugin's own hooks would run after the guard's.
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000), message),
  })
  // By default, the plugin counts an IPv6 /64 network as one address.
  const count = api.createRateLimit()
  api.addHook('onRequest', async (request) => refuseExcess(await count(request), message))
}

/** Limits requests by person, and bulk work by company too, regardless of their addresses. */
export function countCallers(api: App, { requestsPerMinute, bulkRequestsPerMinute }: Config) {
  const countPerson = api.createRateLimit({
    max: requestsPerMinute,
    keyGenerator: ({ actor }: FastifyRequest) => actor.userId,
  })
  const countCompany = api.createRateLimit({
    max: bulkRequestsPerMinute,
    keyGenerator: ({ actor }: FastifyRequest) => actor.companyId,
  })
  api.addHook('onRequest', async (request) => {
    if (!request.actor) return
    refuseExcess(await countPerson(request), message)
    if (request.routeOptions.config.isBulk) refuseExcess(await countCompany(request), bulkMessage)
  })
}

type Count = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>

/** Throws 429 if a limit is exceeded. */
export function refuseExcess(count: Count, reason: string) {
  if (!count.isAllowed && count.isExceeded) throw tooManyRequests(count.ttlInSeconds, reason)
}
