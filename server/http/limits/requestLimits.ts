import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app.ts'
import { tooManyRequests } from '#server/http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An export, an import or a change of many: it costs so much that a company's calls are counted together. */
    isBulk?: boolean
  }
}

const message = 'Too many requests. Wait a minute and try again'
const bulkMessage = 'Your company exports, imports or changes many enquiries too often. Wait a minute and try again'

/**
 * Counts the requests of a minute, far above what people and their browsers send. Register it before the guard, so
 * that requests without a valid session count too; `countCallers` goes after the guard.
 */
export async function countAddresses(api: App, { requestsPerMinute }: Config) {
  await api.register(rateLimit, {
    // The hooks of the plugin run after those of the guard; this one runs before.
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000), message),
  })
  // By default the plugin counts an IPv6 network of 64 bits as one address.
  const count = api.createRateLimit()
  api.addHook('onRequest', async (request) => refuseExcess(await count(request), message))
}

/** Counts by person, and bulk work by company as well, whatever addresses they come from. */
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

function refuseExcess(count: Count, reason: string) {
  if (!count.isAllowed && count.isExceeded) throw tooManyRequests(count.ttlInSeconds, reason)
}
