import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { SessionEntry } from '#contract/accounts.ts'
import * as secretTokens from '#server/accounts/secretTokens.ts'
import { hashOf, newSecret } from '#server/accounts/secretTokens.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { notFound, unauthenticated } from '#server/http/errors.ts'
import type { TokenHolder } from './accessTokens.ts'

/** An unused session ends after this time. The company's own limit ends every session, used or not. */
export const idleDays = 30
/** How long and how often the client may repeat a renewal with the same token because the response was lost. */
const retryWindowSeconds = 5 * 60
const maxRetries = 20

export type Session = TokenHolder & { refreshToken: string }

/**
 * Starts a session: one family of single-use refresh tokens. Throws 401 if the person was deactivated or their password
 * changed since it was checked.
 */
export async function startSession(
  tx: Queryable,
  { companyId, id, passwordHash }: { companyId: string; id: string; passwordHash: string },
  device: string,
): Promise<Session> {
  const sessionId = uuidv7()
  const secret = newSecret()
  const { count } = await tx`
    with active_user as (
      update app_user set last_seen_at = now()
      where company_id = ${companyId} and id = ${id} and password_hash = ${passwordHash} and deactivated_at is null
      returning company_id, id
    )
    insert into session (company_id, id, user_id, token_hash, device, expires_at)
    select u.company_id, ${sessionId}, u.id, ${hashOf(secret)}, ${device.slice(0, 300)},
      now() + make_interval(days => least(${idleDays}, c.session_days))
    from active_user u join company c on c.id = u.company_id`
  if (count === 0) throw unauthenticated('The email address or the password is wrong')
  const holder = { companyId, userId: id, sessionId }
  return { ...holder, refreshToken: tokenOf(holder, secret) }
}

/**
 * Exchanges a refresh token for the next one. A used token ends the whole session, because it may be stolen (RFC 9700,
 * section 4.14.2). The last used token works again for a few minutes, until one of its successors is used, in case the
 * response was lost.
 */
export async function renewSession(db: Db, refreshToken: string): Promise<Session | undefined> {
  const given = parseToken(refreshToken)
  if (!given) return undefined
  return db.beginFor(given.companyId, async (tx) => {
    const found = await lockSession(tx, given)
    if (!found) return undefined
    const used = hashOf(given.secret)
    const isRetry = hashesEqual(found.previousHash, used) && found.mayRetry
    if (!isRetry && !found.newestHashes.some((hash) => hashesEqual(hash, used))) {
      await endSession(tx, given)
      return undefined
    }
    const secret = newSecret()
    await storeNextToken(tx, given, { used, next: hashOf(secret), isRetry })
    const holder = { companyId: given.companyId, sessionId: given.sessionId, userId: found.userId }
    return { ...holder, refreshToken: tokenOf(holder, secret) }
  })
}

type SessionKey = Pick<TokenHolder, 'companyId' | 'sessionId'>

/** After retries there are several newest tokens, and the client may have received any of them. */
type TokenHashes = { userId: string; previousHash: Buffer | null; newestHashes: Buffer[]; mayRetry: boolean }

async function lockSession(tx: Tx, { companyId, sessionId }: SessionKey) {
  const [row] = await tx<TokenHashes[]>`
    select user_id, previous_hash, other_hashes || token_hash as newest_hashes,
      renewed_at > now() - make_interval(secs => ${retryWindowSeconds}) and cardinality(other_hashes) < ${maxRetries} as may_retry
    from session
    where company_id = ${companyId} and id = ${sessionId} and expires_at > now()
    for update`
  return row
}

function hashesEqual(stored: Buffer | null, given: Buffer) {
  return stored !== null && timingSafeEqual(stored, given)
}

type Renewal = { used: Buffer; next: Buffer; isRetry: boolean }

async function storeNextToken(tx: Tx, { companyId, sessionId }: SessionKey, { used, next, isRetry }: Renewal) {
  await tx`
    update session
    set token_hash = ${next}, previous_hash = ${used},
      other_hashes = ${isRetry ? tx`other_hashes || token_hash` : tx`'{}'`},
      renewed_at = ${isRetry ? tx`renewed_at` : tx`now()`},
      last_seen_at = now(), expires_at = least(now() + make_interval(days => ${idleDays}), ${absoluteExpiry(tx)})
    where company_id = ${companyId} and id = ${sessionId}`
}

/** The end of a session that is renewed again and again, counted from its sign-in. */
function absoluteExpiry(tx: Tx) {
  return tx`created_at + (select make_interval(days => session_days) from company where id = session.company_id)`
}

/** Applies the company's limit to running sessions. Sessions that are already older end at once. */
export async function applySessionDays(tx: Tx, companyId: string) {
  await tx`update session set expires_at = least(expires_at, ${absoluteExpiry(tx)}) where company_id = ${companyId}`
}

/** Ends a session. The server refuses its refresh token and its access tokens from now on. */
export async function endSession(db: Queryable, { companyId, sessionId }: SessionKey) {
  await db`delete from session where company_id = ${companyId} and id = ${sessionId}`
}

/** The actor's sessions, most recently used first. */
export async function listSessions(db: Db, { companyId, userId, sessionId }: TokenHolder): Promise<SessionEntry[]> {
  const rows = await db<{ id: string; device: string; createdAt: Date; lastSeenAt: Date }[]>`
    select id, device, created_at, last_seen_at from session
    where company_id = ${companyId} and user_id = ${userId} and expires_at > now()
    order by last_seen_at desc`
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the actor's own sessions. Throws 404 for any other session. */
export async function endOwnSession(db: Db, { companyId, userId }: TokenHolder, sessionId: string) {
  const { count } = await db`
    delete from session where company_id = ${companyId} and id = ${sessionId} and user_id = ${userId}`
  if (count === 0) throw notFound('Session')
}

/** Ends all the actor's sessions except the current one. */
export async function endOtherSessions(tx: Tx, { companyId, userId, sessionId }: TokenHolder) {
  await tx`delete from session where company_id = ${companyId} and user_id = ${userId} and id <> ${sessionId}`
}

/** Ends all sessions of a person. */
export async function endSessions(tx: Tx, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  await tx`delete from session where company_id = ${companyId} and user_id = ${userId}`
}

/** Ends the session of a refresh token. */
export async function endSessionOf(db: Db, refreshToken: string) {
  const session = await renewSession(db, refreshToken)
  if (session) await endSession(db, session)
}

function tokenOf({ companyId, sessionId }: SessionKey, secret: string) {
  return secretTokens.tokenOf({ companyId, id: sessionId }, secret)
}

function parseToken(refreshToken: string) {
  const parsed = secretTokens.parseToken(refreshToken)
  return parsed && { companyId: parsed.companyId, sessionId: parsed.id, secret: parsed.secret }
}
