import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/database/database.ts'
import { conflict, invalid } from './errors.ts'

/**
 * Runs `work` in one transaction; with an `Idempotency-Key` header once per caller and key, however often
 * it comes, also at the same moment: the second waits for the first and gets its answer.
 */
export async function carryOut<T extends object>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const key = idempotencyKey(request)
  return (await db.begin((tx) => (key === undefined ? work(tx) : once(tx, request, key, work)))) as T
}

/** The caller's `Idempotency-Key`, if any; 400 when it is not one. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'idempotency-key': 'Idempotency-Key must be 1 to 255 visible ASCII characters' })
  }
  return key
}

async function once<T extends object>(tx: Tx, request: FastifyRequest, key: string, work: (tx: Tx) => Promise<T>) {
  const { companyId, userId } = request.actor
  const fingerprint = fingerprintOf(request)
  const [claimed] = await tx`
    insert into idempotency ${tx({ companyId, userId, key, fingerprint })}
    on conflict do nothing
    returning 1`
  if (!claimed) return earlierAnswer<T>(tx, request, key, fingerprint)

  const answer = await work(tx)
  await tx`
    update idempotency set answer = ${JSON.stringify(answer)}::text::jsonb
    where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  return answer
}

async function earlierAnswer<T>(tx: Tx, request: FastifyRequest, key: string, fingerprint: Buffer): Promise<T> {
  const { companyId, userId } = request.actor
  const [earlier] = await tx<{ fingerprint: Buffer; answer: T }[]>`
    select fingerprint, answer from idempotency
    where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  if (!earlier?.fingerprint.equals(fingerprint)) {
    throw conflict('This Idempotency-Key was used for something else. Use a new key for a new request')
  }
  return earlier.answer
}

/** With the whole address: its path may name what is changed, its query how. */
function fingerprintOf({ method, originalUrl, body }: FastifyRequest) {
  return createHash('sha256')
    .update(`${method} ${originalUrl}\n`)
    .update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? ''))
    .digest()
}
