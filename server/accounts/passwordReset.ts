import { v7 as uuidv7 } from 'uuid'
import type { ResetPassword } from '#contract/team.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { HttpError } from '#server/http/errors.ts'
import type { TokenHolder } from './accessTokens.ts'
import { changePasswordHash, findUser } from './accountStore.ts'
import { record } from './activity.ts'
import { requireGoodPassword } from './passwordRules.ts'
import { hashPassword } from './passwords.ts'
import { hashOf, newSecret, parseToken, tokenOf } from './secretTokens.ts'
import { endSessions } from './sessions.ts'
import { forgetFailures } from './signInThrottle.ts'

const hoursValid = 1
/** Links of one person that are good at the same time: nobody fills somebody's mailbox. */
const mostAtOnce = 3

type Forgetful = { companyId: string; id: string; email: string; name: string }

type Wanted = { most?: number; id?: string; secretOf?: (key: { companyId: string; id: string }) => string }

/**
 * Makes a one-time link's token for whoever has the address, is active, and has not too many of them already. With the
 * `id` of an earlier one that one is good for another hour.
 */
export async function makeReset(tx: Tx, email: string, wanted: Wanted = {}) {
  const { most = mostAtOnce, id = uuidv7(), secretOf = newSecret } = wanted
  const [person] = await tx<Forgetful[]>`
    select company_id, id, email, name from app_user
    where lower(email) = ${email} and deactivated_at is null for no key update`
  if (!person) return undefined
  const [living] = await tx<{ count: number }[]>`
    select count(*)::int as count from password_reset
    where company_id = ${person.companyId} and user_id = ${person.id} and expires_at > now() and id <> ${id}`
  if (living!.count >= most) return undefined
  const key = { companyId: person.companyId, id }
  const secret = secretOf(key)
  const [row] = await tx<{ expiresAt: Date }[]>`
    insert into password_reset (company_id, id, user_id, token_hash, expires_at)
    values (${key.companyId}, ${key.id}, ${person.id}, ${hashOf(secret)}, now() + make_interval(hours => ${hoursValid}))
    on conflict (company_id, id) do update set
      user_id = excluded.user_id, token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning expires_at`
  return { person, reset: { token: tokenOf(key, secret), expiresAt: row!.expiresAt } }
}

/** Uses a reset link up: another password, and all sessions end. 404 for one that is used, expired or unknown. */
export async function resetPassword(db: Db, { token, newPassword }: ResetPassword) {
  const key = parseToken(token)
  const found = key && (await findReset(db, key))
  // Hashing is dear, so nobody has it done without a link.
  if (!found) throw linkIsGone()
  requireGoodPassword('newPassword', newPassword, (await findUser(db, found))!)
  const passwordHash = await hashPassword(newPassword)
  const email = await db.begin(async (tx) => {
    const person = await lockPerson(tx, found)
    if (!person || !(await findReset(tx, key))) throw linkIsGone()
    await dropResets(tx, found)
    await changePasswordHash(tx, found, passwordHash)
    await endSessions(tx, found)
    await record(tx, found, { subject: 'user', subjectId: found.userId }, 'reset password')
    return person.email
  })
  await forgetFailures(db, email)
}

/** The links that somebody was sent are good no more. */
export async function dropResets(tx: Tx, { companyId, userId }: Holder) {
  await tx`delete from password_reset where company_id = ${companyId} and user_id = ${userId}`
}

type ResetKey = { companyId: string; id: string; secret: string }
type Holder = Pick<TokenHolder, 'companyId' | 'userId'>

async function findReset(db: Queryable, { companyId, id, secret }: ResetKey): Promise<Holder | undefined> {
  const [row] = await db<Holder[]>`
    select company_id, user_id from password_reset
    where company_id = ${companyId} and id = ${id} and token_hash = ${hashOf(secret)} and expires_at > now()`
  return row
}

async function lockPerson(tx: Tx, { companyId, userId }: Holder) {
  const [row] = await tx<{ email: string }[]>`
    select lower(email) as email from app_user
    where company_id = ${companyId} and id = ${userId} and deactivated_at is null for no key update`
  return row
}

function linkIsGone() {
  return new HttpError(404, 'not-found', 'This link has been used or has expired. Ask for a new one')
}
