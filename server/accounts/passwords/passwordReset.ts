import { v7 as uuidv7 } from 'uuid'
import type { ResetPassword } from '#contract/team.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { changePasswordHash, findUser, maxAccountsPerAddress } from '#server/accounts/accountStore.ts'
import { record, recordMany } from '#server/accounts/history.ts'
import { hashOf, newSecret, parseToken, tokenOf } from '#server/accounts/secretTokens.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { forgetBrowsers, type Origin, rememberBrowser } from '#server/accounts/signIn/knownBrowsers.ts'
import { forgetFailures } from '#server/accounts/signIn/signInThrottle.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import type { Actor } from '#server/http/actor.ts'
import { HttpError } from '#server/http/errors.ts'
import { requireGoodPassword } from './passwordRules.ts'
import { hashPassword } from './passwords.ts'

const hoursValid = 1
/** Valid links per person, so that nobody can fill another person's mailbox. */
const maxActiveLinks = 3

type Candidate = {
  companyId: string
  companyName: string
  id: string
  name: string
  isConfirmed: boolean
  createdAt: Date
}

type LinkKey = { companyId: string; id: string }

type ResetOptions = { maxActive?: number; id?: string; secretOf?: (key: LinkKey) => string }

/**
 * Makes one-time links for the active people with this address, or only for the person who has confirmed it. Skips people
 * who already have `maxActive` valid links. Given the `id` of earlier links, extends those by an hour.
 */
export async function makeResets(tx: Tx, email: string, options: ResetOptions = {}) {
  const { maxActive = maxActiveLinks, id = uuidv7(), secretOf = newSecret } = options
  const people = await findCandidates(tx, email)
  const resets = []
  for (const person of people) {
    const key = { companyId: person.companyId, id }
    if ((await countOtherResets(tx, person, id)) >= maxActive) continue
    const secret = secretOf(key)
    const { expiresAt } = await saveReset(tx, key, { userId: person.id, secret })
    const { name, companyName, isConfirmed, createdAt } = person
    resets.push({ name, companyName, isConfirmed, createdAt, token: tokenOf(key, secret), expiresAt })
  }
  return resets
}

async function findCandidates(tx: Tx, email: string): Promise<Candidate[]> {
  const rows = await tx<Candidate[]>`
    select u.company_id, c.name as company_name, u.id, u.name, u.email_confirmed_at is not null as is_confirmed,
      u.created_at
    from app_user u join company c on c.id = u.company_id
    where lower(u.email) = ${email} and u.deactivated_at is null
    order by u.email_confirmed_at is null, u.created_at, u.id limit ${maxAccountsPerAddress}
    for no key update of u`
  return rows[0]?.isConfirmed ? [rows[0]] : rows
}

async function countOtherResets(tx: Tx, { companyId, id: userId }: Candidate, id: string) {
  const [valid] = await tx<{ count: number }[]>`
    select count(*)::int as count from password_reset
    where company_id = ${companyId} and user_id = ${userId} and expires_at > now() and id <> ${id}`
  return valid!.count
}

type NewReset = { userId: string; secret: string; createdBy?: string }

/** Stores a link, or extends it by an hour if it exists. */
export async function saveReset(tx: Tx, key: LinkKey, { userId, secret, createdBy }: NewReset) {
  const [row] = await tx<{ expiresAt: Date }[]>`
    insert into password_reset (company_id, id, user_id, created_by, token_hash, expires_at)
    values (${key.companyId}, ${key.id}, ${userId}, ${createdBy ?? null}, ${hashOf(secret)},
      now() + make_interval(hours => ${hoursValid}))
    on conflict (company_id, id) do update set
      user_id = excluded.user_id, token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning expires_at`
  return row!
}

/** Sets a new password by a reset link, and ends all sessions. Throws 404 for a used, expired or unknown link. */
export async function resetPassword(
  db: Db,
  mailer: AccountMailer,
  { token, newPassword }: ResetPassword,
  { address, browser }: Origin,
) {
  const key = parseToken(token)
  const found = key && (await findReset(db, key))
  // Hashing is expensive, so it requires a valid link.
  if (!found) throw invalidLink()
  await requireGoodPassword('newPassword', newPassword, (await findUser(db, found))!)
  const passwordHash = await hashPassword(newPassword)
  const email = await db.begin(async (tx) => {
    const person = await lockPerson(tx, found)
    if (!person || !(await findReset(tx, key))) throw invalidLink()
    await deleteResets(tx, found)
    await changePasswordHash(tx, found, passwordHash)
    await endSessions(tx, found)
    await forgetBrowsers(tx, found)
    // Even while others guess at this account, the person can sign in with the new password.
    await rememberBrowser(tx, found, browser)
    await mailer.reportPasswordChange(tx, (await findUser(tx, found))!)
    record(tx, found, { subject: 'user', subjectId: found.userId }, 'reset password')
    return person.email
  })
  await forgetFailures(db, { email, address })
  mailer.wake()
}

/** Invalidates every reset link of this person. */
export async function deleteResets(tx: Tx, { companyId, userId }: Holder) {
  await tx`delete from password_reset where company_id = ${companyId} and user_id = ${userId}`
}

/** Withdraws the reset links that a person has made for colleagues. Records those that were still valid. */
export async function withdrawResetsBy(tx: Tx, actor: Actor, userId: string) {
  const rows = await tx<{ userId: string; isValid: boolean }[]>`
    delete from password_reset where company_id = ${actor.companyId} and created_by = ${userId}
    returning user_id, expires_at > now() as is_valid`
  const withdrawal = { subject: 'user', action: 'withdrew reset link', changes: {} } as const
  const valid = rows.filter(({ isValid }) => isValid)
  recordMany(
    tx,
    actor,
    valid.map((row) => ({ ...withdrawal, subjectId: row.userId })),
  )
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

function invalidLink() {
  return new HttpError(404, 'not-found', 'This link has been used or has expired. Ask for a new one')
}
