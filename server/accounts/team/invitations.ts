import { v7 as uuidv7 } from 'uuid'
import type { Invite } from '#contract/accounts.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { InvitationState, OpenInvitation } from '#contract/team.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { requireConfirmedAddress, requireFreeAddress } from '#server/accounts/emailLinks/addresses.ts'
import { type Changes, record, recordMany } from '#server/accounts/history.ts'
import { hashOf, type LinkSecrets, parseToken } from '#server/accounts/secretTokens.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import type { Db, Tx } from '#server/database/database.ts'
import { announce } from '#server/events/eventStore.ts'
import type { Actor } from '#server/http/actor.ts'
import { notFound, tooManyRequests } from '#server/http/errors.ts'
import { explainFailure } from '#server/mail/mailFailures.ts'
import { dropMailsAbout } from '#server/mail/mailStore.ts'

const validDays = 7
/** Per company, so that nobody can use invitations to send bulk mail. */
const maxPerDay = 300
/** The list shows expired invitations for this long. */
const listedDays = 30

export type InvitationRow = {
  companyId: string
  id: string
  email: string
  role: Role
  expiresAt: Date
  mailError?: string | null
  isRefused?: boolean | null
}

/** Invites a person to the actor's company, and invalidates earlier invitations to the same address. */
export async function invite(
  tx: Tx,
  mailer: AccountMailer,
  actor: Actor,
  { email, role }: Invite,
  secrets: LinkSecrets,
) {
  await requireConfirmedAddress(tx, mailer, actor)
  await requireRecentSignIn(tx, actor)
  await requireFreeAddress(tx, mailer, { companyId: actor.companyId, email })
  await requireInvitationQuota(tx, actor)
  const key = { companyId: actor.companyId, id: uuidv7() }
  // Serialised, so that the second of two simultaneous invitations replaces the first.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`invitation ${actor.companyId} ${email}`}, 0))`
  const replaced = await tx<{ id: string }[]>`
    update invitation set withdrawn_at = now()
    where company_id = ${actor.companyId} and lower(email) = ${email} and accepted_at is null and withdrawn_at is null
    returning id`
  await dropMailsAbout(tx, idsOf(replaced))
  const [row] = await tx<InvitationRow[]>`
    insert into invitation (company_id, id, email, role, token_hash, invited_by, expires_at)
    values (${key.companyId}, ${key.id}, ${email}, ${role}, ${hashOf(secrets.invitationSecret(key))}, ${actor.userId},
      now() + make_interval(days => ${validDays}))
    returning company_id, id, email, role, expires_at`
  record(tx, actor, { subject: 'company', subjectId: actor.companyId }, 'invited', {
    email: [null, email],
    role: [null, role],
  })
  announce(tx, actor, { subject: 'company', id: actor.companyId })
  return row!
}

function idsOf(rows: { id: string }[]) {
  return rows.map(({ id }) => id)
}

async function requireInvitationQuota(tx: Tx, { companyId }: Actor) {
  const [recent] = await tx<{ count: number }[]>`
    select count(*)::int as count from invitation
    where company_id = ${companyId} and created_at > now() - interval '1 day'`
  if (recent!.count >= maxPerDay)
    throw tooManyRequests(3600, 'Your company has reached its limit of invitations for today. Try again tomorrow')
}

/** Open and recently expired invitations, newest first. */
export async function listInvitations(db: Db, { companyId }: Actor) {
  const rows = await db<InvitationRow[]>`
    select i.company_id, i.id, i.email, i.role, i.expires_at, m.last_error as mail_error, m.is_refused
    from invitation i left join mail_outbox m on m.about_id = i.id
    where i.company_id = ${companyId} and i.accepted_at is null and i.withdrawn_at is null
      and i.expires_at > now() - make_interval(days => ${listedDays})
    order by i.id desc`
  return rows.map(toOpenInvitation)
}

export function toOpenInvitation(row: InvitationRow): OpenInvitation {
  const { id, email, role, expiresAt, mailError, isRefused } = row
  const mailFailure = mailError ? { reason: explainFailure(mailError), isFinal: isRefused ?? false } : null
  return {
    _id: id,
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    mailFailure,
  }
}

/** Invalidates the link of an invitation. Throws 404 if the invitation is already used or withdrawn. */
export async function withdrawInvitation(tx: Tx, actor: Actor, id: string) {
  const [row] = await tx<{ email: string }[]>`
    update invitation set withdrawn_at = now()
    where company_id = ${actor.companyId} and id = ${id} and accepted_at is null and withdrawn_at is null
    returning email`
  if (!row) throw notFound('Invitation')
  await dropMailsAbout(tx, [id])
  recordMany(tx, actor, [withdrawal(actor, row.email)])
  announce(tx, actor, { subject: 'company', id: actor.companyId })
  return row
}

/** Withdraws the open invitations of a person who may no longer invite. */
export async function withdrawInvitationsBy(tx: Tx, actor: Actor, userId: string) {
  const rows = await tx<{ id: string; email: string }[]>`
    update invitation set withdrawn_at = now()
    where company_id = ${actor.companyId} and invited_by = ${userId} and accepted_at is null and withdrawn_at is null
      and expires_at > now()
    returning id, email`
  if (rows.length === 0) return
  await dropMailsAbout(tx, idsOf(rows))
  recordMany(
    tx,
    actor,
    rows.map(({ email }) => withdrawal(actor, email)),
  )
  announce(tx, actor, { subject: 'company', id: actor.companyId })
}

function withdrawal({ companyId }: Actor, email: string) {
  const changes: Changes = { email: [email, null] }
  return { subject: 'company' as const, subjectId: companyId, action: 'withdrew invitation', changes }
}

const askForNew =
  'It has been used, has expired, or its link is incomplete. Ask the person who invited you for a new one'

/** The state of an invitation, for the person who has its link. Throws 404 for an unknown invitation. */
export async function readInvitationState(db: Db, token: string): Promise<InvitationState> {
  const key = parseToken(token)
  const [row] = key
    ? await db<InvitationState[]>`
        select i.email, i.role, c.name as company_name, case
          when i.accepted_at is not null then 'used' when i.withdrawn_at is not null then 'withdrawn'
          when i.expires_at <= now() then 'expired' else 'open' end as state
        from invitation i join company c on c.id = i.company_id
        where i.company_id = ${key.companyId} and i.id = ${key.id} and i.token_hash = ${hashOf(key.secret)}`
    : []
  if (!row) throw notFound('Invitation', askForNew)
  return row
}

/** Marks an invitation as used. Throws 404 if it is already used, withdrawn, expired or unknown. */
export async function acceptInvitation(tx: Tx, token: string) {
  const key = parseToken(token)
  if (!key) throw notFound('Invitation', askForNew)
  const [row] = await tx<{ companyId: string; email: string; role: Role }[]>`
    update invitation set accepted_at = now()
    where company_id = ${key.companyId} and id = ${key.id} and token_hash = ${hashOf(key.secret)}
      and accepted_at is null and withdrawn_at is null and expires_at > now()
    returning company_id, email, role`
  if (!row) throw notFound('Invitation', askForNew)
  return row
}
