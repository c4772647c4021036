import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/database/database.ts'
import { conflict, invalid, stillInProgress } from './errors.ts'

/** Longer than any text field, in characters: a longer string is the data URL of a file. */
const maxTextLength = 100_000

/** The keys of this server's current requests, so that a repeat is refused before it waits for anything. */
const inProgress = new Set<string>()

/**
 * Runs `work` in one transaction. With an `Idempotency-Key` header, runs it once per caller and key: repeats get the first
 * response, or 409 while the first request is still in progress.
 */
export async function runIdempotently<T extends object>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { companyId, userId } = request.actor
  const key = idempotencyKey(request)
  if (key === undefined) return db.beginFor(companyId, work)
  const claim = `${companyId} ${userId} ${key}`
  if (inProgress.has(claim)) throw stillInProgress()
  inProgress.add(claim)
  try {
    const fingerprint = await fingerprintOf(request)
    return await db.beginFor(companyId, (tx) => once(tx, request, { key, claim, fingerprint }, work))
  } finally {
    inProgress.delete(claim)
  }
}

/** The caller's `Idempotency-Key`, if any; 400 if it is invalid. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'idempotency-key': 'Idempotency-Key must be 1 to 255 visible ASCII characters' })
  }
  return key
}

type Claimed = { key: string; claim: string; fingerprint: Buffer }

async function once<T extends object>(
  tx: Tx,
  request: FastifyRequest,
  { key, claim, fingerprint }: Claimed,
  work: (tx: Tx) => Promise<T>,
) {
  const { companyId, userId } = request.actor
  await claimAcrossServers(tx, claim)
  const [inserted] = await tx`
    insert into idempotency ${tx({ companyId, userId, key, fingerprint })}
    on conflict do nothing
    returning 1`
  if (!inserted) return earlierResponse<T>(tx, request, key, fingerprint)
  const response = await work(tx)
  await tx`
    update idempotency set answer = ${JSON.stringify(response)}::text::jsonb
    where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  return response
}

/** Tries a lock first: waiting for the row of another server's transaction would hold a connection meanwhile. */
async function claimAcrossServers(tx: Tx, claim: string) {
  const [lock] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${claim}, 0)) as is_ours`
  if (!lock!.isOurs) throw stillInProgress()
}

async function earlierResponse<T>(tx: Tx, request: FastifyRequest, key: string, fingerprint: Buffer): Promise<T> {
  const { companyId, userId } = request.actor
  const [earlier] = await tx<{ fingerprint: Buffer; answer: T }[]>`
    select fingerprint, answer from idempotency
    where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  if (!earlier?.fingerprint.equals(fingerprint)) {
    throw conflict('This Idempotency-Key was used for a different request. Use a new key for each request')
  }
  return earlier.answer
}

/** Includes the whole URL, because its path may name the object to change, and its query the options. */
async function fingerprintOf({ method, originalUrl, body }: FastifyRequest) {
  const files: Buffer[] = []
  // Hashing a file takes long, so it happens in another thread.
  const hashLater = (content: Buffer) => `file ${files.push(content)}`
  const text = Buffer.isBuffer(body)
    ? hashLater(body)
    : JSON.stringify(body, (_name, value: unknown) => (isFile(value) ? hashLater(Buffer.from(value)) : value))
  const hash = createHash('sha256')
    .update(`${method} ${originalUrl}\n`)
    .update(text ?? '')
  for (const content of files) hash.update(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  return hash.digest()
}

function isFile(value: unknown): value is string {
  return typeof value === 'string' && value.length > maxTextLength
}
