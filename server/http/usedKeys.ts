import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/database.ts'
import { idempotencyKey } from './idempotency.ts'

/**
 * Whether the caller has used the `Idempotency-Key` of the request before. For what has to be done before the
 * transaction, and must not be done again for a request that is repeated.
 */
export async function isKeyUsed(db: Db, request: FastifyRequest) {
  const key = idempotencyKey(request)
  if (key === undefined) return false
  const { companyId, userId } = request.actor
  const [used] = await db`
    select 1 from idempotency where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  return used !== undefined
}
