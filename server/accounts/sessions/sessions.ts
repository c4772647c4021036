import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { SessionEntry } from '#contract/accounts.ts'
import * as secretTokens from '#server/accounts/secretTokens.ts'
import { hashOf, newSecret } from '#server/accounts/secretTokens.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { notFound, unauthenticated } from '#server/http/errors.ts'
import type { TokenHolder } from './accessTokens.ts'

/** A session that nobody uses ends after this time; used or not, it ends when the company's own limit is reached. */
export const idleDays = 30
/** For how long, and how often, a token may come again because the answer to it was lost. */
const repeatSeconds = 5 * 60
const repeats = 20

export type Session = TokenHolder & { refreshToken: string }

/**
 * Starts a session: one family of refresh tokens, each good for one use. 401 for who was deactivated, or got another
 * password, since it was looked.
 */
export async function startSession(
  tx: Queryable,
  { companyId, id, passwordHash }: { companyId: string; id: string; passwordHash: string },
  device: string,
): Promise<Session> {
  const sessionId = uuidv7()
  const secret = newSecret()
  const { count } = await tx`
    with welcome as (
      update app_user set last_seen_at = now()
      where company_id = ${companyId} and id = ${id} and password_hash = ${passwordHash} and deactivated_at is null
      returning company_id, id
    )
    insert into session (company_id, id, user_id, token_hash, device, expires_at)
    select w.company_id, ${sessionId}, w.id, ${hashOf(secret)}, ${device.slice(0, 300)},
      now() + make_interval(days => least(${idleDays}, c.session_days))
    from welcome w join company c on c.id = w.company_id`
  if (count === 0) throw unauthenticated('The email address or the password is wrong')
  const holder = { companyId, userId: id, sessionId }
  return { ...holder, refreshToken: tokenOf(holder, secret) }
}

/**
 * Trades a refresh token for the next one. One that was used before ends its whole session: it was stolen. Unless the
 * answer to it was lost: for a short time, and while nothing that followed it is used, it may come again.
 */
export async function renewSession(db: Db, refreshToken: string): Promise<Session | undefined> {
  const given = parseToken(refreshToken)
  if (!given) return undefined
  return db.beginFor(given.companyId, async (tx) => {
    const found = await lockSession(tx, given)
    if (!found) return undefined
    const used = hashOf(given.secret)
    const isRepeated = isSame(found.previousHash, used) && found.mayRepeat
    if (!isRepeated && !found.newestHashes.some((hash) => isSame(hash, used))) {
      await endSession(tx, given)
      return undefined
    }
    const secret = newSecret()
    await keepNext(tx, given, { used, next: hashOf(secret), isRepeated })
    const holder = { companyId: given.companyId, sessionId: given.sessionId, userId: found.userId }
    return { ...holder, refreshToken: tokenOf(holder, secret) }
  })
}

type SessionKey = Pick<TokenHolder, 'companyId' | 'sessionId'>

/** Any of the newest may be the one that has arrived. */
type Tokens = { userId: string; previousHash: Buffer | null; newestHashes: Buffer[]; mayRepeat: boolean }

async function lockSession(tx: Tx, { companyId, sessionId }: SessionKey) {
  const [row] = await tx<Tokens[]>`
    select user_id, previous_hash, other_hashes || token_hash as newest_hashes,
      renewed_at > now() - make_interval(secs => ${repeatSeconds}) and cardinality(other_hashes) < ${repeats} as may_repeat
    from session
    where company_id = ${companyId} and id = ${sessionId} and expires_at > now()
    for update`
  return row
}

function isSame(kept: Buffer | null, given: Buffer) {
  return kept !== null && timingSafeEqual(kept, given)
}

type Renewal = { used: Buffer; next: Buffer; isRepeated: boolean }

async function keepNext(tx: Tx, { companyId, sessionId }: SessionKey, { used, next, isRepeated }: Renewal) {
  await tx`
    update session
    set token_hash = ${next}, previous_hash = ${used},
      other_hashes = ${isRepeated ? tx`other_hashes || token_hash` : tx`'{}'`},
      renewed_at = ${isRepeated ? tx`renewed_at` : tx`now()`},
      last_seen_at = now(), expires_at = least(now() + make_interval(days => ${idleDays}), ${lastMoment(tx)})
    where company_id = ${companyId} and id = ${sessionId}`
}

/** When a session ends that is renewed again and again: counted from its sign-in. */
function lastMoment(tx: Tx) {
  return tx`created_at + (select make_interval(days => session_days) from company where id = session.company_id)`
}

/** Sessions that have lasted longer than the company allows by now end at once; the others later. */
export async function applySessionDays(tx: Tx, companyId: string) {
  await tx`update session set expires_at = least(expires_at, ${lastMoment(tx)}) where company_id = ${companyId}`
}

/** Ends a session: its refresh token and its access tokens are refused from now on. */
export async function endSession(db: Queryable, { companyId, sessionId }: SessionKey) {
  await db`delete from session where company_id = ${companyId} and id = ${sessionId}`
}

/** The actor's sessions, the last used first. */
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

/** Ends one of the actor's own sessions. 404 for any other. */
export async function endOwnSession(db: Db, { companyId, userId }: TokenHolder, sessionId: string) {
  const { count } = await db`
    delete from session where company_id = ${companyId} and id = ${sessionId} and user_id = ${userId}`
  if (count === 0) throw notFound('Session')
}

/** Ends the actor's sessions but the one they ask from. */
export async function endOtherSessions(tx: Tx, { companyId, userId, sessionId }: TokenHolder) {
  await tx`delete from session where company_id = ${companyId} and user_id = ${userId} and id <> ${sessionId}`
}

/** Ends all sessions of somebody. */
export async function endSessions(tx: Tx, { companyId, userId }: Pick<TokenHolder, 'companyId' | 'userId'>) {
  await tx`delete from session where company_id = ${companyId} and user_id = ${userId}`
}

/** Ends the session of a refresh token, if it is the newest of one. */
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
