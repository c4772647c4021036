import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/database/database.ts'
import { isKeyClaimed, isKeyUsed } from '#server/database/databaseErrors.ts'
import { conflict, invalid, stillInProgress } from './errors.ts'
import { whenLeft } from './whenLeft.ts'

/** Longer than any text field, in characters: a longer string is the data URL of a file. */
const maxTextLength = 100_000

/** The keys of this server's current requests, so that a repeat is refused before its body is read. */
const inProgress = new Set<string>()

/** Refuses a request whose caller has another one with the same key in progress, with 409. */
export function refuseRepeats(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const key = idempotencyKey(request)
    const caller = request.actor?.userId ?? request.headers.authorization
    if (key === undefined || caller === undefined || request.method === 'GET') return
    const claim = `${caller} ${key}`
    if (inProgress.has(claim)) throw stillInProgress()
    inProgress.add(claim)
    whenLeft(reply, () => inProgress.delete(claim))
  })
}

/** Loads and locks the rows of a write. If the request is a repeat, PostgreSQL refuses this, because the claim of its key has failed. */
type Load<L> = (tx: Tx) => Promise<L>

/**
 * Runs `work` in one transaction, after `load`, which is sent together with the claim of the key. With an `Idempotency-Key`
 * header, runs it once per caller and key: repeats get the first response, or 409 while the first request is still in progress.
 */
export async function runIdempotently<T extends object, L = undefined>(
  db: Db,
  request: FastifyRequest,
  work: (tx: Tx, loaded: L) => Promise<T>,
  load: Load<L> = async () => undefined as L,
): Promise<T> {
  const { companyId, userId } = request.actor
  const key = idempotencyKey(request)
  if (key === undefined) return db.beginFor(companyId, async (tx) => work(tx, await load(tx)))
  return runOnce(db, { companyId, userId, key, fingerprint: await fingerprintOf(request) }, work, load)
}

/** The response to an earlier request with the same key, if there was one. Call it before work that takes long. */
export async function findEarlier<T>(db: Db, request: FastifyRequest): Promise<T | undefined> {
  const { companyId, userId } = request.actor
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const claim = { companyId, userId, key }
  if (!(await isUsed(db, claim))) return undefined
  return earlierResponse<T>(db, { ...claim, fingerprint: await fingerprintOf(request) })
}

async function isUsed(db: Db, { companyId, userId, key }: Omit<Claim, 'fingerprint'>) {
  const rows = await db`
    select 1 from idempotency where (company_id, user_id, key) = (${companyId}, ${userId}, ${key})`
  return rows.length > 0
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

type Claim = { companyId: string; userId: string; key: string; fingerprint: Buffer }

async function runOnce<T extends object, L>(
  db: Db,
  claim: Claim,
  work: (tx: Tx, loaded: L) => Promise<T>,
  load: Load<L>,
): Promise<T> {
  try {
    return await db.beginFor(claim.companyId, async (tx) => {
      const claimed = claimKey(tx, claim)
      const loading = load(tx)
      // Without the claim it fails as well.
      loading.catch(() => undefined)
      await claimed
      const response = await work(tx, await loading)
      tx.send(tx`insert into idempotency ${tx({ ...claim, answer: tx.json(response) })}`)
      return response
    })
  } catch (error) {
    if (!isKeyUsed(error)) throw error
    return await earlierResponse<T>(db, claim)
  }
}

/** Fails at once if another server has the claim, or the key was used, so that a repeat never waits with a connection. */
async function claimKey(tx: Tx, { companyId, userId, key }: Claim) {
  // `catch` sends the query now, before what the request loads.
  await tx`select claim_key(${companyId}::uuid, ${userId}::uuid, ${key}::text)`.catch((error: unknown) => {
    throw isKeyClaimed(error) ? stillInProgress() : error
  })
}

async function earlierResponse<T>(db: Db, { companyId, userId, key, fingerprint }: Claim): Promise<T> {
  const [earlier] = await db<{ fingerprint: Buffer; answer: T }[]>`
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
