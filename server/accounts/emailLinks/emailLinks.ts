import type { EmailLinkState } from '#contract/emailLinks.ts'
import { changePasswordHash, lockAddress } from '#server/accounts/accountStore.ts'
import { record } from '#server/accounts/history.ts'
import { deleteResets } from '#server/accounts/passwords/passwordReset.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { hashOf, newSecret, parseToken } from '#server/accounts/secretTokens.ts'
import type { TokenHolder } from '#server/accounts/sessions/accessTokens.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { forgetBrowsers } from '#server/accounts/signIn/knownBrowsers.ts'
import type { Config } from '#server/config.ts'
import type { Db, Queryable, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import { conflict, HttpError, tooManyRequests } from '#server/http/errors.ts'

const validDays = 7

export type NewEmailLink = {
  companyId: string
  id: string
  userId: string
  kind: EmailLinkState['kind']
  email: string
  token: string
}

export async function insertEmailLink(tx: Tx, { token, ...link }: NewEmailLink): Promise<{ expiresAt: Date }> {
  const tokenHash = hashOf(parseToken(token)!.secret)
  const [row] = await tx<{ expiresAt: Date }[]>`
    insert into email_link (company_id, id, user_id, kind, email, token_hash, expires_at)
    values (${link.companyId}, ${link.id}, ${link.userId}, ${link.kind}, ${link.email}, ${tokenHash},
      now() + make_interval(days => ${validDays}))
    returning expires_at`
  return row!
}

/** Links to confirm an address, per account and per address, so that nobody can fill another person's mailbox. */
const maxPerDay = 3
const pauseSeconds = 60

/** Throws 429 if the actor has already requested the maximum number of links today. */
export async function requireEmailLinkQuota(tx: Queryable, { companyId, userId }: Holder) {
  const [recent] = await tx<{ count: number }[]>`
    select count(*)::int as count from email_link
    where company_id = ${companyId} and user_id = ${userId} and kind = 'confirm'
      and created_at > now() - interval '1 day'`
  if (recent!.count >= maxPerDay)
    throw tooManyRequests(3600, 'You have requested too many links today. Try again tomorrow')
}

/** Throws 429 if the last link was mailed to the actor less than a minute ago. */
export async function requirePauseBetweenLinks(tx: Queryable, { companyId, userId }: Holder) {
  const [last] = await tx<{ wait: number }[]>`
    select ceil(extract(epoch from max(created_at) - now()) + ${pauseSeconds})::int as wait
    from email_link where company_id = ${companyId} and user_id = ${userId} and kind = 'confirm'
    having max(created_at) > now() - make_interval(secs => ${pauseSeconds})`
  if (!last) return
  const message = `We have just sent a link. If it does not arrive, try again in ${last.wait} seconds`
  throw tooManyRequests(last.wait, message)
}

/** The link that a mail is about; undefined if its address has received too many mails in the last day. */
export async function findMailedLink(db: Db, { to, aboutId }: { to: string; aboutId: string | null }) {
  const [link] = await db<{ companyId: string; id: string; expiresAt: Date; earlier: number }[]>`
    select l.company_id, l.id, l.expires_at, (
      select count(*)::int from email_link e
      where lower(e.email) = lower(l.email) and e.kind = 'confirm'
        and e.created_at >= l.created_at - interval '1 day' and (e.created_at, e.id) < (l.created_at, l.id)) as earlier
    from email_link l where lower(l.email) = ${to} and l.id = ${aboutId}`
  return link && link.earlier < maxPerDay ? link : undefined
}

type Operators = Pick<Config, 'operators'>
type Holder = Pick<TokenHolder, 'companyId' | 'userId'>
type LinkRow = Omit<EmailLinkState, 'replacesPassword'> & {
  companyId: string
  id: string
  userId: string
  currentEmail: string
}

/** What the link in a mail does. Throws 404 for an unknown link. */
export async function readEmailLinkState(db: Db, config: Operators, token: string): Promise<EmailLinkState> {
  return toState(await findLink(db, token), config)
}

function toState(link: LinkRow, config: Operators): EmailLinkState {
  const { kind, state, email, name, companyName } = link
  return { kind, state, email, name, companyName, replacesPassword: replacesPassword(link, config) }
}

/**
 * The person who entered the address may know the password and be signed in: in the account of another person, if the address was
 * changed, or in one that they have registered for an operator, who would let them see everything by confirming it.
 */
function replacesPassword({ kind, email }: LinkRow, { operators }: Operators) {
  return kind === 'revert' || operators.includes(email.toLowerCase())
}

async function findLink(db: Queryable, token: string): Promise<LinkRow> {
  const key = parseToken(token)
  const [row] = key
    ? await db<LinkRow[]>`
        select l.company_id, l.id, l.user_id, l.kind, l.email, u.email as current_email, u.name, c.name as company_name,
          case
            when l.used_at is not null
              or (l.kind = 'confirm' and u.email = l.email and u.email_confirmed_at is not null) then 'done'
            when l.expires_at <= now() or (l.kind = 'confirm' and u.email <> l.email) then 'expired'
            when exists (
              select from app_user other
              where lower(other.email) = lower(l.email) and other.email_confirmed_at is not null
                and other.deactivated_at is null and other.id <> u.id) then 'claimed'
            else 'open'
          end as state
        from email_link l
        join app_user u on u.company_id = l.company_id and u.id = l.user_id and u.deactivated_at is null
        join company c on c.id = l.company_id
        where l.company_id = ${key.companyId} and l.id = ${key.id} and l.token_hash = ${hashOf(key.secret)}`
    : []
  if (!row) throw invalidLink()
  return row
}

/**
 * Confirms or restores the address of a mailed link. Using the same link again succeeds and changes nothing. Throws 404
 * for an expired or unknown link, 409 if another account has confirmed the address.
 */
export async function useEmailLink(db: Db, config: Operators, token: string): Promise<EmailLinkState> {
  const { companyId, email } = await findLink(db, token)
  // Hashed here to keep the transaction below short.
  const unusablePasswordHash = await hashPassword(newSecret())
  return db.beginFor(companyId, async (tx) => {
    await lockAddress(tx, email)
    const link = await findLink(tx, token)
    if (link.state === 'done') return toState(link, config)
    if (link.state === 'expired') throw invalidLink()
    if (link.state === 'claimed')
      throw conflict('Another account has confirmed this email address. Sign in to that account')
    await releaseFromFormerPeople(tx, email)
    if (link.kind === 'confirm') await confirm(tx, link)
    else await revert(tx, link)
    if (replacesPassword(link, config)) await shutOut(tx, link, unusablePasswordHash)
    await tx`update email_link set used_at = now() where company_id = ${companyId} and id = ${link.id}`
    announce(tx, link, { subject: 'user', id: link.userId })
    return toState({ ...link, state: 'done' }, config)
  })
}

/** People who have left one company may need their address for an account in another. */
async function releaseFromFormerPeople(tx: Tx, email: string) {
  await tx`
    update app_user set email_confirmed_at = null
    where lower(email) = ${email} and email_confirmed_at is not null and deactivated_at is not null`
}

async function confirm(tx: Tx, { companyId, userId, email }: LinkRow) {
  await tx`update app_user set email_confirmed_at = now() where company_id = ${companyId} and id = ${userId}`
  record(tx, { companyId, userId }, { subject: 'user', subjectId: userId }, 'confirmed email', {
    email: [null, email],
  })
}

async function revert(tx: Tx, link: LinkRow) {
  const { companyId, userId, email, currentEmail } = link
  await tx`
    update app_user set email = ${email}, email_confirmed_at = now() where company_id = ${companyId} and id = ${userId}`
  await deleteUnusedLinks(tx, link)
  record(tx, link, { subject: 'user', subjectId: userId }, 'reverted email', { email: [currentEmail, email] })
}

/** Removes the unused links, because they lead to other addresses. */
async function deleteUnusedLinks(tx: Tx, { companyId, userId, id }: LinkRow) {
  await tx`
    delete from email_link
    where company_id = ${companyId} and user_id = ${userId} and used_at is null and id <> ${id}`
}

/** From now on, only someone who receives a link in an email can sign in. */
async function shutOut(tx: Tx, link: LinkRow, passwordHash: string) {
  await changePasswordHash(tx, link, passwordHash)
  await endSessions(tx, link)
  await forgetBrowsers(tx, link)
  await deleteResets(tx, link)
}

function invalidLink() {
  return new HttpError(404, 'not-found', 'This link has expired or is incomplete. Sign in to ask for a new one')
}
